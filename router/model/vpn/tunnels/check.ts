import { Invalid } from '../../../errors.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import { isIp } from '../../../values/ip.ts'
import {
  containsIp,
  formatSubnet,
  overlap,
  PRIVATE_NETS,
  parseSubnet,
  type Subnet,
  sizeOf,
  UNROUTABLE_NETS,
} from '../../../values/subnet.ts'
import type { ForwardingRule } from '../../firewall/config/configrule.ts'
import { demandNotForwarded } from '../../firewall/config/ownports.ts'
import type { TakenNet } from '../../home/dhcp/revision.ts'
import { type SubnetConfig, tinyNets } from '../../home/dhcp/subnet.ts'
import { additionalNets } from '../../internet/links/address.ts'
import type { InterfaceConfig } from '../../internet/links/interface.ts'
import type { Exit, Tunnel } from './tunnel.ts'

/** What a tunnel must not collide with. */
export interface Surroundings {
  /** The networks of the home. */
  readonly home: readonly Subnet[]
  /** The networks of plugins. */
  readonly plugins: readonly TakenNet[]
  /** The other tunnels. */
  readonly others: readonly Tunnel[]
  /** The router's addresses on its uplinks. */
  readonly own: readonly string[]
  /** The port forwards. */
  readonly forwards: Iterable<ForwardingRule>
  /** The VPN server of the router. */
  readonly server: { readonly PublicKey: string; readonly Port: number }
}

/** The networks of the home. */
export const homeNets = (subnet: SubnetConfig, interfaces: Iterable<InterfaceConfig>): Subnet[] => [
  ...tinyNets(subnet),
  ...additionalNets(interfaces).map(({ net }) => net),
]

/** Throws `Invalid` for a tunnel that cannot work. `at` is the field that a setting was given in. */
export function demandUsable(tunnel: Tunnel, around: Surroundings, at: (setting: string) => string): void {
  const { Addresses, Peer, PublicKey, ListenPort } = tunnel
  const { others, server } = around
  if (Addresses.length === 0) throw new Invalid(phrase('vpn.interfaceAddressMissing'), at('Addresses'))
  for (const ip of Addresses) demandOutside(ip, around, at('Addresses'))
  for (const ip of tunnel.DNS)
    if (UNROUTABLE_NETS.some((net) => containsIp(net, ip)))
      throw new Invalid(phrase('vpn.tunnelResolverAddress', ip), at('DNS'))
  if (Peer.PublicKey === PublicKey || Peer.PublicKey === server.PublicKey)
    throw new Invalid(phrase('vpn.ownKeyAsPeer'), at('Peer.PublicKey'))
  const twin = others.find((other) => other.Peer.PublicKey === Peer.PublicKey)
  if (twin) throw new Invalid(phrase('vpn.tunnelPeerTaken', twin.Name), at('Peer.PublicKey'))
  demandSeparate(tunnel, around, at('Peer.AllowedIPs'))
  if (ListenPort > 0 && (ListenPort === server.Port || others.some((other) => other.ListenPort === ListenPort)))
    throw new Invalid(phrase('vpn.portTaken', ListenPort), at('ListenPort'))
  if (ListenPort > 0 && tunnel.Enabled)
    demandNotForwarded({ Protocol: 'udp', Port: ListenPort }, around.forwards, at('ListenPort'))
  demandEndpoint(tunnel, around, at('Peer.Endpoint'))
}

function demandOutside(ip: string, { home, plugins }: Surroundings, field: string): void {
  const net = home.find((one) => containsIp(one, ip))
  if (net) throw new Invalid(phrase('vpn.addressInHomeWithAdvice', ip, formatSubnet(net), suggestion(home)), field)
  const taken = plugins.find((one) => containsIp(one.net, ip))
  if (taken) throw new Invalid(phrase('vpn.addressInTakenNetwork', ip, formatSubnet(taken.net), taken.by), field)
  if (UNROUTABLE_NETS.some((one) => containsIp(one, ip))) throw new Invalid(phrase('vpn.tunnelHostAddress', ip), field)
}

/** The networks of another site: private ones that are named. A default route, or most of one, is a provider's. */
const siteNets = ({ Peer }: Pick<Tunnel, 'Peer'>): Subnet[] =>
  Peer.AllowedIPs.flatMap((text) => parseSubnet(text) ?? []).filter((net) =>
    PRIVATE_NETS.some((one) => one.prefix <= net.prefix && overlap(one, net)),
  )

function demandSeparate(tunnel: Tunnel, { home, plugins, others }: Surroundings, field: string): void {
  for (const net of siteNets(tunnel)) {
    const taken = plugins.find((one) => overlap(one.net, net))
    if (taken)
      throw new Invalid(phrase('vpn.networkOverlapsOther', formatSubnet(net), formatSubnet(taken.net), taken.by), field)
    const mine = home.find((one) => overlap(one, net))
    if (mine)
      throw new Invalid(
        phrase('vpn.networkOverlapsHome', formatSubnet(net), formatSubnet(mine), suggestion([...home, net])),
        field,
      )
    const other = others.find((one) => siteNets(one).some((theirs) => overlap(theirs, net)))
    if (other && !isHost(net))
      throw new Invalid(phrase('vpn.siteNetworksOverlap', formatSubnet(net), other.Name), field)
  }
}

/** Providers give the same resolver address in all their tunnels. */
const isHost = ({ prefix }: Subnet): boolean => prefix === 32

