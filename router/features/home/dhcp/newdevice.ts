import { type Device, emptyDevice } from '../../../model/home/devices/device.ts'
import { isGuestLink } from '../../../model/internet/links/interface.ts'
import type { Mac } from '../../../values/mac.ts'

/** The entry of a device at its first DHCP request: without policies on a wire, a guest's on a guest access point. */
export function newDevice(mac: Mac, link: string): Device {
  const device = { ...emptyDevice(), MAC: mac }
  return isGuestLink(link)
    ? { ...device, Policies: ['wan', 'dns', 'noapi', 'guestonly'], DeviceTags: ['guest'] }
    : device
}

/** Whether the owner has given the device neither policies, groups, a passphrase nor a VPN key. */
export const isUnconfigured = (device: Device): boolean =>
  device.Policies.length === 0 && device.Groups.length === 0 && device.PSKEntry.Psk === '' && device.WGPubKey === ''
