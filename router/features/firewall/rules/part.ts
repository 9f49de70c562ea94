import { randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { pfw } from '../../../model/firewall/rules/contract.ts'
import { serve } from '../../../model/operation.ts'
import { plusEnabled } from '../../../model/plugins/plus/extensions.ts'
import type { WatchNames } from '../../dns/names/domains.ts'
import { MINUTE_MS } from '../../traffic/flows/kept.ts'
import type { TrafficSampler } from '../../traffic/flows/sampler.ts'
import { openRuleDomains } from './domains.ts'
import { pfwHandlers } from './handlers.ts'
import { networksFrom, watchRuleNetworks } from './networks.ts'
import type { TunnelOperations } from './sitevpns.ts'
import { countUsage } from './usage.ts'
import { watchSchedules } from './watch.ts'

interface Needs {
  readonly lookupFile: string
  readonly watchNames: () => WatchNames
  readonly sampler: Pick<TrafficSampler, 'read'>
  readonly tunnels: TunnelOperations
  readonly checkUplinks: () => void
}

/** The rules of the programmable firewall, with their domains, networks, schedules and limits of use. */
export function rulesPart(core: Core, { lookupFile, watchNames, sampler, tunnels, checkUplinks }: Needs) {
  const { machine, facts, history, minuteMs = MINUTE_MS, watch, keep } = core
  const networksOf = networksFrom({ machine, lookupFile })
  keep(openRuleDomains({ ...core, watch: watchNames() }))
  keep(watch(watchRuleNetworks({ ...core, networksOf }).learn))
  keep(watchSchedules({ ...core, minuteMs }))
  keep(countUsage({ ...core, minuteMs, sampler, saved: history.keyValueLog('pfwusage') }))
  const handlers = pfwHandlers({
    ...core,
    ...{ networksOf, tunnels, checkUplinks },
    isOn: () => plusEnabled(facts, 'PFW'),
    newId: () => randomBytes(4).toString('hex'),
  })
  return { networksOf, operations: serve(pfw, handlers) }
}
