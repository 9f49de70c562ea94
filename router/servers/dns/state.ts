import type { DnsClient } from '../../compiler/network.ts'
import { type BlockListMatcher, openBlockListMatcher } from '../../store/blocklists/matcher.ts'
import type { Ip } from '../../values/ip.ts'
import { containsIp, formatSubnet } from '../../values/subnet.ts'
import { openDeviceNames } from './devicenames.ts'
import { openHosts } from './hosts.ts'
import type { ResolverItem } from './item.ts'
import { type LogExclusions, openLogExclusions } from './logexclusions.ts'
import { type FilterRules, openDnsRules } from './rules.ts'
import type { ProviderSettings } from './upstream/provider.ts'

/** Upstreams over a tunnel. */
export type ExitUpstreams = Extract<ResolverItem, { kind: 'exit' }>

/** The configuration that the stages read: clients, names, rules and upstreams. */
export interface ResolverView {
  /** The address to listen on. */
  readonly listen: Ip | undefined
  /** Undefined if the address is neither a household device's nor in a network that may send queries. */
  client(ip: Ip): DnsClient | undefined
  /** The address of a device's name, given without `.lan`. */
  address(name: string): Ip | undefined
  /** The name of a device's address, without `.lan`. */
  nameOf(ip: Ip): string | undefined
  /** The address that the owner has given to a full name. */
  host(name: string): Ip | undefined
  /** The owner has given an address to a name below this full name. */
  hasBelow(name: string): boolean
  /** The full name that the owner has given to an address; of several, the first in alphabetical order. */
  hostOf(ip: Ip): string | undefined
  /** The router's addresses on its uplinks. */
  readonly uplinkAddresses: ReadonlySet<Ip>
  readonly upstreams: readonly ProviderSettings[]
  readonly familyUpstreams: readonly ProviderSettings[]
  /** Upstreams for the router's own queries. */
  readonly ownUpstreams: readonly ProviderSettings[]
  /** Upstreams for clients with an exit, by its number. */
  readonly exits: ReadonlyMap<number, ExitUpstreams>
  /** Filter settings and overrides. */
  readonly rules: FilterRules
  readonly blockLists: Pick<BlockListMatcher, 'match'>
  readonly logExclusions: LogExclusions
}

/** The configuration of one thread, changed item by item. */
export interface ResolverState {
  readonly view: ResolverView
  /** Replaces an earlier item with the same key (`itemKey`). */
  set(item: ResolverItem): void
  remove(item: ResolverItem): void
  /** Replaces the compiled block lists. */
  useTable: BlockListMatcher['useTable']
}

export function openResolverState(): ResolverState {
  const clients = new Map<Ip, DnsClient>()
  const networks = new Map<string, Extract<ResolverItem, { kind: 'network' }>>()
  const names = openDeviceNames()
  const hosts = openHosts()
  const rules = openDnsRules()
  const blockLists = openBlockListMatcher()
  const logExclusions = openLogExclusions()
  const uplinkAddresses = new Set<Ip>()
  const exits = new Map<number, ExitUpstreams>()
  let listen: Ip | undefined
  let upstreams: readonly ProviderSettings[] = []
  let familyUpstreams: readonly ProviderSettings[] = []
  let ownUpstreams: readonly ProviderSettings[] | undefined

  const set = (item: ResolverItem): void => {
    switch (item.kind) {
      case 'listen':
        listen = item.ip
        break
      case 'uplink':
        uplinkAddresses.add(item.ip)
        break
      case 'upstreams':
        upstreams = item.providers
        break
      case 'family':
        familyUpstreams = item.providers
        break
      case 'own':
        ownUpstreams = item.providers
        break
      case 'exit':
        exits.set(item.number, item)
        break
      case 'network':
        networks.set(formatSubnet(item.net), item)
        break
      case 'client':
        clients.set(item.client.ip, item.client)
        break
      case 'name':
        names.set(item.name, item.ip, item.chosen)
        break
      case 'host':
        hosts.set(item.name, item.ip)
        break
      case 'list':
        blockLists.set(item.list)
        break
      case 'private':
      case 'ignored':
        logExclusions.set(item)
        break
      default:
        rules.set(item)
    }
  }
  const remove = (item: ResolverItem): void => {
    switch (item.kind) {
      case 'listen':
        listen = undefined
        break
      case 'uplink':
        uplinkAddresses.delete(item.ip)
        break
      case 'upstreams':
        upstreams = []
        break
      case 'family':
        familyUpstreams = []
        break
      case 'own':
        ownUpstreams = undefined
        break
      case 'exit':
        exits.delete(item.number)
        break
      case 'network':
        networks.delete(formatSubnet(item.net))
        break
      case 'client':
        clients.delete(item.client.ip)
        break
      case 'name':
        names.remove(item.name, item.ip)
        break
      case 'host':
        hosts.remove(item.name)
        break
      case 'list':
        blockLists.remove(item.list.URI)
        break
      case 'private':
      case 'ignored':
        logExclusions.remove(item)
        break
      default:
        rules.remove(item)
    }
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
      exits,
      rules,
      blockLists,
      logExclusions,
      client(ip) {
        const known = clients.get(ip)
        if (known) return known
        const network = networks.values().find(({ net }) => containsIp(net, ip))
        // The router itself is a client too. No other sender can use its address: the kernel drops such packets on every link.
        return network || ip === listen
          ? { ip, mac: '', family: false, quarantine: false, tags: network?.tags ?? [] }
          : undefined
      },
      address: names.address,
      nameOf: names.nameOf,
      host: hosts.address,
      hostOf: hosts.nameOf,
      hasBelow: hosts.hasBelow,
    },
    set,
    remove,
    useTable: blockLists.useTable,
  }
}
