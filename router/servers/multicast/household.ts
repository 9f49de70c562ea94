import type { Network } from '../../compiler/network.ts'
import { type Device, isDisabled } from '../../model/home/devices/device.ts'
import { isSetupLink } from '../../model/home/setup/network.ts'
import type { Facts } from '../../store/facts.ts'
import type { Ip } from '../../values/ip.ts'
import type { DecodedDatagram } from '../../wire/ethernet.ts'
import type { MulticastDevice } from './audience.ts'

/**
 * The sender of a datagram: the device with this address, link and hardware address, which the firewall also checks of every
 * packet. Undefined for unknown devices.
 */
export function senderOf(
  datagram: DecodedDatagram,
  link: string,
  facts: Facts,
  network: Network,
): MulticastDevice | undefined {
  const place = network.members.get(datagram.sourceMac)?.place
  const device = facts.devices.get(datagram.sourceMac)
  if (isSetupLink(link, network.frame)) return undefined
  return device && place?.link === link && place.ip === datagram.sourceIp
    ? multicastDevice(device, link, place.ip)
    : undefined
}

/** All devices on household links. */
export function household(facts: Facts, { frame, members }: Network): MulticastDevice[] {
  const found: MulticastDevice[] = []
  for (const [identity, device] of facts.devices) {
    const place = members.get(identity)?.place
    if (place && !isSetupLink(place.link, frame)) found.push(multicastDevice(device, place.link, place.ip))
  }
  return found
}

const multicastDevice = (device: Device, link: string, ip: Ip): MulticastDevice => ({
  mac: device.MAC,
  ip,
  link,
  tags: device.DeviceTags,
  guest: device.Policies.includes('guestonly'),
  mute: isDisabled(device) || device.Policies.includes('quarantine'),
  stranger: device.Name === '' && device.Policies.length === 0 && device.Groups.length === 0,
})
