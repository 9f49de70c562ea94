import type { Frame } from '../../compiler/network.ts'
import type { FirewallConfig } from '../../model/firewall/config/config.ts'
import {
  type GroupPort,
  MDNS,
  type MulticastAddress,
  type MulticastSettings,
  parseGroupPort,
} from '../../model/firewall/multicast/settings.ts'
import type { Ip } from '../../values/ip.ts'
import type { Subnet } from '../../values/subnet.ts'

/** Protocols whose messages the relay reads. */
export type DiscoveryProtocol = 'mDNS' | 'SSDP' | 'WS-Discovery'

/** UPnP Device Architecture 2.0 §1.1.1; WS-Discovery 1.1 §2.4. */
const PORTS: ReadonlyMap<number, DiscoveryProtocol> = new Map([
  [MDNS.port, 'mDNS'],
  [1900, 'SSDP'],
  [3702, 'WS-Discovery'],
])

/** The protocol of datagrams to this port of a group; undefined if the relay does not read it. */
export const protocolAt = (port: number): DiscoveryProtocol | undefined => PORTS.get(port)

/** UDP ports that the relay receives, and groups that it joins on links whose switches may filter multicast. */
export interface Listening {
  readonly ports: readonly number[]
  readonly joins: readonly { readonly link: string; readonly groups: readonly Ip[] }[]
  /** Networks in which the router's addresses receive answers to forwarded questions. */
  readonly answersIn: readonly Subnet[]
}

type Firewall = Pick<FirewallConfig, 'MulticastPorts'>

const isOpen = ({ MulticastPorts }: Firewall, port: number): boolean =>
  MulticastPorts.some((open) => Number(open.Port) === port)

/** Whether the router answers to its name on uplinks: advertising is on, and the firewall opens the port to uplinks. */
export const advertises = (settings: MulticastSettings, { MulticastPorts }: Firewall): boolean =>
  !settings.DisableMDNSAdvertise && MulticastPorts.some(({ Port, Upstream }) => Number(Port) === MDNS.port && Upstream)

/** The groups to relay, by `group:port`: enabled, and the firewall opens their port. */
export function relayed(settings: MulticastSettings, firewall: Firewall): Map<string, MulticastAddress> {
  const entries = settings.Disabled ? [] : settings.Addresses.filter(({ Disabled }) => !Disabled)
  const reachable = entries.filter(({ Address }) => isOpen(firewall, parseGroupPort(Address)!.port))
  return new Map(reachable.map((entry) => [entry.Address, entry]))
}

/** Groups are joined on wired links only: a radio passes all multicast of its stations. */
export function listeningFor(settings: MulticastSettings, { firewall, wired, uplinks, nets }: Frame): Listening {
  const atHome: GroupPort[] = [...relayed(settings, firewall).keys()].map((address) => parseGroupPort(address)!)
  const answersIn = atHome.some(({ port }) => protocolAt(port)) ? nets : []
  if (isOpen(firewall, MDNS.port)) atHome.push(MDNS)
  const groups = [...new Set(atHome.map(({ group }) => group))].sort()
  return {
    ports: [...new Set(atHome.map(({ port }) => port))].sort((a, b) => a - b),
    joins: [
      ...wired.map((link) => ({ link, groups })),
      ...(advertises(settings, firewall) ? uplinks.map(({ link }) => ({ link, groups: [MDNS.group] })) : []),
    ].filter((join) => join.groups.length > 0),
    answersIn,
  }
}
