import type { Frame } from '../compiler/network.ts'
import { openTrail, type Trail } from '../features/audit/trail.ts'
import { type Confirmations, openConfirmations } from '../features/confirm/confirmation.ts'
import { announceMap } from '../features/devices/announce.ts'
import { openDeviceExpiry } from '../features/devices/expiry.ts'
import { type Grants, openGrants } from '../features/dhcp/grants.ts'
import { openFilterExpiry } from '../features/dnsblock/expiry.ts'
import { type BlockLists, openBlockLists } from '../features/dnsblock/lists/lists.ts'
import { type DnsLog, openDnsLog } from '../features/dnslog/log.ts'
import { hostName } from '../features/info/hostname.ts'
import { openFollowing } from '../features/names/following.ts'
import { openPageViews, type PageViews } from '../features/pageviews/count.ts'
import { openOwners } from '../features/traffic/owners.ts'
import { openTrafficSampler, type TrafficSampler } from '../features/traffic/sampler.ts'
import { type FlowWatch, watchFlows } from '../features/traffic/watch.ts'
import { openUplinkBook } from '../features/wan/book.ts'
import { openSpeedTests, type SpeedTests } from '../features/wan/speedtest.ts'
import { type UplinkWatch, watchUplinks } from '../features/wan/watch.ts'
import { watchLinks } from '../presence/links.ts'
import { openDhcpServer } from '../servers/dhcp/server.ts'
import { type MulticastRelay, openMulticastRelay } from '../servers/multicast/relay.ts'
import { keepCopies } from '../store/hourly.ts'
import { type Enforcement, listDirectory } from './enforcement.ts'
import type { Ground } from './ground.ts'
import type { Stores } from './stores.ts'

/** What goes on by itself: who comes and goes, what ends with time, what is told and measured. */
export interface Upkeep {
  readonly grants: Grants
  readonly trail: Trail
  readonly confirmations: Confirmations
  readonly blockLists: BlockLists
  readonly dnsLog: DnsLog
  readonly sampler: TrafficSampler
  readonly flows: FlowWatch
  readonly uplinkWatch: UplinkWatch
  readonly speedTests: SpeedTests
  readonly pageViews: PageViews
  readonly relay: MulticastRelay
}

export function openUpkeep(parts: Ground & Stores & Enforcement, opened: AsyncDisposableStack): Upkeep {
  const { machine, clock, options, facts, history, pass, change, watch, network, resolver, onFailure } = parts
  opened.use(keepCopies({ ...parts, between: pass.between }))
  opened.use(
    watchLinks(machine, facts, change, (names) => {
      const lasting = lastingLinks(network().frame)
      if (names.some((name) => lasting.includes(name))) void pass.converge()
    }),
  )

  const grants = opened.use(openGrants({ ...parts, drift: () => pass.drift }))
  opened.use(watch((entries) => grants.learn(entries)))
  const trail = openTrail({ database: history, clock })
  opened.use(watch(trail.hear))
  opened.use(openDhcpServer({ ...parts, grants }))
  const relay = opened.use(openMulticastRelay(parts))
  opened.use(watch((entries) => relay.learn(entries)))
  const following = opened.use(openFollowing({ facts, change, clock, resolver }))
  opened.use(watch((entries) => following.learn(entries)))
  opened.use(hostName(parts).keep(watch, onFailure))
  opened.use(openDeviceExpiry(parts))
  const filterExpiry = opened.use(openFilterExpiry(parts))
  opened.use(watch(filterExpiry.learn))
  opened.use(announceMap(parts))
  const confirmations = opened.use(openConfirmations(parts))

  const { authorities } = options
  const blockLists = opened.use(openBlockLists({ ...parts, authorities, directory: listDirectory(options) }))
  opened.use(watch(blockLists.learn))
  const dnsLog = opened.use(openDnsLog(parts))
  resolver.log(dnsLog.take)
  opened.use(watch(dnsLog.learn))
  const owners = openOwners(history.sheet('trafficowners'), facts)
  const sampler = opened.use(openTrafficSampler({ machine, owners, database: history, minuteMs: options.minuteMs }))
  const flows = opened.use(watchFlows({ ...parts, owners, heardName: dnsLog.heardName }))
  const book = openUplinkBook(history)
  const uplinkWatch = opened.use(watchUplinks({ ...parts, uplinks: () => network().frame.uplinks, book }))
  opened.use(watch((entries) => uplinkWatch.learn(entries)))
  return {
    grants,
    trail,
    confirmations,
    blockLists,
    dnsLog,
    sampler,
    flows,
    uplinkWatch,
    speedTests: openSpeedTests({ ...parts, authorities }),
    pageViews: opened.use(openPageViews(parts)),
    relay,
  }
}

/** Links that are there whoever comes and goes: when one is back, the kernel has forgotten what was set on it. */
const lastingLinks = ({ wired, uplinks, vlans, customs }: Frame): string[] => [
  ...wired,
  ...uplinks.map(({ link }) => link),
  ...vlans.map(({ parent }) => parent),
  ...customs.map(({ link }) => link),
]
