import type { Frame, Network } from '../../../compiler/network.ts'
import type { Drift } from '../../../events/catalogue.ts'
import { type Device, isDisabled, mayUseCable } from '../../../model/home/devices/device.ts'
import type { LeaseRefusal } from '../../../model/home/dhcp/grant.ts'
import { isSetupLink } from '../../../model/home/setup/network.ts'
import { isGuestLink, isOnItsVlan, stationLink } from '../../../model/internet/links/interface.ts'
import type { Station } from '../../../presence/tables.ts'
import type { Ip } from '../../../values/ip.ts'
import type { Mac } from '../../../values/mac.ts'

export interface Applicant {
  readonly mac: Mac
  readonly link: string
  readonly device: Device | undefined
  /** The link of the wifi station with this MAC address, if it is associated. */
  readonly station: Station | undefined
}

/** Frames from a group address are dropped earlier. A helper may send one: the examples of API 0.3.0 have the group bit set. */
const NOBODYS: ReadonlySet<Mac> = new Set(['00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff'])

/** Why this client gets no address on this link; undefined if it gets one. */
export function refusalOf({ mac, link, device, station }: Applicant, frame: Frame): LeaseRefusal | undefined {
  if (NOBODYS.has(mac)) return 'not a device address'
  // Its clients get addresses of another pool, and are not stored.
  if (isSetupLink(link, frame)) return 'setup network'
  if (frame.uplinks.some((uplink) => uplink.link === link)) return 'uplink'
  // A station that authenticated on its own link cannot be on another link: there, its MAC address is spoofed.
  if (station && station.link !== link) return 'associated on another link'
  if (!station && (stationLink(link) || !frame.wired.includes(link))) return 'not a household link'

  const guestLink = isGuestLink(link)
  if (!device) return station && !guestLink ? 'unknown station' : undefined
  if (isDisabled(device)) return 'disabled'
  if (!station && !mayUseCable(device)) return 'passphrase not proven'
  if (!isOnItsVlan(device, link, frame.vlans)) return 'tagged device off its VLAN'
  const guest = device.Policies.includes('guestonly')
  if (guestLink && !guest) return 'trusted device on a guest link'
  if (!guestLink && guest) return 'guest device off the guest link'
  return undefined
}

/** The state of the kernel that a device needs before it may use its address. */
const ADMITTING = new Set(['nft', 'links'])

/** True if the Network contains a device at an address on a link, and the drivers have applied it. */
export function isAdmitted(network: Network, drift: readonly Drift[], mac: Mac, link: string, ip: Ip): boolean {
  const place = network.members.get(mac)?.place
  if (place?.ip !== ip || place.link !== link) return false
  return !drift.some(({ driver, what }) => {
    const words = what.split(' ')
    return ADMITTING.has(driver) && (what === 'all' || words.includes(link) || words.includes(ip))
  })
}
