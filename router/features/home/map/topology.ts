import type { CompiledSite, Member, Network } from '../../../compiler/network.ts'
import { heldRules } from '../../../compiler/pfwrules.ts'
import { exitsOf, outgoingOf, serverOf } from '../../../compiler/tunnels.ts'
import { type Device, isDisabled, isPending } from '../../../model/home/devices/device.ts'
import { BLOCK_SIZE, routerSide } from '../../../model/home/dhcp/subnet.ts'
import type { Topology, TopologyEdge, TopologyNode } from '../../../model/home/map/contract.ts'
import { baseOf, stationLink } from '../../../model/internet/links/interface.ts'
import { closeness } from '../../../model/vpn/tunnels/tunnel.ts'
import { radioOf } from '../../../model/wifi/radios/radio.ts'
import type { Facts } from '../../../store/facts.ts'
import { ipToNumber, numberToIp } from '../../../values/ip.ts'
import { connectedLink, isPeer } from './connected.ts'

const ROUTER = 'router'
/** Each member of a group is joined to each other one up to this many: edges grow with the square. */
const MOST_JOINED = 16

const ifaceId = (link: string): string => `iface:${link}`
const deviceId = (identity: string): string => `dev:${identity}`
const siteId = (name: string): string => `site:${name}`
const endpointId = (name: string): string => `endpoint:${name}`

/** How clients show a node without a stored style. */
export const styleOf = (kind: Exclude<TopologyNode['Kind'], 'device'>): TopologyNode['Style'] => ({
  Icon: ICONS[kind],
  Color: '',
})
const ICONS = {
  ...{ router: 'Router', uplink: 'Globe', ap_radio: 'Wifi', port: 'Ethernet', vpn: 'Vpn', endpoint: 'Target' },
  ...{ extension: 'Puzzle', leaf_router: 'Router' },
} as const

/** The home as a graph: connections between links and devices, and permitted connections between devices. `now` in milliseconds. */
export function topologyOf(facts: Facts, { frame, members }: Network, hostName: string, now: number): Topology {
  const devices = [...facts.devices].filter(([identity]) => !isPending(identity))
  const isUp = (link: string): boolean => facts.links.get(link)?.up === true && !frame.down.includes(link)
  const stations = [...facts.stations.values()].map(({ link }) => radioOf(baseOf(link)))
  const household = new Set([...frame.wired, ...stations])
  const server = serverOf(frame)
  const tunnels = outgoingOf(frame).filter(({ link }) => !frame.sites.some((site) => site.link === link))
  const isOnline = ({ WGPubKey }: Device): boolean => facts.vpnPeers.get(WGPubKey)?.online === true

  const nodes: TopologyNode[] = [
    { ID: ROUTER, Kind: 'router', Name: hostName, IP: frame.lanIp, Online: true, Style: styleOf('router') },
    ...frame.uplinks.map(
      ({ link, address }): TopologyNode => ({
        ...{ ID: ifaceId(link), Kind: 'uplink', Name: link, Iface: link, Online: isUp(link) },
        Style: styleOf('uplink'),
        ...(address && { IP: address.split('/', 1)[0] }),
      }),
    ),
    ...tunnels.flatMap(({ link, addresses }): TopologyNode[] => {
      const tunnel = [...facts.tunnels.values()].find(({ Link }) => Link === link)
      if (!tunnel) return []
      const Online = facts.tunnelStates.get(tunnel.Name)?.up === true
      const seen = { ID: ifaceId(link), Kind: 'uplink', Name: tunnel.Name, Iface: link, ConnType: 'wireguard' } as const
      return [{ ...seen, Online, Style: styleOf('vpn'), ...(addresses[0] && { IP: addresses[0] }) }]
    }),
    ...[...household].map((link): TopologyNode => {
      const isWired = frame.wired.includes(link)
      const Kind = isWired ? 'port' : 'ap_radio'
      return {
        ...{ ID: ifaceId(link), Kind, Name: link, Iface: link, Online: isUp(link), Style: styleOf(Kind) },
        ConnType: isWired ? 'wired' : 'wifi',
      }
    }),
    ...(server
      ? [
          {
            ...{ ID: ifaceId(server.link), Kind: 'vpn', Name: server.link, Iface: server.link, Style: styleOf('vpn') },
            ...{ Online: isUp(server.link), ConnType: 'wireguard' },
          } satisfies TopologyNode,
        ]
      : []),
    ...devices.map(([identity, device]) => deviceNode(identity, device, members.get(identity), isOnline(device))),
    ...[...facts.endpoints.values()]
      .filter(({ Disabled }) => !Disabled)
      .map(
        ({ RuleName, IP, Tags }): TopologyNode => ({
          ...{ ID: endpointId(RuleName), Kind: 'endpoint', Name: RuleName, Tags, Online: true },
          Style: styleOf('endpoint'),
          ...(IP && { IP }),
        }),
      ),
    ...frame.sites.map(
      ({ name, link }): TopologyNode => ({
        ...{ ID: siteId(name), Kind: 'vpn', Name: name, Iface: link, ConnType: 'wireguard', Style: styleOf('vpn') },
        Online: facts.tunnelStates.get(name)?.up === true,
      }),
    ),
  ]
  return {
    GeneratedAt: new Date(now).toISOString(),
    Nodes: nodes,
    Edges: [
      ...frame.uplinks.map(({ link }) => edge(ROUTER, ifaceId(link), 'l1', 'uplink')),
      ...[...household].map((link) => edge(ROUTER, ifaceId(link), 'l1', frame.wired.includes(link) ? 'wired' : 'wifi')),
      ...(server ? [edge(ROUTER, ifaceId(server.link), 'l1', 'wg')] : []),
      ...frame.sites.map(({ name }) => edge(ROUTER, siteId(name), 'l1', 'wg')),
      ...tunnels.map(({ link }) => edge(ROUTER, ifaceId(link), 'l1', 'wg')),
      ...devices.flatMap(([identity, device]) => connection(identity, members.get(identity), isOnline(device))),
      ...devices.flatMap(([identity, device]) => permissions(identity, device, facts, frame)),
      ...frame.sites.flatMap((site) => siteEdges(site, devices)),
      ...groupEdges(devices, facts),
    ],
    Sinks: [],
  }
}

