import type { Core } from '../../../core.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import { type Device, maskedDevice } from '../../../model/home/devices/device.ts'

/** Publishes the changes of a device. Nothing is published if nothing changed. */
export function announceDevice(deps: Pick<Core, 'bus' | 'facts'>, before: Device | undefined, after: Device): void {
  if (before === after) return
  const shown = maskedDevice(after)
  deps.bus.publish(before ? 'device:update' : 'device:save', shown)
  if (!sameNames(before?.Groups, after.Groups)) deps.bus.publish('device:groups:update', shown)
  if (!sameNames(before?.DeviceTags, after.DeviceTags)) deps.bus.publish('device:tags:update', shown)
}

export const announceDeleted = ({ bus }: Pick<Core, 'bus' | 'facts'>, device: Device): void =>
  bus.publish('device:delete', maskedDevice(device))

const MAP_EVERY_MS = 1000

/**
 * Publishes the map of all devices after a change: after all other events of the change, and at most once a second, since it is
 * large. Nothing is built without subscribers.
 */
export function announceMap({ bus, facts }: Pick<Core, 'bus' | 'facts'>, clock: MonotonicClock): Disposable {
  let publishedAt = Number.NEGATIVE_INFINITY
  let timer: Disposable | undefined
  const publishAll = (): void => {
    timer = undefined
    if (!bus.hasSubscribers('devices:save')) return
    publishedAt = clock.monotonic()
    bus.publish(
      'devices:save',
      Object.fromEntries([...facts.devices].map(([key, device]) => [key, maskedDevice(device)])),
    )
  }
  const changed = (): void => {
    const left = publishedAt + MAP_EVERY_MS - clock.monotonic()
    timer ??= clock.after(Math.max(0, left), publishAll)
  }
  const subscriptions = (['device:save', 'device:update', 'device:delete'] as const).map((topic) =>
    bus.subscribe(topic, changed),
  )
  return {
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]()
      for (const subscription of subscriptions) subscription[Symbol.dispose]()
    },
  }
}

const sameNames = (before: readonly string[] = [], after: readonly string[]): boolean =>
  before.length === after.length && before.every((name) => after.includes(name))
