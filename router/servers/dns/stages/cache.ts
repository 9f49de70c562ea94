import type { Clock } from '../../../machine/machine.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import type { Question } from '../../../wire/dns/question.ts'
import type { Kept } from '../cache.ts'
import type { Counters } from '../counters.ts'
import type { Outlet, Outlets } from '../outlet.ts'
import type { Asked, Next, Outcome, Stage } from '../stage.ts'

/** RFC 8767 5: what has run out is still better than nothing, for a while. */
const STALE_MS = 3_600_000
/** What a person still takes for "at once"; then the old answer goes out while the new one is waited for. */
const PATIENCE_MS = 1_800
/** After a failure the old answer is given directly, and the upstream left alone. */
const REST_MS = 30_000
/** RFC 9520 3.2: a failure is remembered too, briefly. */
const FAILURE_MS = 1_000

/** What was asked before needs not be asked again; what is being asked is asked once. */
export const cache =
  (outlets: Outlets, clock: Clock, counters: Counters): Stage =>
  (asked, next) => {
    const outlet = outlets.for(asked.client)
    const key = keyOf(asked.question)
    const kept = outlet.cache.get(key)
    if (!kept) return renewed(outlet, key, asked, next, clock)

    const age = clock.now() - kept.at
    const lifetime = lifetimeOf(kept)
    if (age < lifetime) {
      counters.cached++
      return { answer: kept.answer, ageSeconds: Math.floor(age / 1000) }
    }
    if (kept.answer.rcode === RCODE.SERVFAIL || age > lifetime + STALE_MS) {
      outlet.cache.remove(key)
      return renewed(outlet, key, asked, next, clock)
    }
    const stale = (): Outcome => {
      counters.stale++
      return { answer: kept.answer, ageSeconds: Math.floor(age / 1000) }
    }
    if (clock.now() < kept.retryAt) return stale()
    return renewedOrStale(renewed(outlet, key, asked, next, clock), stale, clock)
  }

const lifetimeOf = (kept: Kept): number => (kept.answer.rcode === RCODE.SERVFAIL ? FAILURE_MS : kept.answer.ttl * 1000)

/** With and without signatures, checked and unchecked, are different questions. */
const keyOf = ({ name, type, edns, checkingDisabled }: Question): string =>
  `${type}${edns?.dnssec ? 'd' : ''}${checkingDisabled ? 'c' : ''} ${name}`

/** Asked further down, by the first who wants to know; whoever asks meanwhile waits for the same answer. */
function renewed(outlet: Outlet, key: string, asked: Asked, next: Next, clock: Clock): Promise<Outcome> {
  const already = outlet.open.get(key)
  if (already) return already
  const answering = Promise.resolve(next(asked))
    .then((outcome) => {
      keep(outlet, key, outcome, clock.now())
      return outcome
    })
    .finally(() => outlet.open.delete(key))
  outlet.open.set(key, answering)
  return answering
}

function keep({ cache }: Outlet, key: string, { answer }: Outcome, now: number): void {
  if (answer.rcode !== RCODE.SERVFAIL) {
    if (answer.ttl > 0) cache.put(key, answer, now)
    return
  }
  const kept = cache.get(key)
  if (kept) kept.retryAt = now + REST_MS
  else cache.put(key, answer, now)
}

function renewedOrStale(renewal: Promise<Outcome>, stale: () => Outcome, clock: Clock): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const patience = clock.after(PATIENCE_MS, () => resolve(stale()))
    renewal
      .then((outcome) => resolve(outcome.answer.rcode === RCODE.SERVFAIL ? stale() : outcome), reject)
      .finally(() => patience[Symbol.dispose]())
  })
}
