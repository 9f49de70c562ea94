import type { DnsClient, DnsFilter, DnsRules } from '../../compiler/network.ts'
import type { DnsProvider } from '../../features/dns/settings.ts'
import type { BlockList } from '../../features/dnsblock/blocklist.ts'
import type { KeptOverride } from '../../features/dnsblock/override.ts'
import type { Ip } from '../../values/ip.ts'
import { formatSubnet, type Subnet } from '../../values/subnet.ts'
import type { Items } from '../driver.ts'

/** What the resolver is given, one by one. */
export type ResolverItem =
  /** The address that it answers on. */
  | { readonly kind: 'listen'; readonly ip: Ip }
  /** An address of the router's towards the internet. */
  | { readonly kind: 'uplink'; readonly ip: Ip }
  /** Who is asked; for the devices of the family group; and for the router's own questions, where that is somebody else. */
  | { readonly kind: 'upstreams' | 'family' | 'own'; readonly providers: readonly DnsProvider[] }
  /** Who is in this network may ask. */
  | { readonly kind: 'network'; readonly net: Subnet; readonly tags: readonly string[] }
  | { readonly kind: 'client'; readonly client: DnsClient }
  /** A name of a device: chosen by the owner, or its own. */
  | { readonly kind: 'name'; readonly name: string; readonly ip: Ip; readonly chosen: boolean }
  | { readonly kind: 'host'; readonly name: string; readonly ip: Ip }
  | { readonly kind: 'rules'; readonly rules: DnsRules }
  /** The lists that count, in order. */
  | { readonly kind: 'overrides'; readonly lists: DnsFilter['overrideLists'] }
  | { readonly kind: 'override'; readonly key: string; readonly override: KeptOverride }
  | { readonly kind: 'list'; readonly list: BlockList }
  /** The filter does not count for this address; or, for a time, nothing is blocked for it (`*` for all). */
  | { readonly kind: 'excluded' | 'paused'; readonly ip: Ip | '*' }
  /** Queries from this address, or for this name, are not logged. */
  | { readonly kind: 'private'; readonly ip: Ip }
  | { readonly kind: 'ignored'; readonly name: string }

/** Items by what they are: of those with the same key the last counts. */
export const byKey = (items: readonly ResolverItem[]): Items<ResolverItem> =>
  new Map(items.map((item) => [keyOf(item), item]))

/** What an item is, without what it says: as the resolver's threads (`servers/dns/view.ts`) and people read it. */
function keyOf(item: ResolverItem): string {
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
      return `${item.kind} ${item.name}`
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
