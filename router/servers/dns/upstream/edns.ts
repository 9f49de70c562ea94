import type { MonotonicClock } from '../../../machine/machine.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import type { Query } from '../../../wire/dns/query.ts'
import type { Ask } from './connection.ts'

/** With or without the OPT record. */
export type QueryFormat = 'edns' | 'plain'

/** An upstream that has never answered with EDNS, and does not within this time, is queried without it too. */
const SILENCE_MS = 500
/** EDNS is tried again after this time. */
const PLAIN_MS = 3_600_000
/** Servers that do not implement EDNS return one of these, although RFC 6891 §7 has FORMERR only. */
const NOT_UNDERSTOOD: readonly number[] = [RCODE.FORMERR, RCODE.NOTIMP, RCODE.SERVFAIL]

const isUnderstood = ({ rcode }: Answer): boolean => !NOT_UNDERSTOOD.includes(rcode)

/**
 * Queries with EDNS, and without it where the upstream does not implement it: it returns an error, or nothing. What it implements is
 * stored. An upstream that has answered with EDNS is queried without it only after FORMERR, since its SERVFAIL is about the name.
 */
export function withEdns(
  ask: (query: Query, form: QueryFormat, limitMs: number) => Promise<Answer>,
  clock: MonotonicClock,
): Ask {
  let isImplemented = false
  let plainUntil = Number.NEGATIVE_INFINITY

  const tryPlain = async (query: Query, limitMs: number): Promise<Answer> => {
    const answer = await ask(query, 'plain', limitMs)
    if (isUnderstood(answer) && !isImplemented) plainUntil = clock.monotonic() + PLAIN_MS
    return answer
  }
  const tryBoth = async (query: Query, limitMs: number): Promise<Answer> => {
    const until = clock.monotonic() + limitMs
    const edns = ask(query, 'edns', limitMs).then((answer) => {
      if (isUnderstood(answer)) {
        isImplemented = true
        // It was only slow: the query without EDNS was answered before.
        plainUntil = Number.NEGATIVE_INFINITY
      }
      return answer
    })
    const first = await within(edns, SILENCE_MS, clock)
    if (first && isUnderstood(first)) return first
    const plain = tryPlain(query, until - clock.monotonic())
    return await (first ? plain.catch(() => first) : either(edns, plain))
  }

  return (query, limitMs) => {
    const now = clock.monotonic()
    if (now < plainUntil) return ask(query, 'plain', limitMs)
    if (!isImplemented) return tryBoth(query, limitMs)
    const known = ask(query, 'edns', limitMs)
    return known.then(
      (answer) =>
        answer.rcode === RCODE.FORMERR
          ? ask(query, 'plain', limitMs - (clock.monotonic() - now)).catch(() => answer)
          : answer,
      (error) => {
        // Another server may have its address now.
        isImplemented = false
        throw error
      },
    )
  }
}

/** Undefined after `ms` without a result. */
async function within<T>(result: Promise<T>, ms: number, clock: MonotonicClock): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  using _timer = clock.after(ms, () => resolve(undefined))
  return await Promise.race([result, promise])
}

/** The first answer that an understood query gets, or else the error of the first one. */
async function either(edns: Promise<Answer>, plain: Promise<Answer>): Promise<Answer> {
  const understood = edns.then((answer) => (isUnderstood(answer) ? answer : plain))
  try {
    return await Promise.any([understood, plain])
  } catch {
    return await edns
  }
}
