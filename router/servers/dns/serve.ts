import type { DnsClient } from '../../compiler/network.ts'
import type { Ip } from '../../values/ip.ts'
import { RCODE } from '../../wire/dns/constants.ts'
import { type Question, readQuestion } from '../../wire/dns/question.ts'
import { empty, render } from '../../wire/dns/reply.ts'
import type { Counters } from './counters.ts'
import type { Memo } from './memo.ts'
import { ask, fresh, type Next, type Outcome } from './stage.ts'

/**
 * A query's bytes to an answer's, at once or later. Undefined: silence. Never throws, never rejects. What is answered at once
 * is left to `memo` to be answered again.
 */
export type Serve = (
  bytes: Buffer,
  from: Ip,
  limitOf: (question: Question) => number,
  port?: number,
  memo?: Memo,
) => Buffer | Promise<Buffer> | undefined

/** Questions that wait for an upstream. One device cannot take up all the room there is. */
const MOST_OPEN = 2_000
const MOST_OPEN_EACH = 200

const NOBODY: DnsClient = { ip: '', mac: '', family: false, quarantine: false, tags: [] }

export function openServe(first: Next, counters: Counters, onFault: (error: unknown) => void): Serve {
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

  return (bytes, from, limitOf, port = 0, memo) => {
    counters.received++
    const question = readQuestion(bytes)
    if (!question || 'reply' in question) {
      counters.malformed++
      return question?.reply
    }
    const written = ({ answer, ageSeconds }: Outcome): Buffer => render(answer, question, ageSeconds, limitOf(question))
    const already = openOf.get(from) ?? 0
    if (open >= MOST_OPEN || already >= MOST_OPEN_EACH) {
      counters.overloaded++
      return written(fresh(empty(question, RCODE.SERVFAIL)))
    }
    try {
      const asked = ask(question, from, NOBODY, port)
      const outcome = first(asked)
      if (!(outcome instanceof Promise)) {
        const reply = written(outcome)
        memo?.keep(bytes, reply, asked, outcome)
        return reply
      }
      open++
      openOf.set(from, already + 1)
      const later = (settled: Outcome): Buffer => {
        leave(from)
        return written(settled)
      }
      return outcome.then(later, (error) => later(failed(question, error)))
    } catch (error) {
      return written(failed(question, error))
    }
  }
}
