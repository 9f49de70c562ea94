import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Change, Facts } from '../../store/facts.ts'
import { actAsRouter } from '../audit/actor.ts'
import { announceDeleted, announceDevice } from './announce.ts'
import { type Device, isDisabled, withDisabled } from './device.ts'
import { forget } from './forget.ts'
import { guestEnd } from './guest.ts'

/** The time of day may be set meanwhile, on a board without a battery by years; a look now and then costs nothing. */
const LONGEST_WAIT_MS = 10 * 60_000
/** How soon it is tried again when the change was refused. */
const RETRY_MS = 60_000

interface Parts {
  readonly facts: Facts
  readonly change: Change
  readonly bus: Bus
  readonly clock: Clock
}

/**
 * Ends the time of devices that have one: deletes or disables them at that moment. One timer stands at the next such
 * moment; a device that is changed can only bring it nearer, so nothing walks all devices until it rings.
 */
export function openExpiry({ facts, change, bus, clock }: Parts): Disposable {
  let timer: Disposable | undefined
  let ringsAt = Number.POSITIVE_INFINITY
  let closed = false

  const ringAt = (at: number): void => {
    if (closed || at >= ringsAt) return
    timer?.[Symbol.dispose]()
    ringsAt = at
    timer = clock.after(Math.min(Math.max(0, at - clock.now()), LONGEST_WAIT_MS), () => void ring())
  }
  const ring = async (): Promise<void> => {
    ringsAt = Number.POSITIVE_INFINITY
    try {
      await actAsRouter('expiry', () => endTimes({ facts, change, bus, clock }))
      ringAt(Math.min(nextEnd(facts.devices.values()), clock.now() + LONGEST_WAIT_MS))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const time = new Date(clock.now()).toISOString()
      bus.publish('log:api', { level: 'error', msg: `a device's time could not be ended: ${reason}`, time })
      ringAt(clock.now() + RETRY_MS)
    }
  }
  const consider = (device: Device): void => ringAt(endOf(device))

  const heard = [bus.subscribe('device:save', consider), bus.subscribe('device:update', consider)]
  void ring()
  return {
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
      for (const subscription of heard) subscription[Symbol.dispose]()
    },
  }
}

/**
 * When a device's time ends, in milliseconds since 1970: as its owner said, and for guests 30 days after the last lease.
 * One that is disabled already can only be deleted.
 */
export function endOf(device: Device): number {
  const expires = device.DeviceExpiration > 0 ? device.DeviceExpiration * 1000 : Number.POSITIVE_INFINITY
  if (isDisabled(device)) return device.DeleteExpiration ? expires : Number.POSITIVE_INFINITY
  return Math.min(expires, guestEnd(device))
}

const nextEnd = (devices: Iterable<Device>): number => {
  let next = Number.POSITIVE_INFINITY
  for (const device of devices) next = Math.min(next, endOf(device))
  return next
}

async function endTimes({ facts, change, bus, clock }: Parts): Promise<void> {
  const now = clock.now()
  const due = [...facts.devices].filter(([, device]) => endOf(device) <= now).map(([identity]) => identity)
  if (due.length === 0) return
  const ended: { before: Device; after: Device | undefined }[] = []
  await change((draft) => {
    const deleted: string[] = []
    for (const identity of due) {
      const before = draft.devices.get(identity)
      // It may have been changed since.
      if (!before || endOf(before) > now) continue
      const isDeleted = before.DeleteExpiration && before.DeviceExpiration > 0 && before.DeviceExpiration * 1000 <= now
      const after = isDeleted ? undefined : withDisabled(before, true)
      if (after) draft.devices.put(identity, after)
      else deleted.push(identity)
      ended.push({ before, after })
    }
    forget(draft, deleted)
  })
  for (const { before, after } of ended) {
    if (after) announceDevice({ bus, facts }, before, after)
    else announceDeleted({ bus, facts }, before)
  }
}
