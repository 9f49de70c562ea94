import type { DnsClient } from '../../compiler/network.ts'
import type { Ip } from '../../values/ip.ts'
import { RCODE } from '../../wire/dns/constants.ts'
import { type Question, readQuestion } from '../../wire/dns/question.ts'
import { empty, encodeReply } from '../../wire/dns/reply.ts'
import type { QueryCounters } from './counters.ts'
import type { ResponseCache } from './responsecache.ts'
import { clientQuery, fresh, type Next, type Outcome } from './stage.ts'

/**
 * The response to a query, both as bytes. Undefined: send no response. Never throws, never rejects. A response that is
 * ready immediately is stored in `responses`.
 */
export type Serve = (
  bytes: Buffer,
  from: Ip,
  limitOf: (question: Question) => number,
  port?: number,
  responses?: ResponseCache,
) => Buffer | Promise<Buffer> | undefined

/** Queries that wait for an upstream, in total and of each client. */
const MOST_OPEN = 2_000
const MOST_OPEN_EACH = 200

const UNIDENTIFIED: DnsClient = { ip: '', mac: '', family: false, quarantine: false, tags: [] }

export function openServe(first: Next, counters: QueryCounters, onFault: (error: unknown) => void): Serve {
  const openOf = new Map<Ip, number>()
  let open = 0

  const leave = (from: Ip): void => {
    open--
    const left = (openOf.get(from) ?? 1) - 1
    if (left > 0) openOf.set(from, left)
    else openOf.delete(from)
  }
  const failed = (question: Question, error: unknown): Outcome => {
    counters.faults++
    onFault(error)
    return fresh(empty(question, RCODE.SERVFAIL))
  }

  return (bytes, from, limitOf, port = 0, responses) => {
    counters.received++
    const question = readQuestion(bytes)
    if (!question || 'reply' in question) {
      counters.malformed++
      return question?.reply
    }
    const written = ({ answer, ageSeconds }: Outcome): Buffer =>
      encodeReply(answer, question, ageSeconds, limitOf(question))
    const openBefore = openOf.get(from) ?? 0
    if (open >= MOST_OPEN || openBefore >= MOST_OPEN_EACH) {
      counters.overloaded++
      return written(fresh(empty(question, RCODE.SERVFAIL)))
    }
    try {
      const query = clientQuery(question, from, UNIDENTIFIED, port)
      const outcome = first(query)
      if (!(outcome instanceof Promise)) {
        const response = written(outcome)
        responses?.store(bytes, response, query, outcome)
        return response
      }
      open++
      openOf.set(from, openBefore + 1)
      const failedLater = (error: unknown): Buffer => {
        leave(from)
        return written(failed(question, error))
      }
      return outcome.then((settled) => {
        try {
          const response = written(settled)
          leave(from)
          return response
        } catch (error) {
          return failedLater(error)
        }
      }, failedLater)
    } catch (error) {
      return written(failed(question, error))
    }
  }
}
