import type { QueryCounters } from './counters.ts'
import type { Report } from './message.ts'
import { mergeLatency } from './upstream/latency.ts'
import type { Health } from './upstream/provider.ts'

/** What threads last reported, without the events, which have been published. */
export type ResolverStats = Omit<Report, 'events'>

/** The combined statistics of several threads. There is at least one. */
export function sumStats(stats: readonly ResolverStats[]): ResolverStats {
  const [first, ...others] = stats as [ResolverStats, ...ResolverStats[]]
  return others.reduce(
    (sum, one): ResolverStats => ({
      counters: sumCounters(sum.counters, one.counters),
      upstreams: mergeHealth(sum.upstreams, one.upstreams),
      familyUpstreams: mergeHealth(sum.familyUpstreams, one.familyUpstreams),
      notListening: sum.notListening ?? one.notListening,
    }),
    first,
  )
}

const sumCounters = (a: QueryCounters, b: QueryCounters): QueryCounters => {
  const sum = { ...a }
  for (const name of Object.keys(b) as (keyof QueryCounters)[]) sum[name] += b[name]
  return sum
}

/** All threads have the same upstreams in the same order, except for a moment while the settings change. */
const mergeHealth = (a: readonly Health[], b: readonly Health[]): Health[] =>
  a.map((one, i) => {
    const other = b[i]
    if (other?.IPAddress !== one.IPAddress || other.TLSHost !== one.TLSHost) return one
    return {
      ...one,
      healthy: one.healthy && other.healthy,
      asked: one.asked + other.asked,
      failed: one.failed + other.failed,
      strays: one.strays + other.strays,
      lastFailure: one.lastFailure ?? other.lastFailure,
      ...mergeLatency(one, other),
    }
  })