const edge = (From: string, To: string, Layer: TopologyEdge['Layer'], Kind: string): TopologyEdge => ({
  From,
  To,
  Layer,
  Kind,
})

function deviceNode(identity: string, device: Device, member: Member | undefined, isOnVpn: boolean): TopologyNode {
  const link = connectedLink(member, isOnVpn)
  return {
    ID: deviceId(identity),
    Kind: 'device',
    Name: device.Name,
    ...(device.MAC && { MAC: device.MAC }),
    ...(device.RecentIP && { IP: device.RecentIP, TinyNet: tinyNetOf(device.RecentIP) }),
    ...(device.VLANTag && { VLANTag: device.VLANTag }),
    ConnType: link === undefined ? 'offline' : kindOf(link, member),
    ...(link !== undefined && { Iface: link }),
    Groups: device.Groups,
    Policies: device.Policies,
    Tags: device.DeviceTags,
    Online: link !== undefined,
    Isolated: isCutOff(device),
    Style: device.Style,
    DHCPFirstTime: device.DHCPFirstTime,
    DHCPLastTime: device.DHCPLastTime,
  }
}

const kindOf = (link: string, member: Member | undefined): 'wifi' | 'wired' | 'wireguard' =>
  isPeer(member) ? 'wireguard' : stationLink(link) ? 'wifi' : 'wired'

const isCutOff = (device: Device): boolean => isDisabled(device) || device.Policies.includes('quarantine')

const tinyNetOf = (ip: string): string => `${numberToIp(ipToNumber(routerSide(ip)) - 1)}/${32 - Math.log2(BLOCK_SIZE)}`

/** A device on the link that it is on; none while it is away. */
function connection(identity: string, member: Member | undefined, isOnVpn: boolean): TopologyEdge[] {
  const link = connectedLink(member, isOnVpn)
  if (link === undefined) return []
  return [
    stationLink(link)
      ? edge(ifaceId(radioOf(baseOf(link))), deviceId(identity), 'l1', 'wifi')
      : edge(ifaceId(link), deviceId(identity), 'l1', isPeer(member) ? 'wg' : 'wired'),
  ]
}

/** What policies and tags permit a device. */
function permissions(identity: string, device: Device, facts: Facts, frame: Network['frame']): TopologyEdge[] {
  if (isCutOff(device)) return []
  const from = deviceId(identity)
  const to = (target: string, kind: string) => edge(from, target, 'policy', kind)
  const endpoints = [...facts.endpoints.values()].filter(
    ({ Disabled, Tags }) => !Disabled && Tags.some((tag) => device.DeviceTags.includes(tag)),
  )
  const exits = exitsOf(device, frame, heldRules(identity, device, frame.pfw, facts))
  const whole = exits.find(({ all }) => all)
  const links = whole ? [whole.link] : frame.uplinks.map(({ link }) => link)
  const wayId = (link: string): string => {
    const site = frame.sites.find((one) => one.link === link)
    return site ? siteId(site.name) : ifaceId(link)
  }
  return [
    ...(device.Policies.includes('wan') ? links.flatMap((link) => (link ? to(wayId(link), 'policy:wan') : [])) : []),
    ...exits.flatMap(({ all, name, link }) => (all || !link ? [] : to(wayId(link), `policy:exit:${name}`))),
    ...(device.Policies.includes('lan') ? [to(ROUTER, 'policy:lan')] : []),
    ...endpoints.map(({ RuleName }) => to(endpointId(RuleName), `endpoint:${RuleName}`)),
  ]
}

/** Devices that may connect to another home, and those that it may connect to. */
const siteEdges = (
  { name, users, shared }: CompiledSite,
  devices: readonly (readonly [string, Device])[],
): TopologyEdge[] =>
  devices.flatMap(([identity, device]) => {
    if (isCutOff(device)) return []
    const [here, there] = [deviceId(identity), siteId(name)]
    return [
      ...(closeness(users, device) > 0 ? [edge(here, there, 'policy', `policy:site:${name}`)] : []),
      ...(closeness(shared, device) > 0 ? [edge(there, here, 'policy', `policy:site:${name}`)] : []),
    ]
  })

/** Members of the same group, both ways. */
function groupEdges(devices: readonly (readonly [string, Device])[], { groups }: Facts): TopologyEdge[] {
  return [...groups.values()].flatMap(({ Name, Disabled }) => {
    if (Disabled) return []
    const members = devices
      .filter(([, device]) => device.Groups.includes(Name) && !isCutOff(device))
      .map(([identity]) => deviceId(identity))
    const join = (From: string, To: string) => ({ ...edge(From, To, 'policy', `group:${Name}`), Bidir: true })
    if (members.length > MOST_JOINED) return members.map((member) => join(member, ROUTER))
    return members.flatMap((member, i) => members.slice(i + 1).map((other) => join(member, other)))
  })
}
