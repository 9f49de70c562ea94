import { addressesOf } from '../../../compiler/ends.ts'
import type { Core } from '../../../core.ts'
import { Conflict, Invalid, NotFound } from '../../../errors.ts'
import { MASK } from '../../../model/home/devices/device.ts'
import type { Handlers } from '../../../model/operation.ts'
import { pluginNets } from '../../../model/plugins/installed/plugin.ts'
import { demandExit, demandUsable, homeNets, type Surroundings } from '../../../model/vpn/tunnels/check.ts'
import {
  type ExitEntry,
  type ExitUpdate,
  type IgnoredSetting,
  type TunnelEntry,
  TunnelUpdate,
  type tunnels,
} from '../../../model/vpn/tunnels/contract.ts'
import { tunnelFault, tunnelFaultText } from '../../../model/vpn/tunnels/fault.ts'
import { activeTunnel, describeTunnel } from '../../../model/vpn/tunnels/state.ts'
import { type Exit, freeNumber, MOST_TUNNELS, numberOf, type Tunnel } from '../../../model/vpn/tunnels/tunnel.ts'
import { invalidConfig, parseQuickConfig, type QuickConfig } from '../../../model/vpn/tunnels/wgquick.ts'
import { ofField, type Phrase, phrase, phraseIn } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Vault } from '../../../store/vault.ts'
import type { Subnet } from '../../../values/subnet.ts'
import { formatSubnet, parseSubnet } from '../../../values/subnet.ts'
import type { WireguardLink } from '../../../wire/wireguard.ts'
import { newKeyPair, publicKeyOf } from '../wireguard/keys.ts'

const KEEPALIVE_SECONDS = 25

type Deps = Pick<Core, 'facts' | 'change' | 'vault' | 'network' | 'show' | 'converge'>

const IGNORED_WORDS: Readonly<Record<IgnoredSetting['Code'], string>> = {
  command: 'commands are never run',
  routes: 'the router sets its own routes',
  mark: 'the router sets its own marks',
  save: 'the router stores its own settings',
  ipv6: 'IPv6 is not routed',
  search_domain: 'search domains have no effect',
}