/** A private network that overlaps none of the others, such as `192.168.3.0/24`; empty if there is none. */
export function freeNetwork(taken: readonly Subnet[]): string {
  for (let third = 3; third < 255; third++) {
    const text = `192.168.${third}.0/24`
    const net = parseSubnet(text)
    if (net && !taken.some((one) => overlap(one, net))) return text
  }
  return ''
}

function suggestion(taken: readonly Subnet[]): Phrase {
  const free = freeNetwork(taken)
  return free ? phrase('vpn.changeOneNetworkTo', free) : phrase('vpn.changeOneNetwork')
}

/** The networks of other sites, which lead to tunnels. */
export const tunnelNets = (tunnels: Iterable<Tunnel>): TakenNet[] =>
  [...tunnels].flatMap((tunnel) =>
    siteNets(tunnel).map((net) => ({ by: phrase('vpn.networkBehindTunnel', tunnel.Name), net })),
  )

function demandEndpoint(tunnel: Tunnel, { home, others, own }: Surroundings, field: string): void {
  const { Endpoint } = tunnel.Peer
  if (Endpoint === '') {
    if (tunnel.ListenPort === 0) throw new Invalid(phrase('vpn.siteListenPortMissing'), field)
    return
  }
  if (Endpoint.startsWith('[')) throw new Invalid(phrase('vpn.endpointHost'), field)
  const host = hostOf(Endpoint)
  if (/^[\d.]+$/.test(host) && !isIp(host)) throw new Invalid(phrase('vpn.tunnelAddressFormat', host), field)
  if (isIp(host)) demandReachable(host, { home, own, tunnels: [tunnel, ...others] }, field)
}

/** Throws `Invalid` for an endpoint to which encrypted packets would not leave by an uplink. */
export function demandReachable(
  ip: string,
  { home, own, tunnels }: { home: readonly Subnet[]; own: readonly string[]; tunnels: readonly Tunnel[] },
  field: string,
): void {
  if (UNROUTABLE_NETS.some((net) => containsIp(net, ip))) throw new Invalid(phrase('vpn.tunnelHostAddress', ip), field)
  if (own.includes(ip)) throw new Invalid(phrase('vpn.routerAddressUsed', ip), field)
  const net = home.find((one) => containsIp(one, ip))
  if (net) throw new Invalid(phrase('vpn.addressInHomeNetwork', ip, formatSubnet(net)), field)
  const through = tunnels.find((one) => siteNets(one).some((theirs) => containsIp(theirs, ip)))
  if (through) throw new Invalid(phrase('vpn.endpointLoop', ip, through.Name), field)
}

export const hostOf = (endpoint: string): string => endpoint.replace(/:\d+$/, '')
export const portOf = (endpoint: string): number => Number(endpoint.replace(/^.*:/, ''))

/** Half of all addresses: providers leave out private networks. */
const MOST_OF_THE_INTERNET = 2 ** 31

/** Throws `Invalid` for an exit that cannot work. */
export function demandExit(
  exit: Exit,
  { tunnels, others, home }: { tunnels: readonly Tunnel[]; others: readonly Exit[]; home: readonly Subnet[] },
): void {
  if (exit.Tunnels.length === 0) throw new Invalid(phrase('vpn.exitTunnelMissing'), 'Tunnels')
  const used = exit.Tunnels.map((name) => {
    const tunnel = tunnels.find(({ Name }) => Name === name)
    if (!tunnel) throw new Invalid(phrase('vpn.exitTunnelUnknown', JSON.stringify(name)), 'Tunnels')
    return { name, nets: tunnel.Peer.AllowedIPs.flatMap((text) => parseSubnet(text) ?? []) }
  })
  if (exit.Traffic === 'all') {
    const narrow = used.find(({ nets }) => nets.reduce((sum, net) => sum + sizeOf(net), 0) < MOST_OF_THE_INTERNET)
    if (narrow) throw new Invalid(phrase('vpn.exitTunnelTooNarrow', narrow.name), 'Tunnels')
    return
  }
  if (exit.Networks.length + exit.Domains.length === 0)
    throw new Invalid(phrase('vpn.exitDestinationMissing'), 'Networks')
  for (const text of exit.Networks) {
    const net = parseSubnet(text)
    if (!net || net.prefix === 0) throw new Invalid(phrase('vpn.exitNetworkFormat', text), 'Networks')
    if (UNROUTABLE_NETS.some((one) => overlap(one, net)))
      throw new Invalid(phrase('field.networkUnroutable', text), 'Networks')
    const mine = home.find((one) => overlap(one, net))
    if (mine)
      throw new Invalid(
        phrase('vpn.networkOverlapsHome', text, formatSubnet(mine), suggestion([...home, net])),
        'Networks',
      )
    const outside = used.find(({ nets }) => !nets.some((one) => one.prefix <= net.prefix && overlap(one, net)))
    if (outside) throw new Invalid(phrase('vpn.exitTunnelNotRouted', outside.name, text), 'Networks')
    const other = others.find((one) => one.Traffic === 'listed' && leadsElsewhere(one, exit) && lists(one, net))
    if (other) throw new Invalid(phrase('vpn.exitNetworksOverlap', text, other.Name), 'Networks')
  }
}

const leadsElsewhere = (a: Exit, b: Exit): boolean => a.Tunnels.join('\n') !== b.Tunnels.join('\n')
const lists = ({ Networks }: Exit, net: Subnet): boolean =>
  Networks.some((text) => {
    const one = parseSubnet(text)
    return one !== undefined && overlap(one, net)
  })
