import type { DnsLog } from '../features/dns/querylog/log.ts'
import { countUsage } from '../features/firewall/rules/usage.ts'
import { watchSchedules } from '../features/firewall/rules/watch.ts'
import { zoneOf } from '../features/machine/localtime/zone.ts'
import { MINUTE_MS } from '../features/traffic/flows/kept.ts'
import { type Owners, openOwners } from '../features/traffic/flows/owners.ts'
import { openTrafficSampler, type TrafficSampler } from '../features/traffic/flows/sampler.ts'
import { type FlowWatch, watchFlows } from '../features/traffic/flows/watch.ts'
import type { Lookup } from '../features/traffic/lookup/lookup.ts'
import { watchLimits } from '../features/traffic/usage/limits.ts'
import { openRollup, type Rollup } from '../features/traffic/usage/rollup.ts'
import type { Base } from './base.ts'
import type { Enforcement } from './enforcement.ts'
import type { State } from './state.ts'

/** Measurements of the bytes that devices send and receive. */
export interface Traffic {
  readonly owners: Owners
  readonly sampler: TrafficSampler
  readonly rollup: Rollup
  readonly flows: FlowWatch
}

interface Names {
  readonly lookup: Lookup
  readonly dnsLog: Pick<DnsLog, 'lookedUpName'>
}

/** Opens the measurements of traffic, the schedules of rules, and the limits by bytes. */
export function openTraffic(
  { machine, clock, options, onFailure }: Base,
  { facts, history }: State,
  { bus, change, watch }: Enforcement,
  { lookup, dnsLog }: Names,
  opened: AsyncDisposableStack,
): Traffic {
  const { minuteMs } = options
  const zone = () => zoneOf(facts)
  const owners = openOwners(history.keyValueLog('trafficowners'), facts)
  const sampler = opened.use(openTrafficSampler({ machine, owners, database: history, minuteMs }))
  opened.use(watch(sampler.learn))
  const schedules = opened.use(
    watchSchedules({ facts, change, bus, clock, zone, minuteMs: minuteMs ?? MINUTE_MS, onFailure }),
  )
  opened.use(watch(schedules.learn))
  const usage = opened.use(
    countUsage({
      ...{ facts, change, clock, zone, sampler, minuteMs: minuteMs ?? MINUTE_MS, onFailure },
      saved: history.keyValueLog('pfwusage'),
    }),
  )
  opened.use(watch(usage.learn))
  const rollup = opened.use(
    openRollup({
      ...{ clock, zone, database: history, sampler, minuteMs, onFailure },
      lookup,
      insights: () => facts.setting('trafficInsights'),
    }),
  )
  opened.use(
    watchLimits({
      ...{ facts, bus, clock, zone, rollup, owners, minuteMs, onFailure },
      saved: history.keyValueLog('trafficlimits'),
    }),
  )
  const flows = opened.use(
    watchFlows({ machine, facts, owners, lookedUpName: dnsLog.lookedUpName, onBytes: rollup.count }),
  )
  return { owners, sampler, rollup, flows }
}