export function tunnelHandlers(deps: Deps): Handlers<typeof tunnels> {
  const { facts, change, vault, network, show, converge } = deps
  const find = (name: string): Tunnel => facts.tunnels.get(name) ?? missing('tunnel', name)
  const entry = (tunnel: Tunnel, links: readonly WireguardLink[]): TunnelEntry => {
    const { PrivateKey, Peer, ...rest } = tunnel
    const present = links
      .find(({ link }) => link === tunnel.Link)
      ?.peers.find((one) => one.publicKey === Peer.PublicKey)
    const state = facts.tunnelStates.get(tunnel.Name)
    return {
      ...rest,
      Peer: { ...Peer, PresharedKey: Peer.PresharedKey === '' ? '' : MASK },
      ...describeTunnel(tunnel, state),
      ResolvedEndpoint: present?.endpoint || (state?.endpoint ?? ''),
      LatestHandshake: present?.latestHandshake ?? 0,
      TransferRx: present?.received ?? 0,
      TransferTx: present?.sent ?? 0,
      UsedBy: [...facts.exits.values()].filter(({ Tunnels }) => Tunnels.includes(tunnel.Name)).map(({ Name }) => Name),
    }
  }
  const exitEntry = ({ Number: _, ...exit }: Exit): ExitEntry => {
    const isUp = (name: string): boolean => facts.tunnelStates.get(name)?.up === true
    const active = activeTunnel(exit, (name) => facts.tunnels.get(name), isUp)
    if (!active) {
      const fault = tunnelFault('no_tunnel')
      return { ...exit, Active: '', State: `closed: ${tunnelFaultText(fault)}`, Fault: { ...fault, Since: 0 } }
    }
    const { Message, Fault } = describeTunnel(active, facts.tunnelStates.get(active.Name))
    const State = Fault ? `closed: ${active.Name}: ${Message}` : `through ${active.Name}`
    return { ...exit, Active: active.Name, State, Fault }
  }
  const home = () => homeNets(facts.setting('subnet'), facts.interfaces.values())
  const around = (name: string): Surroundings => ({
    home: home(),
    plugins: pluginNets(facts.plugins.values()),
    others: [...facts.tunnels.values()].filter(({ Name }) => Name !== name),
    own: network().frame.uplinks.flatMap(addressesOf),
    forwards: facts.forwards.values(),
    server: facts.setting('vpn'),
  })

  return {
    async list() {
      const links = await show()
      return [...facts.tunnels.values()].sort(byName).map((tunnel) => entry(tunnel, links))
    },

    read: async ({ params }) => entry(find(params.name), await show()),

    async update({ params: { name }, body }) {
      const { given, ignored, lines } = body.Config ? fromConfig(body) : { given: body, ignored: [], lines: undefined }
      let isNew = false
      await change((draft) => {
        const before = draft.tunnels.get(name)
        if (draft.sites.get(name)) throw new Conflict(phrase('vpn.changeAtSite', name))
        isNew = before?.Enabled !== true
        const tunnel = revised(name, before, given, { facts, vault })
        demandUsable(tunnel, around(name), (setting) => setting)
        for (const exit of facts.exits.values())
          if (exit.Tunnels.includes(name)) demandStillFits(exit, tunnel, facts, home())
        draft.tunnels.put(name, tunnel)
        if (before && isDeepDifferent(before, tunnel)) draft.tunnelStates.remove(name)
      }).catch((error: unknown) => {
        throw lines ? inFile(error, lines) : error
      })
      // Its addresses can be set only when the link exists.
      if (isNew && find(name).Enabled) await converge()
      return { ...entry(find(name), await show()), Ignored: ignored }
    },

    remove: async ({ params: { name } }) => {
      await change((draft) => {
        if (!draft.tunnels.get(name)) missing('tunnel', name)
        if (draft.sites.get(name)) throw new Conflict(phrase('vpn.deleteAtSite', name))
        const user = [...facts.exits.values()].find(({ Tunnels }) => Tunnels.includes(name))
        if (user) throw new Conflict(phrase('vpn.tunnelUsedByExit', user.Name))
        const rule = [...facts.pfwRules.values()].find(({ Do }) => Do.Kind === 'tunnel' && Do.Tunnel === name)
        if (rule) throw new Conflict(phrase('vpn.tunnelUsedByRule', rule.Name))
        draft.tunnels.remove(name)
        draft.tunnelStates.remove(name)
      })
    },

    exits: () => [...facts.exits.values()].sort(byName).map(exitEntry),

    async updateExit({ params: { name }, body }) {
      await change((draft) => {
        const exit = revisedExit(name, draft.exits.get(name), body, facts)
        const site = exit.Tunnels.find((one) => draft.sites.get(one))
        if (site) throw new Invalid(phrase('vpn.tunnelOfSite', site), 'Tunnels')
        demandExit(exit, {
          tunnels: [...facts.tunnels.values()],
          others: [...facts.exits.values()].filter(({ Name }) => Name !== name),
          home: home(),
        })
        draft.exits.put(name, exit)
      })
      return exitEntry(facts.exits.get(name) ?? missing('exit', name))
    },

    removeExit: async ({ params: { name } }) => {
      await change((draft) => {
        if (!draft.exits.get(name)) missing('exit', name)
        draft.exits.remove(name)
      })
    },
  }
}

const missing = (what: string, name: string): never => {
  throw new NotFound(phrase('vpn.namedItemUnknown', what, JSON.stringify(name)))
}

const byName = (a: { Name: string }, b: { Name: string }): number => (a.Name < b.Name ? -1 : 1)

/** Whether the tunnel connects in another way, so that its state is unknown. */
const isDeepDifferent = (a: Tunnel, b: Tunnel): boolean => JSON.stringify(a) !== JSON.stringify(b)

