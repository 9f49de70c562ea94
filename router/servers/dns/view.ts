import type { DnsClient } from '../../compiler/network.ts'
import type { Ip } from '../../values/ip.ts'
import { containsIp, parseSubnet, type Subnet } from '../../values/subnet.ts'
import { openHosts } from './hosts.ts'
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
  readonly upstreams: readonly ProviderSettings[]
  readonly familyUpstreams: readonly ProviderSettings[]
  /** Who is asked what the router itself wants to know. */
  readonly ownUpstreams: readonly ProviderSettings[]
}

/**
 * The view as it is built from the driver's items, one by one:
 * `listen` → address; `client <ip>` → DnsClient as JSON; `network <net>`, whoever is in it may ask; `name <name> <ip>` → `chosen` or `own`;
 * `host <name>` → address; `upstreams`, `family` → list of providers as JSON; `own` → the same, where the router's own
 * questions go somewhere else.
 */
export interface Blackboard {
  readonly view: View
  set(key: string, value: string): void
  remove(key: string): void
}

export function openBlackboard(): Blackboard {
  const clients = new Map<Ip, DnsClient>()
  const networks = new Map<string, Subnet>()
  const names = openNames()
  const hosts = openHosts()
  let listen: Ip | undefined
  let upstreams: readonly ProviderSettings[] = []
  let familyUpstreams: readonly ProviderSettings[] = []
  let ownUpstreams: readonly ProviderSettings[] | undefined

  const put = (key: string, value: string | undefined): void => {
    const [kind, first = '', second = ''] = key.split(' ')
    if (kind === 'listen') listen = value
    else if (kind === 'upstreams') upstreams = JSON.parse(value ?? '[]')
    else if (kind === 'family') familyUpstreams = JSON.parse(value ?? '[]')
    else if (kind === 'own') ownUpstreams = value === undefined ? undefined : JSON.parse(value)
    else if (kind === 'host') hosts.put(first, value)
    else if (kind === 'name') names.put(first, second, value === undefined ? undefined : value === 'chosen')
    else if (kind === 'network' && value !== undefined) networks.set(first, parseSubnet(first)!)
    else if (kind === 'network') networks.delete(first)
    else if (kind !== 'client') throw new Error(`not an item of the resolver: ${key}`)
    else if (value === undefined) clients.delete(first)
    else clients.set(first, JSON.parse(value))
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
      // Nobody else can use the router's own address: the kernel drops such packets when they come over a link.
      client: (ip) =>
        clients.get(ip) ??
        (ip === listen || networks.values().some((net) => containsIp(net, ip))
          ? { ip, mac: '', family: false, quarantine: false }
          : undefined),
      address: names.address,
      nameOf: names.nameOf,
      host: hosts.address,
      hostOf: hosts.nameOf,
    },
    set: put,
    remove: (key) => put(key, undefined),
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
