import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { usage } from '../../../model/traffic/usage/contract.ts'
import type { Owners } from '../flows/owners.ts'
import { usageHandlers } from './handlers.ts'
import { watchLimits } from './limits.ts'
import { openRollup } from './rollup.ts'

/** Traffic by hour, day and month, and its limits. */
export function rollupPart(
  core: Core,
  needs: Pick<Parameters<typeof openRollup>[0], 'sampler' | 'lookup'> & { readonly owners: Owners },
) {
  const { facts, history, keep } = core
  const rollup = keep(
    openRollup({ ...core, ...needs, database: history, insights: () => facts.setting('trafficInsights') }),
  )
  keep(watchLimits({ ...core, ...needs, rollup, saved: history.keyValueLog('trafficlimits') }))
  return rollup
}

export const usagePart = (
  core: Core,
  needs: Pick<Parameters<typeof usageHandlers>[0], 'rollup' | 'sampler' | 'owners' | 'flows' | 'lookup'>,
) => ({
  operations: serve(usage, usageHandlers({ ...core, ...needs })),
})
