import type { Core } from '../../../core.ts'
import { names } from '../../../model/dns/names/contract.ts'
import { serve } from '../../../model/operation.ts'
import { shareWatch } from './domains.ts'
import { nameHandlers } from './handlers.ts'
import { openNameResolution } from './resolution.ts'

/** Names of devices, and the resolution of names in settings. */
export function namesPart(core: Core) {
  const { resolver, keep } = core
  /** Each caller is notified of the answers for its own names. */
  const watchNames = shareWatch(resolver.watch)
  keep(openNameResolution(core, core.clock, watchNames()))
  return { watchNames, operations: serve(names, nameHandlers(core)) }
}
