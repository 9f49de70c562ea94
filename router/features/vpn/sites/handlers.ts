import { addressesOf } from '../../../compiler/ends.ts'
import type { Core } from '../../../core.ts'
import { Conflict, Invalid, NotFound } from '../../../errors.ts'
import { customNets } from '../../../model/firewall/config/configrule.ts'
import { tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { additionalNets } from '../../../model/internet/links/address.ts'
import type { Handlers } from '../../../model/operation.ts'
import { pluginNets } from '../../../model/plugins/installed/plugin.ts'
import type { SiteEntry, SiteUpdate, sites } from '../../../model/vpn/sites/contract.ts'
import { demandSeparate } from '../../../model/vpn/sites/separate.ts'
import type { Selection, Site } from '../../../model/vpn/sites/site.ts'
import { demandUsable, portOf, tunnelNets } from '../../../model/vpn/tunnels/check.ts'
import { describeTunnel } from '../../../model/vpn/tunnels/state.ts'
import { freeNumber, MOST_TUNNELS, numberOf, type Tunnel } from '../../../model/vpn/tunnels/tunnel.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import type { Vault } from '../../../store/vault.ts'
import { parseSubnet } from '../../../values/subnet.ts'
import type { WireguardLink } from '../../../wire/wireguard.ts'
import { uplinkNets } from '../../internet/links/uplinknets.ts'
import { newKeyPair, newPresharedKey } from '../wireguard/keys.ts'
import { fingerprintOf, presharedKeyOf, tunnelAddressOf } from './ends.ts'
import { homeNetworks, noticeOf, publicHost } from './statement.ts'
import { formatSiteText, invalidSiteText, parseSiteText } from './text.ts'

/** The port of the first site. */
const FIRST_PORT = 51_281
/** Packets that keep the state of NAT in front of a router: the home that begins sends them. */
const KEEPALIVE_SECONDS = 25

type Deps = Pick<Core, 'facts' | 'change' | 'vault' | 'network' | 'show' | 'converge'>

export function siteHandlers(deps: Deps): Handlers<typeof sites> {
  const { facts, change, vault, network, show, converge } = deps
  const find = (name: string): Site => facts.sites.get(name) ?? missing(name)
  const entry = (site: Site, links: readonly WireguardLink[]): SiteEntry => {
    const { Name, Enabled, PublicKey, Endpoint, ListenPort, Users, Shared, Peer } = site
    const tunnel = facts.tunnels.get(Name)
    const present = links
      .find(({ link }) => link === tunnel?.Link)
      ?.peers.find(({ publicKey }) => publicKey === Peer?.PublicKey)
    const Networks = homeNetworks(facts)
    const notice = noticeOf(site, Networks)
    return {
      ...{ Name, Enabled, Link: tunnel?.Link ?? '', PublicKey, Fingerprint: fingerprintOf(PublicKey) },
      ...{ Endpoint, ListenPort, Networks, Users, Shared },
      Peer: Peer && {
        PublicKey: Peer.PublicKey,
        Fingerprint: fingerprintOf(Peer.PublicKey),
        Endpoint: Peer.Endpoint,
        Networks: Peer.Networks,
      },
      ...(tunnel
        ? describeTunnel(tunnel, facts.tunnelStates.get(Name))
        : { State: 'unpaired' as const, Message: 'waiting for the text of the other home', Fault: null }),
      Notice: String(notice ?? ''),
      ...(notice && { Coded: notice.toJSON() }),
      LatestHandshake: present?.latestHandshake ?? 0,
      TransferRx: present?.received ?? 0,
      TransferTx: present?.sent ?? 0,
    }
  }
  const textOf = ({ PublicKey, Secret, Endpoint }: Site): string =>
    formatSiteText({ PublicKey, Secret: vault.open(Secret), Endpoint, Networks: homeNetworks(facts) })

  return {
    async list() {
      const links = await show()
      return [...facts.sites.values()].sort(byName).map((site) => entry(site, links))
    },

    read: async ({ params }) => entry(find(params.name), await show()),

    async update({ params: { name }, body }) {
      const after = body.Name ?? name
      let isNewLink = false
      await change((draft) => {
        const before = draft.sites.get(name)
        if (after !== name) rename(draft, name, after)
        else if (!before && draft.tunnels.get(name))
          throw new Conflict(phrase('vpn.tunnelExists', JSON.stringify(name)))
        const site = revised({ ...(before ?? newSite(deps)), Name: after }, body, deps)
        draft.sites.put(after, site)
        const former = draft.tunnels.get(after)
        const tunnel = tunnelOf(site, former, deps)
        if (!tunnel) return
        isNewLink = tunnel.Enabled && former?.Enabled !== true
        demandConnectable(site, tunnel, deps)
        if (JSON.stringify(former) === JSON.stringify(tunnel)) return
        draft.tunnels.put(after, tunnel)
        if (former && connects(former) !== connects(tunnel)) draft.tunnelStates.remove(after)
      })
      // Its addresses can be set only when the link exists.
      if (isNewLink) await converge()
      const site = find(after)
      return { ...entry(site, await show()), Text: textOf(site) }
    },

    remove: async ({ params: { name } }) => {
      await change((draft) => {
        if (!draft.sites.get(name)) missing(name)
        draft.sites.remove(name)
        draft.tunnels.remove(name)
        draft.tunnelStates.remove(name)
      })
    },
  }

  /** A new site, with keys whose tunnel address no other link of this router has. */
  function newSite({ facts, vault }: Pick<Deps, 'facts' | 'vault'>): Omit<Site, 'Name'> {
    if (facts.sites.size >= MOST_TUNNELS) throw new Invalid(phrase('vpn.sitesFull', MOST_TUNNELS))
    const taken = new Set([...facts.sites.values()].map(({ PublicKey }) => tunnelAddressOf(PublicKey)))
    let pair = newKeyPair()
    while (taken.has(tunnelAddressOf(pair.publicKey))) pair = newKeyPair()
    const none = { Devices: [], Groups: [], Tags: [] }
    const ListenPort = freePort(facts)
    const host = publicHost(facts, network().frame)
    return {
      Enabled: true,
      PrivateKey: vault.seal(pair.privateKey),
      PublicKey: pair.publicKey,
      Secret: vault.seal(newPresharedKey()),
      ...(host ? { Endpoint: `${host}:${ListenPort}`, ListenPort } : { Endpoint: '', ListenPort: 0 }),
      Users: none,
      Shared: none,
      Given: { Endpoint: '', Networks: [] },
      Peer: null,
    }
  }
}

const missing = (name: string): never => {
  throw new NotFound(phrase('vpn.siteUnknown', JSON.stringify(name)))
}

const byName = (a: { Name: string }, b: { Name: string }): number => (a.Name < b.Name ? -1 : 1)

/** A UDP port that no other WireGuard link of this router uses, and that is not forwarded. */
function freePort(facts: Facts): number {
  const used = new Set([
    facts.setting('vpn').Port,
    ...[...facts.tunnels.values(), ...facts.sites.values()].map(({ ListenPort }) => ListenPort),
    ...[...facts.forwards.values()].filter(({ Protocol }) => Protocol === 'udp').map(({ SrcPort }) => Number(SrcPort)),
  ])
  let port = FIRST_PORT
  while (used.has(port)) port++
  return port
}

/** Renames a site and its tunnel. Throws `NotFound` and `Conflict`. */
function rename(draft: Draft, from: string, to: string): void {
  const site = draft.sites.get(from) ?? missing(from)
  if (draft.sites.get(to) || draft.tunnels.get(to))
    throw new Conflict(phrase('vpn.siteOrTunnelExists', JSON.stringify(to)))
  draft.sites.remove(from)
  draft.sites.put(to, { ...site, Name: to })
  const tunnel = draft.tunnels.get(from)
  const state = draft.tunnelStates.get(from)
  if (tunnel) {
    draft.tunnels.remove(from)
    draft.tunnels.put(to, { ...tunnel, Name: to })
  }
  if (state) {
    draft.tunnelStates.remove(from)
    draft.tunnelStates.put(to, { ...state, name: to })
  }
}

/** The site with the given settings. */
function revised(before: Site, given: SiteUpdate, { facts, vault }: Deps): Site {
  const Endpoint = given.Endpoint ?? before.Endpoint
  if (Endpoint.startsWith('[')) throw new Invalid(phrase('vpn.endpointHost'), 'Endpoint')
  const ListenPort = given.ListenPort ?? (before.ListenPort || (Endpoint === '' ? 0 : openPort(Endpoint, facts)))
  if (Endpoint !== '' && ListenPort === 0) throw new Invalid(phrase('vpn.siteEndpointPort'), 'ListenPort')
  // The owner pairs the homes, or requests the text.
  const isForText = before.Given.Networks.length === 0 || given.Text || Object.keys(given).length === 0
  const Peer = given.Text ? peerOf(given.Text, before, vault) : before.Peer
  return {
    ...before,
    Enabled: given.Enabled ?? before.Enabled,
    ...{ Endpoint, ListenPort, Peer },
    Users: selected('Users', given.Users, before.Users, facts),
    Shared: selected('Shared', given.Shared, before.Shared, facts),
    Given: isForText ? { Endpoint, Networks: homeNetworks(facts) } : before.Given,
  }
}

/** The port of the endpoint, which a router in front of this one most likely forwards, if it is free. */
const openPort = (endpoint: string, facts: Facts): number => {
  const port = portOf(endpoint)
  const others = [...facts.tunnels.values(), ...facts.sites.values()]
  const isTaken = port === facts.setting('vpn').Port || others.some(({ ListenPort }) => ListenPort === port)
  return isTaken ? freePort(facts) : port
}

function peerOf(text: string, { PublicKey: own, Peer: before }: Site, vault: Vault): NonNullable<Site['Peer']> {
  const { PublicKey, Secret, Endpoint, Networks } = parseSiteText(text)
  if (PublicKey === own) throw invalidSiteText(phrase('vpn.siteTextOwn'))
  const isSame = before?.PublicKey === PublicKey && vault.open(before.Secret) === Secret
  return { PublicKey, Secret: isSame ? before.Secret : vault.seal(Secret), Endpoint, Networks }
}

function selected(
  field: 'Users' | 'Shared',
  given: SiteUpdate['Users'],
  before: Selection,
  { devices }: Facts,
): Selection {
  const Devices = given?.Devices?.map((text) => {
    const identity = [text, text.toLowerCase()].find((one) => devices.has(one) || devices.by('WGPubKey', one))
    if (!identity) throw new Invalid(phrase('field.deviceUnknown', JSON.stringify(text)), `${field}.Devices`)
    return identity
  })
  return {
    Devices: Devices ? [...new Set(Devices)] : before.Devices,
    Groups: given?.Groups ?? before.Groups,
    Tags: given?.Tags ?? before.Tags,
  }
}

/** The tunnel of a site; undefined while the text of the other home is unknown. */
function tunnelOf(site: Site, before: Tunnel | undefined, { facts, vault }: Deps): Tunnel | undefined {
  const { Name, Enabled, PrivateKey, PublicKey, Secret, ListenPort, Peer } = site
  if (!Peer) return undefined
  if (!before && facts.tunnels.size >= MOST_TUNNELS) throw new Invalid(phrase('vpn.tunnelsFull', MOST_TUNNELS))
  const key = presharedKeyOf(
    { publicKey: PublicKey, secret: vault.open(Secret) },
    { publicKey: Peer.PublicKey, secret: vault.open(Peer.Secret) },
  )
  const isSame = before !== undefined && vault.open(before.Peer.PresharedKey) === key
  return {
    ...{ Name, Link: before?.Link ?? `wg${freeNumber([...facts.tunnels.values()].map(({ Link }) => numberOf(Link)))}` },
    ...{ Enabled, PrivateKey, PublicKey, Addresses: [tunnelAddressOf(PublicKey)], DNS: [], MTU: before?.MTU ?? 0 },
    ListenPort,
    Peer: {
      PublicKey: Peer.PublicKey,
      PresharedKey: isSame ? before.Peer.PresharedKey : vault.seal(key),
      Endpoint: Peer.Endpoint,
      // The address of the other router is the source of its ICMP errors.
      AllowedIPs: [...Peer.Networks, `${tunnelAddressOf(Peer.PublicKey)}/32`],
      PersistentKeepalive: Peer.Endpoint === '' ? 0 : KEEPALIVE_SECONDS,
    },
  }
}

/** Throws `Invalid` for two homes that cannot be connected. */
function demandConnectable(site: Site, tunnel: Tunnel, { facts, network }: Deps): void {
  const others = [...facts.tunnels.values()].filter(({ Link }) => Link !== tunnel.Link)
  const home = tinyNets(facts.setting('subnet'))
  const additional = additionalNets(facts.interfaces.values())
  const plugins = pluginNets(facts.plugins.values())
  if (site.Endpoint === '' && tunnel.Peer.Endpoint === '')
    throw new Invalid(phrase('vpn.noReachableEndpoint'), 'Endpoint')
  demandSeparate(
    (site.Peer?.Networks ?? []).flatMap((text) => parseSubnet(text) ?? []),
    {
      home,
      taken: [
        ...additional,
        ...uplinkNets(facts),
        ...customNets(facts.customInterfaces.values()),
        ...tunnelNets(others),
        ...plugins,
      ],
    },
  )
  if (others.some(({ Addresses }) => Addresses.some((ip) => tunnel.Addresses.includes(ip))))
    throw new Invalid(phrase('vpn.siteAddressOfTunnel'), 'Text')
  if (tunnel.Addresses.some((ip) => tunnel.Peer.AllowedIPs.includes(`${ip}/32`)))
    throw new Invalid(phrase('vpn.siteAddressOfRouter'), 'Text')
  demandUsable(
    tunnel,
    {
      home: [...home, ...additional.map(({ net }) => net)],
      plugins,
      others,
      own: network().frame.uplinks.flatMap(addressesOf),
      forwards: facts.forwards.values(),
      server: facts.setting('vpn'),
    },
    (setting) => (setting === 'ListenPort' ? setting : 'Text'),
  )
}

/** The settings that decide whether the two ends find each other. */
const connects = ({ Enabled, ListenPort, Peer }: Tunnel): string => JSON.stringify([Enabled, ListenPort, Peer])
