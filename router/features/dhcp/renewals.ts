import type { Clock } from '../../machine/machine.ts'
import type { Lease } from '../../store/presence.ts'
import type { Mac } from '../../values/mac.ts'
import type { Batch } from './batch.ts'
import { timeText } from './text.ts'

/**
 * Renewals of a lease that stays as it is are written down together, this long after the first. Until then the facts are
 * behind by as much, and if power fails a device's last time is: nobody loses an address by that, and it spares the disk.
 */
export const WRITE_RENEWALS_MS = 10_000

/** Leases that last longer than the facts know yet. */
export interface Renewals extends Disposable {
  /** When the lease runs out, renewals included: milliseconds since 1970. */
  endOf(lease: Lease): number
  /** When this lease was last renewed, if that is not written down yet. */
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
    try {
      await batch.add((draft) => {
        for (const { lease, at } of due) {
          const device = draft.devices.get(lease.mac)
          const held = draft.leases.get(lease.mac)
          if (!device || held?.ip !== lease.ip || held.link !== lease.link) continue
          draft.leases.put(lease.mac, lease)
          draft.devices.put(lease.mac, { ...device, DHCPLastTime: timeText(at) })
        }
      })
    } catch {
      // They still hold here, and the next renewal tries again.
      return
    }
    for (const renewal of due) if (renewals.get(renewal.lease.mac) === renewal) renewals.delete(renewal.lease.mac)
  }

  return {
    endOf: (lease) => renewals.get(lease.mac)?.lease.expiresAt ?? lease.expiresAt,
    lastOf: (mac) => renewals.get(mac)?.at,
    renew(lease, expiresAt) {
      renewals.set(lease.mac, { lease: { ...lease, expiresAt }, at: clock.now() })
      writing ??= clock.after(WRITE_RENEWALS_MS, () => void write())
    },
    forget: (mac) => void renewals.delete(mac),
    [Symbol.dispose]: () => writing?.[Symbol.dispose](),
  }
}
