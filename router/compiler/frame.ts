import { lanIp, tinyNets } from '../features/dhcp/subnet.ts'
import { withoutDot } from '../features/dnslog/settings.ts'
import { isSamePort } from '../features/firewall/config.ts'
import { type CustomInterfaceRule, netOf } from '../features/firewall/rule.ts'
import { additionalNets } from '../features/links/address.ts'
import { type InterfaceConfig, uplinkLink } from '../features/links/interface.ts'
import { leaseConflictOf } from '../features/uplink/address.ts'
import type { Facts } from '../store/facts.ts'
import { formatSubnet, overlap, parseSubnet, type Subnet } from '../values/subnet.ts'
import { compileFilter } from './filter.ts'
import { compileLinks } from './links.ts'
import type { Custom, Frame, Uplink } from './network.ts'
import type { RuleSet } from './rules.ts'

/** All of the Network that does not depend on any one device. */
export function compileFrame(facts: Facts, ruleSets: readonly RuleSet[]): Frame {
  const home = tinyNets(facts.setting('subnet'))
  const named = [...facts.interfaces.values()].sort((a, b) => (a.Name < b.Name ? -1 : 1))
  const isDown = (link: InterfaceConfig): boolean =>
    [link.Name, uplinkLink(link)].some((name) => facts.downLinks.has(name))
  const links = named.filter((link) => link.Enabled && !isDown(link))
  const dns = facts.setting('dns')
  const taken = [...home, ...additionalNets(named).map(({ net }) => net)]
  // An uplink keeps its mark while another one is away: connections bear it.
  const uplinks = named
    .filter((link) => link.Type === 'Uplink')
    .map((link, order) => ({ link, mark: order + 1 }))
    .filter(({ link }) => links.includes(link))
    .map(({ link, mark }) => ({
      ...compileUplink(link, taken, facts),
      mark,
      well: facts.uplinkHealth.get(uplinkLink(link))?.well ?? true,
    }))
  return {
    nets: [...home, ...formerNets(facts, home, uplinks)],
    lanIp: lanIp(home),
    uplinks,
    providerRoutes: uplinks.flatMap((uplink) => providerRoutes(uplink, taken, facts)),
    ...compileLinks(links, facts),
    down: [...facts.downLinks.keys()].sort(),
    groups: [...facts.groups.values()]
      .filter((group) => !group.ServiceDestinations)
      .map((group) => ({ name: group.Name, enabled: !group.Disabled }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    tags: [...new Set(ruleSets.flatMap((set) => (set.kind === 'endpoint' ? [set.tag] : [])))],
    customs: [...facts.customInterfaces].filter(([, { Disabled }]) => !Disabled).map(compileCustom),
    ruleSets,
    firewall: withHeldPorts(facts),
    upstreams: dns.UpstreamProviders,
    familyUpstreams: dns.FamilyProviders,
    hosts: [...facts.hostnames.values()],
    filter: compileFilter(facts),
    unlogged: compileUnlogged(facts),
    credentials: facts.setting('tls')?.server,
  }
}

/** Ports of the router that are open, and those that are held open until the change that closed them is kept. */
function withHeldPorts(facts: Facts): Frame['firewall'] {
  const config = facts.setting('firewall')
  const held = facts.setting('confirm').waiting?.heldOpen ?? []
  const closed = held.filter((port) => !config.ServicePorts.some((open) => isSamePort(open, port)))
  return closed.length === 0 ? config : { ...config, ServicePorts: [...config.ServicePorts, ...closed] }
}

function compileUnlogged(facts: Facts): Frame['unlogged'] {
  const { HostPrivacyIPList, DomainIgnoreList } = facts.setting('dnsLog')
  return { clients: HostPrivacyIPList, names: DomainIgnoreList.map(withoutDot) }
}

/**
 * Networks that the home has moved out of, where devices still are. What the home moved out of because the provider is
 * there leads to the provider now.
 */
function formerNets(facts: Facts, home: readonly Subnet[], uplinks: readonly Pick<Uplink, 'address'>[]): Subnet[] {
  const beyond = uplinks.flatMap(({ address }) => (address && parseSubnet(address)) || [])
  return facts
    .setting('formerSubnets')
    .flatMap(tinyNets)
    .filter((net) => !home.some((current) => current.prefix <= net.prefix && overlap(current, net)))
    .filter((net) => !beyond.some((other) => overlap(other, net)))
    .filter((net, index, all) => all.findIndex((other) => formatSubnet(other) === formatSubnet(net)) === index)
}

/**
 * A provider may hand out an address of the home, by chance or in order to take a device's traffic: that lease counts for
 * nothing as long as the home is there.
 */
function compileUplink(
  link: InterfaceConfig,
  nets: readonly Subnet[],
  facts: Facts,
): Pick<Uplink, 'link' | 'dhcp' | 'address' | 'additional' | 'router'> {
  const name = uplinkLink(link)
  const additional = (link.AdditionalIPs ?? []).map(({ IP }) => IP)
  if (link.DisableDHCP) return { link: name, dhcp: false, address: link.IP, additional, router: link.Router }
  const given = facts.uplinkLeases.get(name)
  const lease = given && !leaseConflictOf(given, nets) ? given : undefined
  return { link: name, dhcp: true, address: lease?.address, additional, router: lease?.router }
}

/** What a provider calls its own, as long as its line leads anywhere; nothing of it may hide the home. */
const providerRoutes = (
  { link, dhcp, address, well }: Uplink,
  taken: readonly Subnet[],
  { uplinkLeases }: Facts,
): Frame['providerRoutes'] =>
  !dhcp || !address || !well
    ? []
    : (uplinkLeases.get(link)?.routes ?? [])
        .filter(({ net }) => !taken.some((other) => overlap(other, net)))
        .map((route) => ({ link, ...route }))

const compileCustom = ([rule, { Interface, SrcIP, RouteDst, ...may }]: [string, CustomInterfaceRule]): Custom => ({
  link: Interface,
  net: netOf(SrcIP),
  via: RouteDst,
  // As with a device, disabled outweighs all other policies, groups and tags.
  ...(may.Policies.includes('disabled')
    ? { policies: ['disabled' as const], groups: [], tags: [] }
    : { policies: may.Policies, groups: may.Groups, tags: may.Tags }),
  rule,
})
