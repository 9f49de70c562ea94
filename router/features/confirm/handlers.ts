import type { Handlers } from '../operation.ts'
import type { Confirmations } from './confirmation.ts'
import type { confirm } from './contract.ts'

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
