import type { IntegrationStatus } from '../../../model/messages/integrations/contract.ts'
import type { ConnectionState } from './connection.ts'

/** The message that was sent last. */
export interface LastMessage {
  readonly topic: string
  /** Milliseconds since 1970. */
  readonly at: number
}

interface Counts {
  readonly sent: number
  readonly queued: number
  readonly dropped: number
  readonly last: LastMessage | undefined
}

/** The status as clients see it. */
export const statusOf = (
  { State, message, since }: ConnectionState,
  { sent, queued, dropped, last }: Counts,
): IntegrationStatus => ({
  State,
  Message: String(message),
  Coded: message.toJSON(),
  Since: Math.floor(since / 1000),
  Sent: sent,
  Queued: queued,
  Dropped: dropped,
  LastTopic: last?.topic ?? '',
  LastSent: last ? Math.floor(last.at / 1000) : 0,
})
