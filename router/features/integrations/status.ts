import type { ConnectionState } from './connection.ts'
import type { IntegrationStatus } from './contract.ts'

/** The status as clients see it. */
export const statusOf = (
  { State, Message, since }: ConnectionState,
  { sent, queued, dropped }: { readonly sent: number; readonly queued: number; readonly dropped: number },
): IntegrationStatus => ({
  State,
  Message,
  Since: Math.floor(since / 1000),
  Sent: sent,
  Queued: queued,
  Dropped: dropped,
})
