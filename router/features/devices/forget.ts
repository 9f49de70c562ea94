import type { Draft } from '../../store/facts.ts'
import type { Device } from './device.ts'

/** Forget a device, and that it is here: it is nobody until it proves a passphrase again. Its address is free. */
export function forget(draft: Draft, identity: string): Device | undefined {
  const device = draft.devices.get(identity)
  if (!device) return undefined
  draft.devices.remove(identity)
  draft.stations.remove(device.MAC)
  draft.leases.remove(device.MAC)
  return device
}
