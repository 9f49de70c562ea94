import type { DnsClient, DnsFilter, DnsRules, SafeRedirect } from '../../compiler/network.ts'
import type { BlockList } from '../../model/dns/blocklists/blocklist.ts'
import type { AppliedOverride } from '../../model/dns/blocklists/override.ts'
import type { DnsProvider } from '../../model/dns/resolvers/settings.ts'
import type { Ip } from '../../values/ip.ts'
import { formatSubnet, type Subnet } from '../../values/subnet.ts'

/** One part of the resolver's configuration. The driver sends the items that changed to every thread. */
export type ResolverItem =
  /** The address that the resolver listens on. */
  | { readonly kind: 'listen'; readonly ip: Ip }
  /** An address of one of the router's uplinks. */
  | { readonly kind: 'uplink'; readonly ip: Ip }
  /** Upstreams for devices, for devices of the family group, and for the router's own queries where they differ. */
  | { readonly kind: 'upstreams' | 'family' | 'own'; readonly providers: readonly DnsProvider[] }
  /** Upstreams for devices whose queries leave by an exit, over its tunnel; and for those of the family group. */
  | {
      readonly kind: 'exit'
      readonly number: number
      readonly link: string
      readonly providers: readonly DnsProvider[]
      readonly family: readonly DnsProvider[]
    }
  /** A network whose hosts may send queries. */
  | { readonly kind: 'network'; readonly net: Subnet; readonly tags: readonly string[] }
  | { readonly kind: 'client'; readonly client: DnsClient }
  /** The name of a device under `.lan`: `chosen` by the owner, or else sent by the device. */
  | { readonly kind: 'name'; readonly name: string; readonly ip: Ip; readonly chosen: boolean }
  /** A full name that the owner has given to an address. */
  | { readonly kind: 'host'; readonly name: string; readonly ip: Ip }
  | FilterItem
  | LogItem

/** The owner's filter settings and overrides. */
export type FilterItem =
  | { readonly kind: 'rules'; readonly rules: DnsRules }
  /** The enabled override lists, in order. */
  | { readonly kind: 'overrides'; readonly lists: DnsFilter['overrideLists'] }
  | { readonly kind: 'override'; readonly key: string; readonly override: AppliedOverride }
  /** A name of a search engine, and what it becomes. */
  | { readonly kind: 'safesearch'; readonly name: string; readonly redirects: readonly SafeRedirect[] }
  | { readonly kind: 'list'; readonly list: BlockList }
  /** Filtering does not apply to this address. */
  | { readonly kind: 'excluded'; readonly ip: Ip }
  /** Blocking is paused for this address, or for all (`*`). */
  | { readonly kind: 'paused'; readonly ip: Ip | '*' }

/** Queries from this address, or for this name, are not logged. */
export type LogItem =
  | { readonly kind: 'private'; readonly ip: Ip }
  | { readonly kind: 'ignored'; readonly name: string }

/** Identifies an item: an item replaces an earlier one with the same key. Shown to the owner as drift. */
export function itemKey(item: ResolverItem): string {
  switch (item.kind) {
    case 'listen':
    case 'upstreams':
    case 'family':
    case 'own':
    case 'rules':
    case 'overrides':
      return item.kind
    case 'uplink':
    case 'excluded':
    case 'paused':
    case 'private':
      return `${item.kind} ${item.ip}`
    case 'host':
    case 'ignored':
    case 'safesearch':
      return `${item.kind} ${item.name}`
    case 'exit':
      return `exit ${item.number}`
    case 'network':
      return `network ${formatSubnet(item.net)}`
    case 'client':
      return `client ${item.client.ip}`
    case 'name':
      return `name ${item.name} ${item.ip}`
    case 'override':
      return `override ${item.key}`
    case 'list':
      return `list ${item.list.URI}`
  }
}
