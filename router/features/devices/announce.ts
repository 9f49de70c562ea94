import type { Bus } from '../../events/bus.ts'
import type { Rows } from '../../store/table.ts'
import { type Device, masked } from './device.ts'

interface Parts {
  readonly bus: Bus
  readonly facts: { readonly devices: Rows<Device> }
}

/** Tell what has become of a device. Nothing is told of one that is as it was. */
export function announceDevice(parts: Parts, before: Device | undefined, after: Device): void {
  if (before === after) return
  const shown = masked(after)
  parts.bus.publish(before ? 'device:update' : 'device:save', shown)
  if (!sameNames(before?.Groups, after.Groups)) parts.bus.publish('device:groups:update', shown)
  if (!sameNames(before?.DeviceTags, after.DeviceTags)) parts.bus.publish('device:tags:update', shown)
}

export const announceDeleted = ({ bus }: Parts, device: Device): void => bus.publish('device:delete', masked(device))

/** The whole map, once after everything else, and only for somebody who asked for it. */
export function announceDevices({ bus, facts }: Parts): void {
  if (!bus.hears('devices:save')) return
  bus.publish('devices:save', Object.fromEntries([...facts.devices].map(([key, device]) => [key, masked(device)])))
}

const sameNames = (before: readonly string[] = [], after: readonly string[]): boolean =>
  before.length === after.length && before.every((name) => after.includes(name))
