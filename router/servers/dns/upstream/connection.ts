import type { Clock } from '../../../machine/machine.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import type { Query } from '../../../wire/dns/query.ts'

/** Put a question to an upstream. Rejects when there is no answer that can be read within `limitMs`. */
export type Ask = (query: Query, limitMs: number) => Promise<Answer>

/** Many questions at once over one connection, answered in any order. */
export interface Connection extends Disposable {
  readonly closed: boolean
  /** A question has waited for long, and nothing at all has come since: the path may be gone, as after a change of address. */
  readonly stalled: boolean
  /** Rejects when the connection ends or the time is up. */
  readonly ask: Ask
}

/** More than all questions that may be open at the same time (`upstream.ts`), each asked again once. */
export const MOST_PENDING = 1_024
/** Shorter than it takes until somebody asks again. */
export const STALLED_MS = 900

/** One connection for all questions: opened when one is asked, and again when it has ended. */
export function lasting(clock: Clock, connect: () => Connection): Ask & Disposable {
  let connection: Connection | undefined
  const ask: Ask = async (query, limitMs) => {
    const until = clock.now() + limitMs
    const used = connection
    if (used && !used.closed && !used.stalled) {
      try {
        return await used.ask(query, limitMs)
      } catch (error) {
        // The server may close an idle connection at the very moment of our question. RFC 7766 6.2.4.
        if (!used.closed || clock.now() >= until) throw error
      }
    }
    // A stalled one is left to itself: what is asked there may still be answered, or ends with its time.
    if (!connection || connection.closed || connection.stalled) connection = connect()
    return await connection.ask(query, until - clock.now())
  }
  return Object.assign(ask, { [Symbol.dispose]: () => connection?.[Symbol.dispose]() })
}
