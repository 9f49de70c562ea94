import type { Core } from '../../../core.ts'
import { confirm } from '../../../model/access/confirm/contract.ts'
import { type Handlers, serve } from '../../../model/operation.ts'
import { type Confirmations, openConfirmations } from './confirmation.ts'

export function confirmHandlers(confirmations: Confirmations): Handlers<typeof confirm> {
  return {
    pending() {
      const { waiting } = confirmations
      if (!waiting) return { Pending: [] }
      const { Id, What, Who, until } = waiting
      return { Pending: [{ Id, What, Who, Until: Math.ceil(until / 1000) }] }
    },
    keep: ({ body }) => confirmations.keep(body.Id ?? undefined),
    putBack: ({ body }) => confirmations.putBack(body.Id ?? undefined),
  }
}

/** Changes that are undone unless their caller confirms that it still reaches the router. */
export function confirmPart(core: Core) {
  const confirmations = core.keep(openConfirmations(core))
  return { confirmations, guard: confirmations.guard, operations: serve(confirm, confirmHandlers(confirmations)) }
}
