import type { Network } from '../../compiler/network.ts'
import { type Device, isDisabled } from '../../features/devices/device.ts'
import { isSetupLink } from '../../features/setup/network.ts'
import type { Facts } from '../../store/facts.ts'
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
  return device && place?.link === link && place.ip === datagram.sourceIp ? multicastDevice(device, link) : undefined
}

/** All devices on household links, including disabled ones on shared links. */
export function household(facts: Facts, { frame, members }: Network): MulticastDevice[] {
  const found: MulticastDevice[] = []
  for (const [identity, device] of facts.devices) {
    const link = members.get(identity)?.place?.link
    if (link && isSetupLink(link, frame)) continue
    if (link) found.push(multicastDevice(device, link))
    else if (isDisabled(device) && frame.wired.includes(device.DHCPLastInterface))
      found.push(multicastDevice(device, device.DHCPLastInterface))
  }
  return found
}

const multicastDevice = (device: Device, link: string): MulticastDevice => ({
  mac: device.MAC,
  link,
  tags: device.DeviceTags,
  guest: device.Policies.includes('guestonly'),
  mute: isDisabled(device) || device.Policies.includes('quarantine'),
})
