import { NotFound } from '../../../errors.ts'
import { type Device, identityOf } from '../../../model/home/devices/device.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'

/** The device with this MAC address, WireGuard key or IP address. Throws `NotFound`. */
export function requestedDevice({ devices }: Pick<Facts, 'devices'>, text: string): Device {
  const identity = identityOf(text)
  const found = devices.get(identity) ?? devices.by('WGPubKey', identity) ?? devices.by('RecentIP', text)
  if (!found) throw new NotFound(phrase('home.noDeviceWith', JSON.stringify(text)))
  return found
}
