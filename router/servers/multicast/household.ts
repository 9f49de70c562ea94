import type { Network } from '../../compiler/network.ts'
import { type Device, isDisabled } from '../../features/devices/device.ts'
import type { Facts } from '../../store/facts.ts'
import type { DecodedDatagram } from '../../wire/ethernet.ts'
import type { Party } from './audience.ts'

/**
 * Who sent this: the device whose address, link and hardware address these three are, together, as the firewall asks it of
 * every packet. Undefined for anybody else.
 */
export function senderOf(datagram: DecodedDatagram, link: string, facts: Facts, network: Network): Party | undefined {
  const place = network.members.get(datagram.sourceMac)?.place
  const device = facts.devices.get(datagram.sourceMac)
  return device && place?.link === link && place.ip === datagram.sourceIp ? party(device, link) : undefined
}

/** All devices that are on a household link, and those that may be on a shared one though they are nobody now. */
export function household(facts: Facts, { frame, members }: Network): Party[] {
  const parties: Party[] = []
  for (const [identity, device] of facts.devices) {
    const link = members.get(identity)?.place?.link
    if (link) parties.push(party(device, link))
    else if (isDisabled(device) && frame.wired.includes(device.DHCPLastInterface))
      parties.push(party(device, device.DHCPLastInterface))
  }
  return parties
}

const party = (device: Device, link: string): Party => ({
  mac: device.MAC,
  link,
  tags: device.DeviceTags,
  guest: device.Policies.includes('guestonly'),
  mute: isDisabled(device) || device.Policies.includes('quarantine'),
})
