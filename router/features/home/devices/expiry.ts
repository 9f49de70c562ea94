import type { Core } from '../../../core.ts'
import { type Device, guestEnd, isDisabled, withDisabled } from '../../../model/home/devices/device.ts'
import { openExpiry } from '../../../store/expiry.ts'
import { announceDeleted, announceDevice } from './announce.ts'
import { forget } from './forget.ts'

type Deps = Pick<Core, 'facts' | 'change' | 'bus' | 'clock'>

/** Deletes or disables devices at their expiry. */
export function openDeviceExpiry(deps: Deps): Disposable {
  const { facts, bus, clock } = deps
  const expiry = openExpiry(deps, {
    what: "a device's time",
    async due() {
      await endTimes(deps)
      return nextEnd(facts.devices.values())
    },
  })
  const consider = (device: Device): void => expiry.expect(expiryOf(device))
  const subscriptions = [bus.subscribe('device:save', consider), bus.subscribe('device:update', consider)]
  expiry.expect(clock.now())
  return {
    [Symbol.dispose]() {
      expiry[Symbol.dispose]()
      for (const subscription of subscriptions) subscription[Symbol.dispose]()
    },
  }
}

/**
 * The expiry of a device in milliseconds since 1970: the one that the owner set, and for guests 30 days after the last lease. A
 * disabled device can only be deleted.
 */
export function expiryOf(device: Device): number {
  const expires = device.DeviceExpiration > 0 ? device.DeviceExpiration * 1000 : Number.POSITIVE_INFINITY
  if (isDisabled(device)) return device.DeleteExpiration ? expires : Number.POSITIVE_INFINITY
  return Math.min(expires, guestEnd(device))
}

const nextEnd = (devices: Iterable<Device>): number => {
  let next = Number.POSITIVE_INFINITY
  for (const device of devices) next = Math.min(next, expiryOf(device))
  return next
}

async function endTimes({ facts, change, bus, clock }: Deps): Promise<void> {
  const now = clock.now()
  const due = [...facts.devices].filter(([, device]) => expiryOf(device) <= now).map(([identity]) => identity)
  if (due.length === 0) return
  const ended: { before: Device; after: Device | undefined }[] = []
  await change((draft) => {
    const deleted: string[] = []
    for (const identity of due) {
      const before = draft.devices.get(identity)
      // The device may have been changed since.
      if (!before || expiryOf(before) > now) continue
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