/** The settings of a provider's file. Throws `Invalid` with the line. */
function fromConfig({ Config, Enabled, ...others }: TunnelUpdate): {
  given: TunnelUpdate
  ignored: IgnoredSetting[]
  lines: QuickConfig['lines']
} {
  const also = Object.entries(others).find(([, value]) => value !== undefined && value !== null)
  if (also) throw new Invalid(phrase('vpn.alreadyInConfig'), also[0])
  const file = parseQuickConfig(Config ?? '')
  const read = TunnelUpdate.safeParse({
    PrivateKey: file.privateKey,
    Addresses: file.addresses,
    DNS: file.dns,
    MTU: file.mtu ?? 0,
    ListenPort: file.listenPort ?? 0,
    Peer: {
      PublicKey: file.publicKey,
      PresharedKey: file.presharedKey,
      Endpoint: file.endpoint,
      AllowedIPs: file.allowed.length > 0 ? file.allowed : undefined,
      PersistentKeepalive: file.keepalive || KEEPALIVE_SECONDS,
    },
  })
  if (!read.success) {
    const { path, message } = read.error.issues[0]!
    throw atLine(path.filter(isName).at(-1) ?? '', phraseIn(message), file.lines, path.find(isIndex))
  }
  // A port of a provider's file is only the source port: nothing has to be open.
  const ListenPort = file.endpoint === '' ? (file.listenPort ?? 0) : 0
  return {
    lines: file.lines,
    given: { ...read.data, ListenPort, ...(Enabled !== undefined && { Enabled }) },
    ignored: file.ignored.map(({ line, setting, code }) => ({
      ...{ Line: line, Setting: setting, Reason: IGNORED_WORDS[code], Code: code },
    })),
  }
}

/** An error about a setting of a file, with its line. `field` is the name in our own form, such as `Peer.Endpoint`. */
function atLine(field: string, phrase: Phrase, lines: QuickConfig['lines'], index = 0): Invalid {
  const name = field
    .split('.')
    .at(-1)!
    .replace(/\[\d+\]$/, '')
  const setting = IN_FILES[name] ?? name
  const line = (lines as Readonly<Record<string, readonly number[]>>)[setting]?.[index]
  return invalidConfig(line ?? 0, ofField(setting, phrase))
}

/** An error about a tunnel of a file, in words of the file. */
function inFile(error: unknown, lines: QuickConfig['lines']): unknown {
  if (!(error instanceof Invalid) || !error.field) return error
  return atLine(error.field, error.phrase, lines)
}

const IN_FILES: Readonly<Record<string, string>> = { Addresses: 'Address' }
const isName = (part: PropertyKey): part is string => typeof part === 'string'
const isIndex = (part: PropertyKey): part is number => typeof part === 'number'

/** The tunnel with the given settings. Throws `Invalid` for one that is missing. */
function revised(
  name: string,
  before: Tunnel | undefined,
  given: TunnelUpdate,
  { facts, vault }: Pick<Deps, 'facts' | 'vault'>,
): Tunnel {
  if (!before && facts.tunnels.size >= MOST_TUNNELS) throw new Invalid(phrase('vpn.tunnelsFull', MOST_TUNNELS))
  const privateKey = given.PrivateKey ?? (before ? undefined : newKeyPair().privateKey)
  const keys = privateKey
    ? { PrivateKey: vault.seal(privateKey), PublicKey: publicKeyOf(privateKey) }
    : { PrivateKey: before?.PrivateKey ?? '', PublicKey: before?.PublicKey ?? '' }
  return {
    Name: name,
    Link: before?.Link ?? `wg${freeNumber([...facts.tunnels.values()].map(({ Link }) => numberOf(Link)))}`,
    Enabled: given.Enabled ?? before?.Enabled ?? true,
    ...keys,
    Addresses: given.Addresses ? [...new Set(given.Addresses.map(withoutPrefix))] : (before?.Addresses ?? []),
    DNS: given.DNS ? [...new Set(given.DNS.map(withoutPrefix))] : (before?.DNS ?? []),
    MTU: given.MTU ?? before?.MTU ?? 0,
    ListenPort: given.ListenPort ?? before?.ListenPort ?? 0,
    Peer: revisedPeer(before?.Peer, given.Peer, vault),
  }
}

