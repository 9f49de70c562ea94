import type { Slot } from '../../../compiler/configrules.ts'
import type { Custom, Network } from '../../../compiler/network.ts'
import { isAnyPort } from '../../../model/firewall/config/port.ts'
import { groupMaps, tagSet } from '../../../model/home/groups/group.ts'
import { numberToIp } from '../../../values/ip.ts'
import { PRIVATE_NETS, type Subnet } from '../../../values/subnet.ts'

/** An element of a verdict map as nft writes it in JSON: its key, and its verdict. */
export type MapElement = [key: unknown, verdict: Record<string, null>]

/** A verdict map that clients know, and that the ruleset has as rules or as sets of another shape. */
export interface DerivedMap {
  readonly type: readonly string[]
  readonly elem: readonly MapElement[]
}

const HERE = ['ipv4_addr', 'ifname']
const FOUR = ['ipv4_addr', 'ipv4_addr', 'inet_proto', 'inet_service']
const REACH = ['ipv4_addr', 'ifname', 'ipv4_addr', 'inet_service']
const accept = { accept: null }
const drop = { drop: null }

/** From the facts that the ruleset is compiled from. */
const DERIVED: Readonly<Record<string, (network: Network) => DerivedMap>> = {
  fwd_iface_wan: ({ frame }) => ({ type: HERE, elem: places(frame.customs, 'wan') }),
  fwd_iface_lan: ({ frame }) => ({ type: HERE, elem: places(frame.customs, 'lan') }),
  fwd_block: (network) => ({ type: FOUR, elem: blocks(network, 'forward block') }),
  output_block: (network) => ({ type: FOUR, elem: blocks(network, 'output block') }),
  lan_tcp_accept: (network) => servicePorts(network, 'tcp', false),
  wan_tcp_accept: (network) => servicePorts(network, 'tcp', true),
  lan_udp_accept: (network) => servicePorts(network, 'udp', false),
  wan_udp_accept: (network) => servicePorts(network, 'udp', true),
  multicast_lan_udp_accept: ({ frame }) => ports(frame.firewall.MulticastPorts),
  multicast_wan_udp_accept: ({ frame }) => ports(frame.firewall.MulticastPorts.filter(({ Upstream }) => Upstream)),
  ping_rules: pingLinks,
  drop_private_rfc1918: () => ({
    type: ['ipv4_addr'],
    elem: PRIVATE_NETS.map((net): MapElement => [netValue(numberToIp(net.base), net.prefix), drop]),
  }),
  ept_tcpfwd: (network) => ({ type: REACH, elem: endpoints(network, 'tcp') }),
  ept_udpfwd: (network) => ({ type: REACH, elem: endpoints(network, 'udp') }),
  // Links of site-to-site VPNs, of which there are none yet.
  site_forward: () => ({ type: HERE, elem: [] }),
}

export const DERIVED_MAPS = Object.keys(DERIVED)

export const derivedMap = (name: string, network: Network): DerivedMap | undefined =>
  Object.hasOwn(DERIVED, name) ? DERIVED[name]!(network) : undefined

/** What custom interfaces would be in a map that the kernel has for devices; in the ruleset each is a rule. */
export function customElements(name: string, { customs, groups }: Network['frame']): MapElement[] {
  switch (name) {
    case 'internet_access':
      return places(customs, 'wan')
    case 'dns_access':
      return places(customs, 'dns')
    case 'lan_access':
      return places(customs, 'lan')
    case 'upstream_private_rfc1918_allowed':
      return places(
        customs.filter(({ policies }) => policies.includes('wan')),
        'lan_upstream',
        { return: null },
      )
    default: {
      const group = groups.find((one) => Object.values(groupMaps(one.name)).includes(name))
      return group
        ? customs.filter((custom) => custom.groups.includes(group.name)).map((one) => [placeOf(one), accept])
        : []
    }
  }
}

const places = (
  customs: readonly Custom[],
  policy: Custom['policies'][number],
  verdict: Record<string, null> = accept,
): MapElement[] =>
  customs.filter(({ policies }) => policies.includes(policy)).map((custom) => [placeOf(custom), verdict])

const placeOf = ({ net, link }: Custom) => ({ concat: [subnetValue(net), link] })
const subnetValue = ({ base, prefix }: Subnet): unknown => netValue(numberToIp(base), prefix)
const netValue = (addr: string, len: number): unknown => (len === 32 ? addr : { prefix: { addr, len } })

function ports(open: readonly { readonly Port: string }[]): DerivedMap {
  return { type: ['inet_service'], elem: open.map(({ Port }) => [Number(Port), accept]) }
}

const servicePorts = ({ frame }: Network, protocol: 'tcp' | 'udp', upstream: boolean): DerivedMap =>
  ports(frame.firewall.ServicePorts.filter((port) => port.Protocol === protocol && (!upstream || port.UpstreamEnabled)))

/** The links on which the router answers a ping. */
function pingLinks({ frame, members }: Network): DerivedMap {
  const { PingLan, PingWan } = frame.firewall
  const household = [...frame.wired, ...[...members.values()].flatMap(({ place }) => place?.link ?? [])]
  const links = new Set([...(PingLan ? household : []), ...(PingWan ? frame.uplinks.map(({ link }) => link) : [])])
  return { type: ['ifname'], elem: [...links].map((link) => [link, accept]) }
}

const blocks = ({ slots }: Network, kind: 'forward block' | 'output block'): MapElement[] =>
  [...slots.values()].flatMap((slot) => {
    if (slot.set.kind !== kind) return []
    const { set, key } = slot
    const [source, destination] = [set.source > 0 ? key[0]! : '0.0.0.0', key[set.source > 0 ? 1 : 0]!]
    const ends = [
      netValue(source, set.source),
      netValue(set.destination > 0 ? destination : '0.0.0.0', set.destination),
    ]
    return portValues(slot).map((port): MapElement => [{ concat: [...ends, protocolOf(slot), port] }, drop])
  })

/** Each device with a tag, together with each endpoint of that tag. */
function endpoints({ frame, members, slots }: Network, protocol: 'tcp' | 'udp'): MapElement[] {
  const holders = new Map<string, unknown[][]>(
    frame.tags.map((tag) => [
      tag,
      [
        ...[...members.values()].flatMap(({ admissions }) =>
          admissions.filter(({ map }) => map === tagSet(tag)).map(({ key }) => [...key]),
        ),
        ...frame.customs.filter(({ tags }) => tags.includes(tag)).map(({ net, link }) => [subnetValue(net), link]),
      ],
    ]),
  )
  return [...slots.values()].flatMap((slot) => {
    const { set, key } = slot
    if (set.kind !== 'endpoint' || protocolOf(slot) !== protocol) return []
    const place = netValue(set.destination > 0 ? key[0]! : '0.0.0.0', set.destination)
    return (holders.get(set.tag) ?? []).flatMap((holder) =>
      portValues(slot).map((port): MapElement => [{ concat: [...holder, place, port] }, accept]),
    )
  })
}

/** The protocol follows the addresses in the key, and a single port follows the protocol. */
const protocolOf = ({ key }: Slot): string => key.find((part) => part === 'tcp' || part === 'udp') ?? ''

const portValues = ({ spans }: Slot): unknown[] =>
  spans.map(({ ports = { first: 1, last: 65535 } }) =>
    isAnyPort(ports)
      ? { range: [0, 65535] }
      : ports.first === ports.last
        ? ports.first
        : { range: [ports.first, ports.last] },
  )
