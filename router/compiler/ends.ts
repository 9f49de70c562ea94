import { type Ip, ipToNumber, numberToIp } from '../values/ip.ts'
import { containsIp, MULTICAST_NET, outermost, parseSubnet, type Subnet } from '../values/subnet.ts'
import type { Custom, Frame, Member, Network, Uplink } from './network.ts'

/** The device that has an address now. */
export type MemberAt = (ip: string) => Member | undefined

/** The kinds of address that the rules distinguish. */
export type End =
  | { readonly kind: 'device'; readonly ip: Ip; readonly member: Member }
  /** An address of the home that no device has now. */
  | { readonly kind: 'unassigned'; readonly ip: Ip }
  | { readonly kind: 'router'; readonly ip: Ip }
  | { readonly kind: 'custom'; readonly ip: Ip; readonly customs: readonly Custom[] }
  /** A multicast group. The router may be a member. */
  | { readonly kind: 'multicast'; readonly ip: Ip }
  | { readonly kind: 'internet'; readonly ip: Ip }

export function endAt(network: Network, memberAt: MemberAt, ip: Ip): End {
  const { frame } = network
  const { customs } = frame
  if (isRouter(network, ip) && isHeld(frame, memberAt, ip)) return { kind: 'router', ip }
  if (isOwn(frame, ip)) {
    const member = memberAt(ip)
    return member?.place ? { kind: 'device', ip, member } : { kind: 'unassigned', ip }
  }
  const behind = customs.filter(({ net }) => containsIp(net, ip))
  if (behind.length > 0) return { kind: 'custom', ip, customs: behind }
  return { kind: containsIp(MULTICAST_NET, ip) ? 'multicast' : 'internet', ip }
}

/** Whether the rule disables the addresses behind its link. It takes precedence over all other rules for them. */
export const disablesAddresses = ({ policies }: Pick<Custom, 'policies'>): boolean => policies.includes('disabled')

/** Whether the address is the LAN IP, the router's address in a tiny subnet, an additional one, the gateway of a plugin, or one of an uplink or tunnel. */
export const isRouter = ({ frame }: Network, ip: string): boolean =>
  (frame.nets.some((net) => containsIp(net, ip)) && ipToNumber(ip) % 4 === 1) ||
  frame.additional.some(({ address }) => address.split('/')[0] === ip) ||
  isPluginGateway(frame, ip) ||
  isUplinkAddress({ frame }, ip)

/** The router has the first address in the network of each plugin. */
const isPluginGateway = ({ customs }: Frame, ip: string): boolean =>
  customs.some((custom) => isOfPlugin(custom) && ipToNumber(ip) === custom.net.base + 1)

/** Whether this is the network of a plugin, and not of a rule of the owner. */
export const isOfPlugin = ({ rule }: Pick<Custom, 'rule'>): boolean => rule.startsWith('plugins ')

/** The router has its address in a tiny subnet only while the device is connected. */
function isHeld({ nets }: Frame, memberAt: MemberAt, ip: Ip): boolean {
  const net = nets.find((one) => containsIp(one, ip))
  const value = ipToNumber(ip)
  return !net || value === net.base + 1 || memberAt(numberToIp(value + 1))?.place !== undefined
}

/** Additional networks of household links. The router has an address there, and no device does. */
export const addedNets = ({ additional }: Pick<Frame, 'additional'>): Subnet[] =>
  outermost(additional.flatMap(({ address }) => parseSubnet(address) ?? []))

/** The networks of the home, which no sender on the internet may use. */
export const ownNets = (frame: Pick<Frame, 'nets' | 'additional'>): Subnet[] =>
  outermost([...frame.nets, ...addedNets(frame)])

const isOwn = (frame: Pick<Frame, 'nets' | 'additional'>, ip: Ip): boolean =>
  ownNets(frame).some((net) => containsIp(net, ip))

const isUplinkAddress = ({ frame }: Pick<Network, 'frame'>, ip: string): boolean =>
  frame.uplinks.some((uplink) => addressesOf(uplink).includes(ip)) ||
  frame.tunnels.some(({ addresses }) => addresses.includes(ip))

/** The router's addresses on an uplink, the primary one first. */
export const addressesOf = ({ address, additional }: Pick<Uplink, 'address' | 'additional'>): Ip[] =>
  [...(address ? [address] : []), ...additional].map((text) => text.split('/', 1)[0]!)

export const opens = (member: Member, map: string): boolean =>
  member.admissions.some((admission) => admission.map === map)
