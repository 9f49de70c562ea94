import type { confirm } from '../../../model/access/confirm/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { Confirmations } from './confirmation.ts'

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
