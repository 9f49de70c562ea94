import { addressesOf } from '../../compiler/ends.ts'
import type { DnsFilter } from '../../compiler/network.ts'
import { mayNameItself } from '../../features/dns/name.ts'
import type { DnsProvider } from '../../features/dns/settings.ts'
import type { Resolver } from '../../servers/dns/resolver.ts'
import type { Ip } from '../../values/ip.ts'
import { formatSubnet } from '../../values/subnet.ts'
import type { Driver } from '../driver.ts'

const plain = (IPAddress: Ip): DnsProvider => ({ IPAddress, TLSHost: '', DisableTls: true })

/** Gives the resolver the devices of the home, their names, and the upstream resolvers. */
export function resolverDriver(resolver: Pick<Resolver, 'apply' | 'items' | 'stats'>): Driver<string> {
  return {
    name: 'resolver',
    threaded: true,
    frame: ({
      lanIp,
      uplinks,
      upstreams,
      familyUpstreams,
      hosts,
      customs,
      filter,
      unlogged,
      firewall: { SystemDNSOverride },
    }) =>
      new Map([
        ['listen', lanIp],
        ...uplinks.flatMap(addressesOf).map((ip) => [`uplink ${ip}`, ''] as const),
        ['upstreams', JSON.stringify(upstreams)],
        ['family', JSON.stringify(familyUpstreams)],
        ...(SystemDNSOverride ? [['own', JSON.stringify([plain(SystemDNSOverride)])] as const] : []),
        ...customs
          .filter(({ policies }) => policies.includes('dns'))
          .map(({ net, tags }) => [`network ${formatSubnet(net)}`, tags.join('\n')] as const),
        ...hosts.map(({ Hostname, IPAddress }) => [`host ${Hostname}`, IPAddress] as const),
        ...filterItems(filter),
        ...unlogged.clients.map((ip) => [`private ${ip}`, ''] as const),
        ...unlogged.names.map((name) => [`ignored ${name}`, ''] as const),
      ]),
    member({ dnsClient, names }) {
      const items = new Map<string, string>()
      if (dnsClient) items.set(`client ${dnsClient.ip}`, JSON.stringify(dnsClient))
      for (const { name, ip, chosen } of names) {
        if (chosen || mayNameItself(name)) items.set(`name ${name} ${ip}`, chosen ? 'chosen' : 'own')
      }
      return items
    },
    async read() {
      const items = new Map(resolver.items)
      // A resolver that has an address may not listen there yet.
      if (resolver.stats().deaf !== undefined) items.delete('listen')
      return items
    },
    async apply(steps) {
      const set = steps.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value] as const]))
      const remove = steps.filter(({ value }) => value === undefined).map(({ key }) => key)
      const deaf = await resolver.apply(set, remove)
      return deaf === undefined ? [] : [{ driver: 'resolver', what: 'listening', reason: deaf }]
    },
  }
}

function filterItems({
  rules,
  overrideLists,
  overrides,
  blockLists,
  excluded,
  paused,
}: DnsFilter): (readonly [string, string])[] {
  return [
    ['rules', JSON.stringify(rules)],
    ['overrides', JSON.stringify(overrideLists)],
    ...overrides.entries().map(([key, override]) => [`override ${key}`, JSON.stringify(override)] as const),
    ...blockLists.map((list) => [`list ${list.URI}`, JSON.stringify(list)] as const),
    ...excluded.map((ip) => [`excluded ${ip}`, ''] as const),
    ...paused.map((ip) => [`paused ${ip}`, ''] as const),
  ]
}
