import type { Counters } from './counters.ts'
import type { Standing } from './thread.ts'
import type { Health } from './upstream/provider.ts'

/** The combined statistics of several threads. There is at least one. */
export function summed(standings: readonly Standing[]): Standing {
  const [first, ...others] = standings as [Standing, ...Standing[]]
  return others.reduce(
    (all, one): Standing => ({
      counters: added(all.counters, one.counters),
      upstreams: together(all.upstreams, one.upstreams),
      familyUpstreams: together(all.familyUpstreams, one.familyUpstreams),
      deaf: all.deaf ?? one.deaf,
    }),
    first,
  )
}

const added = (a: Counters, b: Counters): Counters => {
  const sum = { ...a }
  for (const name of Object.keys(b) as (keyof Counters)[]) sum[name] += b[name]
  return sum
}

/** Each thread asks the same providers, in the same order, but for the moment in which they are changed. */
const together = (a: readonly Health[], b: readonly Health[]): Health[] =>
  a.map((one, i) => {
    const other = b[i]
    if (other?.IPAddress !== one.IPAddress || other.TLSHost !== one.TLSHost) return one
    return {
      ...one,
      healthy: one.healthy && other.healthy,
      asked: one.asked + other.asked,
      failed: one.failed + other.failed,
      strays: one.strays + other.strays,
      lastFailure: one.lastFailure || other.lastFailure,
    }
  })
