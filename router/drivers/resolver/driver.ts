import { addressesOf } from '../../compiler/ends.ts'
import type { DnsFilter, Frame } from '../../compiler/network.ts'
import { SETUP_NAME } from '../../model/dns/names/domain.ts'
import { mayNameItself } from '../../model/dns/resolvers/name.ts'
import type { DnsProvider } from '../../model/dns/resolvers/settings.ts'
import { LAN_NAME } from '../../model/machine/tls/credentials.ts'
import { phraseFrom } from '../../phrases/phrase.ts'
import { itemKey, type ResolverItem } from '../../servers/dns/item.ts'
import type { Resolver } from '../../servers/dns/resolver.ts'
import type { Ip } from '../../values/ip.ts'
import { type Driver, driftOf, type Items } from '../driver.ts'

const plain = (IPAddress: Ip): DnsProvider => ({ IPAddress, TLSHost: '', DisableTls: true })

/** Items by key. Of several with the same key the last is used. */
const byKey = (items: readonly ResolverItem[]): Items<ResolverItem> =>
  new Map(items.map((item) => [itemKey(item), item]))

/** Configures the resolver: its address, upstreams, clients, names and rules. */
export function resolverDriver(resolver: Pick<Resolver, 'apply' | 'stats'>): Driver<ResolverItem> {
  const applied = new Map<string, ResolverItem>()
  return {
    name: 'resolver',
    threaded: true,
    frame: (frame) => byKey([...settingItems(frame), ...filterItems(frame.filter)]),
    member: ({ dnsClient, names }) =>
      byKey([
        ...(dnsClient ? [{ kind: 'client', client: dnsClient } as const] : []),
        ...names
          .filter(({ name, chosen }) => chosen || mayNameItself(name))
          .map(({ name, ip, chosen }) => ({ kind: 'name', name, ip, chosen }) as const),
      ]),
    async read() {
      const items = new Map(applied)
      // The resolver may not listen yet although it has its address.
      if (resolver.stats().notListening !== undefined) items.delete('listen')
      return items
    },
    async apply(steps) {
      const set: ResolverItem[] = []
      const remove: ResolverItem[] = []
      for (const { key, had, value } of steps)
        if (value) {
          set.push(value)
          applied.set(key, value)
        } else {
          if (had) remove.push(had)
          applied.delete(key)
        }
      const notListening = await resolver.apply(set, remove)
      return notListening === undefined ? [] : [driftOf('resolver', 'listening', phraseFrom(notListening))]
    },
  }
}

function* settingItems(frame: Frame): Generator<ResolverItem> {
  const { lanIp, uplinks, upstreams, familyUpstreams, hosts, customs, unlogged, setup } = frame
  const { SystemDNSOverride } = frame.firewall
  yield { kind: 'listen', ip: lanIp }
  for (const ip of uplinks.flatMap(addressesOf)) yield { kind: 'uplink', ip }
  yield { kind: 'upstreams', providers: upstreams }
  yield { kind: 'family', providers: familyUpstreams }
  for (const exit of frame.exits) if (exit.all && exit.link) yield exitItem(exit.number, exit.link, frame)
  if (SystemDNSOverride) yield { kind: 'own', providers: [plain(SystemDNSOverride)] }
  for (const { net, tags, policies } of customs) if (policies.includes('dns')) yield { kind: 'network', net, tags }
  yield { kind: 'host', name: LAN_NAME, ip: lanIp }
  if (setup) yield { kind: 'host', name: SETUP_NAME, ip: lanIp }
  for (const { Hostname, IPAddress } of hosts) yield { kind: 'host', name: Hostname, ip: IPAddress }
  for (const ip of unlogged.clients) yield { kind: 'private', ip }
  for (const name of unlogged.names) yield { kind: 'ignored', name }
}

/** A tunnel without resolvers uses the router's upstreams. */
function exitItem(number: number, link: string, { tunnels, upstreams, familyUpstreams }: Frame): ResolverItem {
  const dns = tunnels.find((tunnel) => tunnel.link === link)?.dns ?? []
  return { kind: 'exit', number, link, providers: dns.length > 0 ? dns.map(plain) : upstreams, family: familyUpstreams }
}

function* filterItems(filter: DnsFilter): Generator<ResolverItem> {
  const { rules, overrideLists, overrides, safeSearch, blockLists, excluded, paused } = filter
  yield { kind: 'rules', rules }
  yield { kind: 'overrides', lists: overrideLists }
  for (const [key, override] of overrides) yield { kind: 'override', key, override }
  for (const [name, redirects] of safeSearch) yield { kind: 'safesearch', name, redirects }
  for (const list of blockLists) yield { kind: 'list', list }
  for (const ip of excluded) yield { kind: 'excluded', ip }
  for (const ip of paused) yield { kind: 'paused', ip }
}
