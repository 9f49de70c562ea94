import type { MonotonicClock } from '../../machine/machine.ts'
import type { QueryCounters } from './counters.ts'
import type { DnsEvent } from './message.ts'
import type { Recorder } from './recorder.ts'
import type { Stage } from './stage.ts'
import { admit } from './stages/admit.ts'
import { block } from './stages/block.ts'
import { cache } from './stages/cache.ts'
import { canary } from './stages/canary.ts'
import { cname } from './stages/cname.ts'
import { exclusion } from './stages/exclusion.ts'
import { forward } from './stages/forward.ts'
import { identify } from './stages/identify.ts'
import { local } from './stages/local.ts'
import { logQuery } from './stages/log.ts'
import { override } from './stages/override.ts'
import { quarantine } from './stages/quarantine.ts'
import { rebinding } from './stages/rebinding.ts'
import { safeSearch } from './stages/safesearch.ts'
import { answerSetup } from './stages/setup.ts'
import type { ResolverView } from './state.ts'
import type { UpstreamGroups } from './upstreamgroup.ts'
import type { WatchedNames } from './watchednames.ts'

export interface ChainDeps {
  readonly view: ResolverView
  readonly groups: UpstreamGroups
  readonly clock: MonotonicClock
  readonly counters: QueryCounters
  readonly watchedNames: WatchedNames
  readonly recorder: Recorder
  readonly publish: (event: DnsEvent) => void
}

/** The stages that apply the owner's rules. Quarantine comes first: no device is excluded from it. */
export const filter = ({ view, counters, publish }: Pick<ChainDeps, 'view' | 'counters' | 'publish'>): Stage[] => [
  quarantine(view, counters),
  exclusion(view),
  override(view, publish),
  canary(view),
  block(view, publish),
  safeSearch(view, publish),
]

/** All stages, in the order in which a query passes them. */
export const chain = ({ view, groups, clock, counters, watchedNames, recorder, publish }: ChainDeps): Stage[] => [
  identify(view, counters),
  answerSetup(counters),
  logQuery(recorder, clock),
  ...filter({ view, counters, publish }),
  local(view, counters),
  // Before all stages that may remove addresses from an answer: exactly what the device receives is admitted.
  admit(watchedNames),
  // Before the cache, so that it holds the upstream's answer, and each client's rules apply to what is read from it.
  rebinding(view, counters, publish),
  cname(view, publish),
  cache(groups, clock, counters),
  forward(groups, counters),
]
