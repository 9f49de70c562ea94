import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { usage } from '../../../model/traffic/usage/contract.ts'
import type { Owners } from '../flows/owners.ts'
import type { TrafficSampler } from '../flows/sampler.ts'
import type { Lookup } from '../lookup/lookup.ts'
import { type UsageNeeds, usageHandlers } from './handlers.ts'
import { watchLimits } from './limits.ts'
import { openRollup } from './rollup.ts'

interface RollupNeeds {
  readonly sampler: Pick<TrafficSampler, 'between' | 'recordedUntil'>
  readonly lookup: Pick<Lookup, 'places'>
  readonly owners: Owners
}

/** Traffic by hour, day and month, and its limits. */
export function rollupPart(core: Core, needs: RollupNeeds) {
  const { facts, history, keep } = core
  const rollup = keep(
    openRollup({ ...core, ...needs, database: history, insights: () => facts.setting('trafficInsights') }),
  )
  keep(watchLimits({ ...core, ...needs, rollup, saved: history.keyValueLog('trafficlimits') }))
  return rollup
}

export const usagePart = (core: Core, needs: UsageNeeds) => ({
  operations: serve(usage, usageHandlers({ ...core, ...needs })),
})
