import type { Clock } from '../../machine/machine.ts'
import type { Counters } from './counters.ts'
import type { Followed } from './followed.ts'
import type { Happening } from './message.ts'
import type { Outlets } from './outlet.ts'
import type { Recorder } from './recorder.ts'
import type { Stage } from './stage.ts'
import { admit } from './stages/admit.ts'
import { alias } from './stages/alias.ts'
import { block } from './stages/block.ts'
import { cache } from './stages/cache.ts'
import { canary } from './stages/canary.ts'
import { exclusion } from './stages/exclusion.ts'
import { forward } from './stages/forward.ts'
import { identify } from './stages/identify.ts'
import { local } from './stages/local.ts'
import { log } from './stages/log.ts'
import { override } from './stages/override.ts'
import { quarantine } from './stages/quarantine.ts'
import { rebinding } from './stages/rebinding.ts'
import type { View } from './view.ts'

export interface Surroundings {
  readonly view: View
  readonly outlets: Outlets
  readonly clock: Clock
  readonly counters: Counters
  readonly followed: Followed
  readonly recorder: Recorder
  readonly publish: (happening: Happening) => void
}

/** What the rules of the home make of a question. Quarantine comes first: nobody is excluded from that. */
export const filter = ({ view, counters, publish }: Pick<Surroundings, 'view' | 'counters' | 'publish'>): Stage[] => [
  quarantine(view, counters),
  exclusion(view),
  override(view, publish),
  canary(view),
  block(view, publish),
]

/** What becomes of a question, read from top to bottom. */
export const chain = ({ view, outlets, clock, counters, followed, recorder, publish }: Surroundings): Stage[] => [
  identify(view, counters),
  log(recorder, clock),
  ...filter({ view, counters, publish }),
  local(view, counters),
  // Above all that may take something out of an answer: what is admitted is what the device gets.
  admit(followed),
  // Before the cache, so that what is kept is what the upstream said, and each client's rules apply on the way out.
  rebinding(view, counters, publish),
  alias(view, publish),
  cache(outlets, clock, counters),
  forward(outlets, counters),
]
