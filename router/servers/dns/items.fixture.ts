import type { DnsClient } from '../../compiler/network.ts'
import type { BlockList } from '../../model/dns/blocklists/blocklist.ts'
import { EVERYBODY, keyOfOverride } from '../../model/dns/blocklists/key.ts'
import type { KeptOverride } from '../../model/dns/blocklists/override.ts'
import type { Ip } from '../../values/ip.ts'
import type { ResolverItem } from './item.ts'

/** Items of the resolver for tests, each with defaults. */

export const clientItem = (ip: Ip, given: Partial<DnsClient> = {}): ResolverItem => ({
  kind: 'client',
  client: { ip, mac: '02:00:00:00:00:01', family: false, quarantine: false, tags: [], ...given },
})

export const overrideOf = (given: Partial<KeptOverride>): KeptOverride => ({
  Type: 'permit',
  Domain: 'example.com.',
  ResultIP: '',
  ResultCNAME: '',
  ClientIP: EVERYBODY,
  Expiration: 0,
  Tags: [],
  List: 'Default',
  ...given,
})

export const overrideItem = (given: Partial<KeptOverride>): ResolverItem => {
  const override = overrideOf(given)
  return { kind: 'override', key: keyOfOverride(override), override }
}

export const listItem = (URI: string, given: Partial<BlockList> = {}): ResolverItem => ({
  kind: 'list',
  list: { URI, Enabled: true, Tags: [], Category: '', DontBlock: false, ...given },
})
