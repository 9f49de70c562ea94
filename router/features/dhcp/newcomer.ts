import type { Mac } from '../../values/mac.ts'
import { type Device, emptyDevice } from '../devices/device.ts'
import { isGuestLink } from './refusal.ts'

/**
 * The entry of a device that nobody has named yet: on a wire it may have an address and nothing else. Whoever knows the
 * guest passphrase is a guest.
 */
export function newcomer(mac: Mac, link: string): Device {
  const device = { ...emptyDevice(), MAC: mac }
  return isGuestLink(link)
    ? { ...device, Policies: ['wan', 'dns', 'noapi', 'guestonly'], DeviceTags: ['guest'] }
    : device
}

/** An entry that only its own DHCP request has made, or that the owner has given nothing yet. */
export const isStranger = (device: Device): boolean =>
  device.Policies.length === 0 && device.Groups.length === 0 && device.PSKEntry.Psk === '' && device.WGPubKey === ''
