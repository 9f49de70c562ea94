import type { Clock } from '../../../machine/machine.ts'
import { timeText } from '../../../model/home/dhcp/text.ts'
import type { Lease } from '../../../presence/tables.ts'
import type { Mac } from '../../../values/mac.ts'
import type { Batch } from './batch.ts'

/**
 * Unchanged renewals are stored together, this long after the first. After a power failure the time of the last request may be
 * older by this; no device loses its address, and there are fewer writes.
 */
export const WRITE_RENEWALS_MS = 10_000

/** Leases that are extended beyond the stored time. */
export interface Renewals extends Disposable {
  /** The end of the lease with renewals, by the monotonic clock. */
  endOf(lease: Lease): number
  /** Time of the last renewal of this lease by the monotonic clock, if it is not stored yet. */
  lastOf(mac: Mac): number | undefined
  renew(lease: Lease, expiresAt: number): void
  forget(mac: Mac): void
}

export function openRenewals({ batch, clock }: { batch: Batch; clock: Clock }): Renewals {
  const renewals = new Map<Mac, { readonly lease: Lease; readonly at: number }>()
  let writing: Disposable | undefined

  const write = async (): Promise<void> => {
    writing = undefined
    const due = [...renewals.values()]
    const [time, monotonic] = [clock.now(), clock.monotonic()]
    try {
      await batch.add((draft) => {
        for (const { lease, at } of due) {
          const device = draft.devices.get(lease.mac)
          const held = draft.leases.get(lease.mac)
          if (!device || held?.ip !== lease.ip) continue
          // A station may have roamed to another link since.
          draft.leases.put(lease.mac, { ...held, expiresAt: lease.expiresAt })
          draft.devices.put(lease.mac, { ...device, DHCPLastTime: timeText(time - (monotonic - at)) })
        }
      })
    } catch {
      // They stay in memory, and the next renewal retries.
      return
    }
    for (const renewal of due) if (renewals.get(renewal.lease.mac) === renewal) renewals.delete(renewal.lease.mac)
  }

  return {
    endOf: (lease) => renewals.get(lease.mac)?.lease.expiresAt ?? lease.expiresAt,
    lastOf: (mac) => renewals.get(mac)?.at,
    renew(lease, expiresAt) {
      renewals.set(lease.mac, { lease: { ...lease, expiresAt }, at: clock.monotonic() })
      writing ??= clock.after(WRITE_RENEWALS_MS, () => void write())
    },
    forget: (mac) => void renewals.delete(mac),
    [Symbol.dispose]: () => writing?.[Symbol.dispose](),
  }
}
