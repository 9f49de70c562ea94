import type { MonotonicClock } from '../../../machine/machine.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import type { Query } from '../../../wire/dns/query.ts'

/** Sends a query to an upstream. Rejects if no valid answer arrives within `limitMs`. */
export type Ask = (query: Query, limitMs: number) => Promise<Answer>

/** A connection with several queries in flight, answered in any order. */
export interface UpstreamConnection extends Disposable {
  readonly closed: boolean
  /** Nothing has been received since a query was sent some time ago: the path may be broken, as after a change of address. */
  readonly stalled: boolean
  /** Rejects when the connection closes or on timeout. */
  readonly ask: Ask
}

/** More than all queries in flight (`upstream.ts`), each sent twice. */
export const MOST_PENDING = 1_024
/** Shorter than a client's own retry. */
export const STALLED_MS = 900

/** One connection for all queries: opened for the first, and again for the next after it has closed. */
export function reconnecting(clock: MonotonicClock, connect: () => UpstreamConnection): Ask & Disposable {
  let connection: UpstreamConnection | undefined
  const ask: Ask = async (query, limitMs) => {
    const until = clock.monotonic() + limitMs
    const used = connection
    if (used && !used.closed && !used.stalled) {
      try {
        return await used.ask(query, limitMs)
      } catch (error) {
        // The server may close an idle connection just when a query is sent. RFC 7766 §6.2.4.
        if (!used.closed || clock.monotonic() >= until) throw error
      }
    }
    // A stalled connection is not closed: its queries may still be answered, or time out.
    if (!connection || connection.closed || connection.stalled) connection = connect()
    return await connection.ask(query, until - clock.monotonic())
  }
  return Object.assign(ask, { [Symbol.dispose]: () => connection?.[Symbol.dispose]() })
}
