import { type Ip, ipToNumber, numberToIp } from '../values/ip.ts'
import { containsIp, MULTICAST_NET, outermost, parseSubnet, type Subnet } from '../values/subnet.ts'
import type { Custom, Frame, Member, Network, Uplink } from './network.ts'

/** The device that has an address now. */
export type MemberAt = (ip: string) => Member | undefined

/** Who is at an address, as far as the rules distinguish. */
export type End =
  | { readonly kind: 'device'; readonly ip: Ip; readonly member: Member }
  /** An address of the home that no device has now. */
  | { readonly kind: 'nobody'; readonly ip: Ip }
  | { readonly kind: 'router'; readonly ip: Ip }
  | { readonly kind: 'custom'; readonly ip: Ip; readonly customs: readonly Custom[] }
  /** A group of listeners, of which the router may be one. */
  | { readonly kind: 'multicast'; readonly ip: Ip }
  | { readonly kind: 'internet'; readonly ip: Ip }

export function endAt(network: Network, memberAt: MemberAt, ip: Ip): End {
  const { frame } = network
  const { customs } = frame
  if (isRouter(network, ip) && isHeld(frame, memberAt, ip)) return { kind: 'router', ip }
  if (isOwn(frame, ip)) {
    const member = memberAt(ip)
    return member?.place ? { kind: 'device', ip, member } : { kind: 'nobody', ip }
  }
  const behind = customs.filter(({ net }) => containsIp(net, ip))
  if (behind.length > 0) return { kind: 'custom', ip, customs: behind }
  return { kind: containsIp(MULTICAST_NET, ip) ? 'multicast' : 'internet', ip }
}

/** The rule disables the addresses behind its link; it outweighs all other rules for them. */
export const isDisabled = ({ policies }: Pick<Custom, 'policies'>): boolean => policies.includes('disabled')

/** The LAN IP, the router's side of a device's own network, one that its owner added, or its address towards a provider. */
export const isRouter = ({ frame }: Network, ip: string): boolean =>
  (frame.nets.some((net) => containsIp(net, ip)) && ipToNumber(ip) % 4 === 1) ||
  frame.additional.some(({ address }) => address.split('/')[0] === ip) ||
  isUplinkAddress({ frame }, ip)

/** Its side of a device's own network is an address of the router only while the device is here. */
function isHeld({ nets }: Frame, memberAt: MemberAt, ip: Ip): boolean {
  const net = nets.find((one) => containsIp(one, ip))
  const value = ipToNumber(ip)
  return !net || value === net.base + 1 || memberAt(numberToIp(value + 1))?.place !== undefined
}

/** Further networks of household links, set by the owner. The router has an address there, and no device does. */
export const addedNets = ({ additional }: Pick<Frame, 'additional'>): Subnet[] =>
  outermost(additional.flatMap(({ address }) => parseSubnet(address) ?? []))

/** Where nobody can be who is outside. */
export const ownNets = (frame: Pick<Frame, 'nets' | 'additional'>): Subnet[] =>
  outermost([...frame.nets, ...addedNets(frame)])

const isOwn = (frame: Pick<Frame, 'nets' | 'additional'>, ip: Ip): boolean =>
  ownNets(frame).some((net) => containsIp(net, ip))

const isUplinkAddress = ({ frame }: Pick<Network, 'frame'>, ip: string): boolean =>
  frame.uplinks.some((uplink) => addressesOf(uplink).includes(ip))

/** The router's addresses on an uplink, its first one first. */
export const addressesOf = ({ address, additional }: Pick<Uplink, 'address' | 'additional'>): Ip[] =>
  [...(address ? [address] : []), ...additional].map((text) => text.split('/', 1)[0]!)

export const opens = (member: Member, map: string): boolean =>
  member.admissions.some((admission) => admission.map === map)
