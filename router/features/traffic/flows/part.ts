import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { traffic } from '../../../model/traffic/flows/contract.ts'
import type { Ip } from '../../../values/ip.ts'
import type { Lookup } from '../lookup/lookup.ts'
import type { OnBytes } from './flows.ts'
import { trafficHandlers } from './handlers.ts'
import type { Owners } from './owners.ts'
import { openOwners } from './owners.ts'
import type { TrafficSampler } from './sampler.ts'
import { openTrafficSampler } from './sampler.ts'
import { watchFlows } from './watch.ts'

interface Needs {
  readonly owners: Pick<Owners, 'numberOf' | 'addressOf'>
  readonly lookedUpName: (device: Ip, address: Ip) => string
  readonly onBytes?: OnBytes | undefined
  readonly sampler: Pick<TrafficSampler, 'read' | 'history' | 'since'>
  readonly lookup: Pick<Lookup, 'places'>
}

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
