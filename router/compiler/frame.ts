import { isSamePort } from '../model/firewall/config/config.ts'
import { type CustomInterfaceRule, netOf } from '../model/firewall/config/configrule.ts'
import { BLOCKED_NETWORKS } from '../model/firewall/geoblock/networks.ts'
import { lanIp, tinyNets } from '../model/home/dhcp/subnet.ts'
import { SETUP_SSID } from '../model/home/setup/network.ts'
import { leaseConflictOf } from '../model/internet/connection/address.ts'
import { additionalNets } from '../model/internet/links/address.ts'
import { type InterfaceConfig, uplinkLink } from '../model/internet/links/interface.ts'
import { defaultRadioSettings } from '../model/wifi/radios/radio.ts'
import type { Facts } from '../store/facts.ts'
import { withoutDot } from '../values/domain.ts'
import { formatSubnet, overlap, parseSubnet, type Subnet } from '../values/subnet.ts'
import type { RuleSet } from './configrules.ts'
import { compileFilter } from './filter.ts'
import { compileLinks } from './links.ts'
import type { AccessPoint, Custom, Frame, PppoeSession, Uplink, WifiLink } from './network.ts'
import { compilePfw, pfwExits } from './pfwrules.ts'
import { compileSessions } from './sessions.ts'
import { compileSetup } from './setup.ts'
import { compileSites, siteNetworks } from './sites.ts'
import { compileExits, compileTunnels } from './tunnels.ts'