function revisedPeer(before: Tunnel['Peer'] | undefined, given: TunnelUpdate['Peer'], vault: Vault): Tunnel['Peer'] {
  if (!given) {
    if (!before) throw new Invalid(phrase('field.missing'), 'Peer')
    return before
  }
  const presharedKey = given.PresharedKey ?? MASK
  const isSame = before?.PublicKey === given.PublicKey
  return {
    PublicKey: given.PublicKey,
    PresharedKey:
      presharedKey === MASK ? (isSame ? before.PresharedKey : '') : presharedKey && vault.seal(presharedKey),
    Endpoint: given.Endpoint ?? before?.Endpoint ?? '',
    AllowedIPs: given.AllowedIPs ? networksOf(given.AllowedIPs) : (before?.AllowedIPs ?? ['0.0.0.0/0']),
    PersistentKeepalive: given.PersistentKeepalive ?? before?.PersistentKeepalive ?? KEEPALIVE_SECONDS,
  }
}

const withoutPrefix = (text: string): string => text.split('/', 1)[0]!

/** Networks without host bits; an address becomes a /32 network. */
const networksOf = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.map((text) => {
      const net = parseSubnet(text.includes('/') ? text : `${text}/32`)
      return net ? formatSubnet(net) : text
    }),
  ),
]

/** The numbers of exits, and of rules of the programmable firewall with a tunnel. */
export const takenNumbers = (...numbered: readonly Iterable<{ readonly Number: number }>[]): number[] =>
  numbered.flatMap((rows) => [...rows].map((row) => row.Number))

function revisedExit(name: string, before: Exit | undefined, given: ExitUpdate, facts: Facts): Exit {
  if (!before && freeNumber(takenNumbers(facts.exits.values(), facts.pfwRules.values())) > MOST_TUNNELS)
    throw new Invalid(phrase('vpn.exitsAndRulesFull', MOST_TUNNELS))
  const Devices = given.Devices?.map((identity) => identityOf(identity, facts))
  return {
    Name: name,
    Number: before?.Number ?? freeNumber(takenNumbers(facts.exits.values(), facts.pfwRules.values())),
    Devices: Devices ? [...new Set(Devices)] : (before?.Devices ?? []),
    Groups: given.Groups ?? before?.Groups ?? [],
    Tags: given.Tags ?? before?.Tags ?? [],
    Tunnels: given.Tunnels ? [...new Set(given.Tunnels)] : (before?.Tunnels ?? []),
    Traffic: given.Traffic ?? before?.Traffic ?? 'all',
    Networks: given.Networks ? networksOf(given.Networks) : (before?.Networks ?? []),
    Domains: given.Domains ? [...new Set(given.Domains)] : (before?.Domains ?? []),
  }
}

function identityOf(text: string, { devices }: Facts): string {
  const identity = [text, text.toLowerCase()].find((one) => devices.has(one) || devices.by('WGPubKey', one))
  if (!identity) throw new Invalid(phrase('field.deviceUnknown', JSON.stringify(text)), 'Devices')
  return identity
}

/** An exit must not lose networks by a change of its tunnel. */
function demandStillFits(exit: Exit, tunnel: Tunnel, { tunnels }: Facts, home: readonly Subnet[]): void {
  const all = [...tunnels.values()].map((one) => (one.Name === tunnel.Name ? tunnel : one))
  try {
    demandExit(exit, { tunnels: all, others: [], home })
  } catch (error) {
    if (error instanceof Invalid) throw new Invalid(phrase('vpn.exitNeedsNetworks', exit.Name), 'Peer.AllowedIPs')
    throw error
  }
}
