import type { Core } from '../../../core.ts'
import { guests } from '../../../model/home/guests/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openDailyPassphrase } from './daily.ts'
import { guestHandlers } from './handlers.ts'

/** The wifi network for guests. */
export function guestsPart(core: Core) {
  core.keep(openDailyPassphrase(core))
  return { operations: serve(guests, guestHandlers(core)) }
}
