import type { Core } from '../../../core.ts'
import { confirm } from '../../../model/access/confirm/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openConfirmations } from './confirmation.ts'
import { confirmHandlers } from './handlers.ts'

/** Changes that are undone unless their caller confirms that it still reaches the router. */
export function confirmPart(core: Core) {
  const confirmations = core.keep(openConfirmations(core))
  return { confirmations, guard: confirmations.guard, operations: serve(confirm, confirmHandlers(confirmations)) }
}
