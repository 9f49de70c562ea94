import type { DnsClient } from '../../compiler/network.ts'
import { type Judge, openJudge } from '../../filter/judge.ts'
import type { Ip } from '../../values/ip.ts'
import { containsIp, parseSubnet, type Subnet } from '../../values/subnet.ts'
import { openHosts } from './hosts.ts'
import { openRuleBoard, type Rules } from './rules.ts'
import { openUnlogged, type Unlogged } from './unlogged.ts'
import type { ProviderSettings } from './upstream/provider.ts'

/** What the resolver knows of the home: who may ask, who is called what, and whom to ask. */
export interface View {
  readonly listen: Ip | undefined
  /** Undefined for an address that is neither a household device's nor one of a network that may ask. */
  client(ip: Ip): DnsClient | undefined
  /** The address of a name under `.lan`, given without it. */
  address(name: string): Ip | undefined
  /** The name of an address, without `.lan`. */
  nameOf(ip: Ip): string | undefined
  /** What the owner says that a whole name leads to. */
  host(name: string): Ip | undefined
  /** The owner's name for an address; the first in the alphabet of several. */
  hostOf(ip: Ip): string | undefined
  /** The router's addresses towards the internet. */
  readonly uplinkAddresses: ReadonlySet<Ip>
  readonly upstreams: readonly ProviderSettings[]
  readonly familyUpstreams: readonly ProviderSettings[]
  /** Who is asked what the router itself wants to know. */
  readonly ownUpstreams: readonly ProviderSettings[]
  /** Rules that block and permit, except for the block lists. */
  readonly rules: Rules
  /** The block lists, and their tags. */
  readonly lists: Pick<Judge, 'judge'>
  readonly unlogged: Unlogged
}

/**
 * The view as it is built from the driver's items, one by one:
 * `listen` → address; `client <ip>` → DnsClient as JSON; `network <net>` → the tags that whoever is in it has, one a line; they may ask; `name <name> <ip>` → `chosen` or `own`;
 * `host <name>` → address; `uplink <ip>`; `upstreams`, `family` → list of providers as JSON; `own` → the same, where the router's own
 * questions go somewhere else. `list <uri>` → BlockList as JSON. And the other items of the filter, see `rules.ts`, and of the log, see `unlogged.ts`.
 */
export interface Blackboard {
  readonly view: View
  set(key: string, value: string): void
  remove(key: string): void
  /** Replaces the block lists. */
  useTable: Judge['useTable']
}

export function openBlackboard(): Blackboard {
  const clients = new Map<Ip, DnsClient>()
  const networks = new Map<string, { readonly net: Subnet; readonly tags: readonly string[] }>()
  const names = openNames()
  const hosts = openHosts()
  const rules = openRuleBoard()
  const lists = openJudge()
  const unlogged = openUnlogged()
  const uplinkAddresses = new Set<Ip>()
  let listen: Ip | undefined
  let upstreams: readonly ProviderSettings[] = []
  let familyUpstreams: readonly ProviderSettings[] = []
  let ownUpstreams: readonly ProviderSettings[] | undefined

  const put = (key: string, value: string | undefined): void => {
    const [kind = '', first = '', second = ''] = key.split(' ')
    if (kind === 'listen') listen = value
    else if (kind === 'upstreams') upstreams = JSON.parse(value ?? '[]')
    else if (kind === 'family') familyUpstreams = JSON.parse(value ?? '[]')
    else if (kind === 'own') ownUpstreams = value === undefined ? undefined : JSON.parse(value)
    else if (kind === 'host') hosts.put(first, value)
    else if (kind === 'name') names.put(first, second, value === undefined ? undefined : value === 'chosen')
    else if (kind === 'network' && value !== undefined)
      networks.set(first, { net: parseSubnet(first)!, tags: value.split('\n').filter(Boolean) })
    else if (kind === 'network') networks.delete(first)
    else if (kind === 'client' && value !== undefined) clients.set(first, JSON.parse(value))
    else if (kind === 'client') clients.delete(first)
    else if (kind === 'list') lists.put(key.slice(5), value === undefined ? undefined : JSON.parse(value))
    else if (kind === 'uplink' && value !== undefined) uplinkAddresses.add(first)
    else if (kind === 'uplink') uplinkAddresses.delete(first)
    else if (kind === 'private' || kind === 'ignored') unlogged.put(kind, first, value !== undefined)
    else if (!rules.put(kind, key.slice(kind.length + 1), value)) throw new Error(`not an item of the resolver: ${key}`)
  }
  return {
    view: {
      get listen() {
        return listen
      },
      get upstreams() {
        return upstreams
      },
      get familyUpstreams() {
        return familyUpstreams
      },
      get ownUpstreams() {
        return ownUpstreams ?? upstreams
      },
      uplinkAddresses,
      rules,
      lists,
      unlogged,
      client(ip) {
        const known = clients.get(ip)
        if (known) return known
        const network = networks.values().find(({ net }) => containsIp(net, ip))
        // Nobody else can use the router's own address: the kernel drops such packets when they come over a link.
        return network || ip === listen
          ? { ip, mac: '', family: false, quarantine: false, tags: network?.tags ?? [] }
          : undefined
      },
      address: names.address,
      nameOf: names.nameOf,
      host: hosts.address,
      hostOf: hosts.nameOf,
    },
    set: put,
    remove: (key) => put(key, undefined),
    useTable: lists.useTable,
  }
}

/**
 * Several devices may want one name. The owner's choice goes before what a device calls itself, and then whoever had it
 * first: a newcomer takes nobody's name away.
 */
function openNames() {
  const byName = new Map<string, Map<Ip, boolean>>()
  const byIp = new Map<Ip, Set<string>>()

  const address = (name: string): Ip | undefined => {
    let first: Ip | undefined
    for (const [ip, chosen] of byName.get(name) ?? []) {
      if (chosen) return ip
      first ??= ip
    }
    return first
  }
  const nameOf = (ip: Ip): string | undefined => {
    let own: string | undefined
    for (const name of byIp.get(ip) ?? []) {
      if (address(name) !== ip) continue
      if (byName.get(name)?.get(ip)) return name
      own ??= name
    }
    return own
  }
  const put = (name: string, ip: Ip, chosen: boolean | undefined): void => {
    const holders = byName.get(name) ?? new Map<Ip, boolean>()
    const held = byIp.get(ip) ?? new Set<string>()
    if (chosen === undefined) {
      holders.delete(ip)
      held.delete(name)
    } else {
      holders.set(ip, chosen)
      held.add(name)
    }
    if (holders.size > 0) byName.set(name, holders)
    else byName.delete(name)
    if (held.size > 0) byIp.set(ip, held)
    else byIp.delete(ip)
  }
  return { address, nameOf, put }
}
