import { isRouter } from '../compiler/ends.ts'
import { openFilterExpiry } from '../features/dns/blocklists/expiry.ts'
import { type BlockLists, openBlockLists } from '../features/dns/blocklists/lists/lists.ts'
import { openNameResolution } from '../features/dns/names/resolution.ts'
import { shareWatch } from '../features/dns/names/watching.ts'
import { type DnsLog, openDnsLog } from '../features/dns/querylog/log.ts'
import { type GeoBlock, openGeoBlock } from '../features/firewall/geoblock/block.ts'
import { openRuleDomains } from '../features/firewall/rules/domains.ts'
import { networksFrom, watchRuleNetworks } from '../features/firewall/rules/networks.ts'
import { openExitDomains } from '../features/vpn/tunnels/domains.ts'
import { openSegmentFiles } from '../machine/segmentfiles.ts'
import type { Ip } from '../values/ip.ts'
import type { Base } from './base.ts'
import { type Enforcement, listDirectory } from './enforcement.ts'
import { geoFiles, type State } from './state.ts'

/** Filters of the resolver and the firewall, and the log of DNS queries. */
export interface Filtering {
  readonly blockLists: BlockLists
  readonly geoBlock: GeoBlock
  readonly dnsLog: DnsLog
}

/** Opens the updates of names and networks in rules, the block lists, the countries and the DNS log. */
export function openFiltering(
  base: Base,
  { facts, history }: State,
  { bus, change, watch, resolver, network, blockTable }: Enforcement,
  opened: AsyncDisposableStack,
): Filtering {
  const { machine, clock, options, onFailure } = base
  const { authorities, data, minuteMs } = options
  const watchNames = shareWatch(resolver.watch)
  const following = opened.use(
    openNameResolution({ facts, change, clock, resolver: { lookUp: resolver.lookUp, watch: watchNames() } }),
  )
  opened.use(watch((entries) => following.learn(entries)))
  const exitDomains = opened.use(openExitDomains({ facts, change, clock, watch: watchNames() }))
  opened.use(watch(exitDomains.learn))
  const ruleDomains = opened.use(
    openRuleDomains({ facts, change, clock, watch: watchNames(), lookUp: resolver.lookUp }),
  )
  opened.use(watch(ruleDomains.learn))
  const ruleNetworks = watchRuleNetworks({
    facts,
    change,
    onFailure,
    networksOf: networksFrom({ machine, ...options }),
  })
  opened.use(watch(ruleNetworks.learn))
  const filterExpiry = opened.use(openFilterExpiry({ facts, change, bus, clock }))
  opened.use(watch(filterExpiry.learn))
  const directory = listDirectory(options)
  const isOwn = (ip: Ip): boolean => isRouter(network(), ip)
  const blockLists = opened.use(
    openBlockLists({ machine, facts, bus, blockTable, onFailure, authorities, directory, resolver, isRouter: isOwn }),
  )
  opened.use(watch(blockLists.learn))
  const geoBlock = opened.use(
    openGeoBlock({ ...geoFiles(base), machine, facts, change, bus, resolver, isRouter: isOwn, authorities, onFailure }),
  )
  opened.use(watch(geoBlock.learn))
  const files = openSegmentFiles(`${data}/dnslog`)
  const dnsLog = opened.use(openDnsLog({ facts, history, clock, bus, files, onFailure, minuteMs }))
  resolver.log(dnsLog.take)
  opened.use(watch(dnsLog.learn))
  return { blockLists, geoBlock, dnsLog }
}
