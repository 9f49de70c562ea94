import type { Clock } from '../../../machine/machine.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import type { Question } from '../../../wire/dns/question.ts'
import type { Kept } from '../cache.ts'
import type { Counters } from '../counters.ts'
import type { Outlet, Outlets } from '../outlet.ts'
import type { Asked, Next, Outcome, Stage } from '../stage.ts'

/** RFC 8767 5: what has run out is still better than nothing, for a while. */
const STALE_MS = 86_400_000
/** What a person still takes for "at once"; then the old answer goes out while the new one is waited for. */
const PATIENCE_MS = 1_800
/** After a failure the old answer is given directly, and the upstream left alone. */
const REST_MS = 30_000
/** RFC 9520 3.2: a failure is remembered too, briefly. */
const FAILURE_MS = 1_000
/** Asked for in the last part of its life, an answer is renewed before it has run out: nobody waits for a name that is in use. */
const LAST_PART = 0.1

/** What was asked before needs not be asked again; what is being asked is asked once. */
export const cache =
  (outlets: Outlets, clock: Clock, counters: Counters): Stage =>
  (asked, next) => {
    const outlet = outlets.for(asked.client)
    const key = keyOf(asked.question)
    const kept = outlet.cache.get(key)
    const renewal = (): Promise<Outcome> => renewed(outlet, key, asked, next, clock)
    if (!kept) return renewal()

    const now = clock.now()
    const hasFailed = kept.answer.rcode === RCODE.SERVFAIL
    if (now < kept.until) {
      counters.cached++
      const renewFrom = hasFailed ? kept.until : kept.until - (kept.until - kept.at) * LAST_PART
      if (now < renewFrom) return repeated(kept, now, renewFrom)
      if (now < kept.retryAt) return repeated(kept, now, Math.min(kept.retryAt, kept.until))
      inBackground(renewal(), counters)
      return repeated(kept, now, now)
    }
    if (hasFailed || now > kept.until + STALE_MS) {
      outlet.cache.remove(key)
      return renewal()
    }
    const stale = (): Outcome => {
      counters.stale++
      return { ...repeated(kept, clock.now(), kept.retryAt), counted: 'stale' }
    }
    if (now < kept.retryAt) return stale()
    if (outlet.upstream.healthy) return renewedOrStale(renewal(), stale, clock)
    inBackground(renewal(), counters)
    return stale()
  }

const repeated = (kept: Kept, now: number, repeatUntil: number): Outcome => ({
  answer: kept.answer,
  ageSeconds: Math.floor((now - kept.at) / 1000),
  repeatUntil,
  at: kept.at,
  counted: 'cached',
})

/** With and without signatures, checked and unchecked, are different questions. */
const keyOf = ({ name, type, edns, checkingDisabled }: Question): string =>
  `${type}${edns?.dnssec ? 'd' : ''}${checkingDisabled ? 'c' : ''} ${name}`

/** Asked further down, by the first who wants to know; whoever asks meanwhile waits for the same answer. */
function renewed(outlet: Outlet, key: string, asked: Asked, next: Next, clock: Clock): Promise<Outcome> {
  const already = outlet.open.get(key)
  if (already) return already
  const answering = Promise.resolve(next(asked)).then(
    (outcome) => {
      outlet.open.delete(key)
      keep(outlet, key, outcome, clock.now())
      return outcome
    },
    (error) => {
      outlet.open.delete(key)
      throw error
    },
  )
  outlet.open.set(key, answering)
  return answering
}

function keep({ cache }: Outlet, key: string, { answer }: Outcome, now: number): void {
  if (answer.rcode !== RCODE.SERVFAIL) {
    if (answer.ttl > 0) cache.put(key, answer, now, now + answer.ttl * 1000)
    else cache.remove(key)
    return
  }
  const kept = cache.get(key)
  if (kept) kept.retryAt = now + REST_MS
  else cache.put(key, answer, now, now + FAILURE_MS)
}

function renewedOrStale(renewal: Promise<Outcome>, stale: () => Outcome, clock: Clock): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const patience = clock.after(PATIENCE_MS, () => resolve(stale()))
    renewal
      .then((outcome) => resolve(outcome.answer.rcode === RCODE.SERVFAIL ? stale() : outcome), reject)
      .finally(() => patience[Symbol.dispose]())
  })
}

/** Nobody waits for it; what goes wrong with it is counted. */
function inBackground(renewal: Promise<Outcome>, counters: Counters): void {
  renewal.catch(() => {
    counters.faults++
  })
}
