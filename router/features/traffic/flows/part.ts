import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { traffic } from '../../../model/traffic/flows/contract.ts'
import { trafficHandlers } from './handlers.ts'
import { openOwners } from './owners.ts'
import { openTrafficSampler } from './sampler.ts'
import { watchFlows } from './watch.ts'

type Needs = Pick<Parameters<typeof watchFlows>[0], 'owners' | 'lookedUpName' | 'onBytes'> &
  Pick<Parameters<typeof trafficHandlers>[0], 'sampler' | 'lookup'>

/** The bytes of each device. */
export function samplerPart(core: Core) {
  const { history, facts, keep } = core
  const owners = openOwners(history.keyValueLog('trafficowners'), facts)
  return { owners, sampler: keep(openTrafficSampler({ ...core, owners, database: history })) }
}

/** The present connections of devices. */
export function flowsPart(core: Core, needs: Needs) {
  const flows = core.keep(watchFlows({ ...core, ...needs }))
  return { flows, operations: serve(traffic, trafficHandlers({ ...core, ...needs, flows })) }
}