/** The part of the Network that does not depend on a single device. */
export function compileFrame(facts: Facts, ruleSets: readonly RuleSet[]): Frame {
  const home = tinyNets(facts.setting('subnet'))
  const named = [...facts.interfaces.values()].sort((a, b) => (a.Name < b.Name ? -1 : 1))
  const isDown = (link: InterfaceConfig): boolean =>
    [link.Name, uplinkLink(link)].some((name) => facts.downLinks.has(name))
  const links = named.filter((link) => link.Enabled && !isDown(link))
  const dns = facts.setting('dns')
  const taken = [...home, ...additionalNets(named).map(({ net }) => net)]
  const sessions = compileSessions(links, facts)
  // An uplink keeps its mark while another one is missing, since connections have it.
  const uplinks = named
    .filter((link) => link.Type === 'Uplink')
    .map((link, order) => ({ link, mark: order + 1 }))
    .filter(({ link }) => links.includes(link))
    .map(({ link, mark }) => ({
      ...compileUplink(link, sessions, taken, facts),
      mark,
      network: facts.uplinkStates.get(uplinkLink(link))?.network ?? '',
      well: facts.uplinkHealth.get(uplinkLink(link))?.well ?? true,
    }))
  const nets = [...home, ...formerNets(facts, home, uplinks)]
  const setup = compileSetup(links, [...nets, ...taken, ...netsBeyond(uplinks)], facts)
  const sites = compileSites(facts)
  const pfw = compilePfw(facts)
  return {
    nets: [...nets, ...(setup ? [setup.net] : [])],
    lanIp: lanIp(home),
    uplinks,
    sessions,
    tunnels: compileTunnels(facts, uplinks),
    exits: [...compileExits(facts), ...pfwExits(pfw, facts)],
    pfw,
    geo: facts.setting('geoBlock').Enabled ? facts.blockedNetworks.get(BLOCKED_NETWORKS) : undefined,
    sites,
    providerRoutes: uplinks.flatMap((uplink) => providerRoutes(uplink, taken, facts)),
    ...compileLinks(links, sessions, facts),
    accessPoints: links.flatMap((link) => accessPoint(link, setup, facts)),
    setup,
    wifiUplinks: links.flatMap((link) => wifiLink(link, facts)),
    down: [...facts.downLinks.keys()].sort(),
    groups: [...facts.groups.values()]
      .filter((group) => !group.ServiceDestinations)
      .map((group) => ({ name: group.Name, enabled: !group.Disabled }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    tags: [...new Set(ruleSets.flatMap((set) => (set.kind === 'endpoint' ? [set.tag] : [])))],
    customs: [
      // In the order of their keys, in which they are read from the disk as well.
      ...[...facts.customInterfaces]
        .filter(([, { Disabled }]) => !Disabled)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(compileCustom),
      ...compilePlugins(facts),
      ...siteNetworks(sites),
    ],
    ruleSets,
    firewall: withHeldPorts(facts),
    logging: facts.setting('packetLog'),
    upstreams: dns.UpstreamProviders,
    familyUpstreams: dns.FamilyProviders,
    hosts: [...facts.hostnames.values()],
    filter: compileFilter(facts, pfw),
    unlogged: compileUnlogged(facts),
    credentials: facts.setting('tls')?.server,
  }
}

/** A link of type `AP` without settings of a radio has stations that another program reports. */
function accessPoint({ Name, Type }: InterfaceConfig, setup: Frame['setup'], facts: Facts): AccessPoint[] {
  const radio = Type === 'AP' ? facts.radios.get(Name) : undefined
  if (!radio) return []
  const { MAC: mac, Settings: settings, AllowDfs: allowDfs = false, Guest: guest } = radio
  const own = { link: Name, mac, settings, allowDfs, guest: guest ?? undefined }
  const hasCountry = settings.country_code !== undefined
  if (setup?.radio !== Name) return hasCountry ? [own] : []
  const forSetup = {
    guest: { Ssid: SETUP_SSID, Wpa3: true, Passphrase: setup.passphrase, Until: 0 },
    setup: true,
  } as const
  if (hasCountry) return [{ ...own, ...forSetup }]
  // Without a country, the default channel: it is permitted everywhere.
  return [{ ...own, ...forSetup, settings: defaultRadioSettings(settings.ssid), hidden: true }]
}

function wifiLink({ Name, Type, Subtype }: InterfaceConfig, facts: Facts): WifiLink[] {
  const wifi = Type === 'Uplink' && Subtype === 'wifi' ? facts.wifiUplinks.get(Name) : undefined
  if (!wifi) return []
  const country = [...facts.radios.values()].find(({ Settings }) => Settings.country_code)?.Settings.country_code
  return [{ link: Name, country, networks: wifi.Networks.filter(({ Disabled }) => !Disabled) }]
}

/** Open ports of the router, and those that stay open until the change that closes them is confirmed. */
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
 * Former networks of the home in which devices still have addresses, except those that an uplink uses now.
 */
function formerNets(facts: Facts, home: readonly Subnet[], uplinks: readonly Pick<Uplink, 'address'>[]): Subnet[] {
  const beyond = netsBeyond(uplinks)
  return facts
    .setting('formerSubnets')
    .flatMap(tinyNets)
    .filter((net) => !home.some((current) => current.prefix <= net.prefix && overlap(current, net)))
    .filter((net) => !beyond.some((other) => overlap(other, net)))
    .filter((net, index, all) => all.findIndex((other) => formatSubnet(other) === formatSubnet(net)) === index)
}

const netsBeyond = (uplinks: readonly Pick<Uplink, 'address'>[]): Subnet[] =>
  uplinks.flatMap(({ address }) => (address && parseSubnet(address)) || [])

/**
 * Compiles an uplink. A lease with an address of the home, by chance or to intercept a device's traffic, is ignored while the
 * home has that network.
 */
function compileUplink(
  link: InterfaceConfig,
  sessions: readonly PppoeSession[],
  nets: readonly Subnet[],
  facts: Facts,
): Pick<Uplink, 'link' | 'dhcp' | 'address' | 'additional' | 'router' | 'ppp' | 'mtu'> {
  const name = uplinkLink(link)
  const additional = (link.AdditionalIPs ?? []).map(({ IP }) => IP)
  if (link.DisableDHCP) return { link: name, dhcp: false, address: link.IP, additional, router: link.Router }
  const given = facts.uplinkLeases.get(name)
  const lease = given && !leaseConflictOf(given, nets) ? given : undefined
  const leased = { link: name, address: lease?.address, additional, router: lease?.router }
  if (link.Subtype !== 'ppp') return { ...leased, dhcp: true }
  const mtu = lease?.mtu ?? sessions.find((session) => session.link === name)?.mtu ?? ETHERNET_MTU
  return { ...leased, dhcp: false, ppp: true, ...(mtu < ETHERNET_MTU && { mtu }) }
}

const ETHERNET_MTU = 1500

/** The routes of the provider, while its uplink works. Routes that overlap the home are ignored. */
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
  // As for a device, `disabled` takes precedence over all other policies, groups and tags.
  ...(may.Policies.includes('disabled')
    ? { policies: ['disabled' as const], groups: [], tags: [] }
    : { policies: may.Policies, groups: may.Groups, tags: may.Tags }),
  rule: `customInterfaces ${rule}`,
})

/** The networks of enabled plugins, in alphabetical order. What a plugin's policies, groups and tags do not permit is dropped. */
const compilePlugins = ({ plugins }: Pick<Facts, 'plugins'>): Custom[] =>
  [...plugins.values()]
    .sort((a, b) => (a.Name < b.Name ? -1 : 1))
    .flatMap(({ Name, Enabled, NetworkCapabilities: { Interface: link, Subnet, Policies, Groups, Tags } }) => {
      const net = Enabled ? parseSubnet(Subnet) : undefined
      if (!net) return []
      return [{ link, net, via: '', policies: Policies, groups: Groups, tags: Tags, rule: `plugins ${Name}` }]
    })
