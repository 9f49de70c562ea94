import type { MonotonicClock } from '../../../machine/machine.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import type { Question } from '../../../wire/dns/question.ts'
import type { CachedAnswer } from '../cache.ts'
import type { QueryCounters } from '../counters.ts'
import type { ClientQuery, Next, Outcome, Stage } from '../stage.ts'
import type { UpstreamGroup, UpstreamGroups } from '../upstreamgroup.ts'

/** How long an expired answer may be used if no upstream answers. RFC 8767 §5. */
const STALE_MS = 86_400_000
/** After this time without a new answer the expired one is sent. RFC 8767 §5. */
const STALE_AFTER_MS = 1_800
/** After a failed refresh the expired answer is sent immediately, without another attempt. */
const RETRY_MS = 30_000
/** How long a failure is cached. RFC 9520 §3.2. */
const FAILURE_MS = 1_000
/** A query in this last part of an answer's TTL refreshes it in the background, so that no client waits for a name in use. */
const PREFETCH_PART = 0.1

/** Answers from the cache. Identical queries in flight share one exchange. */
export const cache =
  (groups: UpstreamGroups, clock: MonotonicClock, counters: QueryCounters): Stage =>
  (query, next) => {
    const group = groups.for(query.client)
    const key = keyOf(query.question)
    const kept = group.cache.get(key)
    const refreshed = (): Promise<Outcome> => refresh(group, key, query, next, clock)
    if (!kept) return refreshed()

    const now = clock.monotonic()
    const hasFailed = kept.answer.rcode === RCODE.SERVFAIL
    if (now < kept.until) {
      counters.cached++
      const refreshFrom = hasFailed ? kept.until : kept.until - (kept.until - kept.at) * PREFETCH_PART
      if (now < refreshFrom) return repeated(kept, now, refreshFrom)
      if (now < kept.retryAt) return repeated(kept, now, Math.min(kept.retryAt, kept.until))
      inBackground(refreshed(), counters)
      return repeated(kept, now, now)
    }
    if (hasFailed || now > kept.until + STALE_MS) {
      group.cache.remove(key)
      return refreshed()
    }
    const stale = (): Outcome => {
      counters.stale++
      return { ...repeated(kept, clock.monotonic(), kept.retryAt), counted: 'stale' }
    }
    if (now < kept.retryAt) return stale()
    if (group.upstream.healthy) return refreshedOrStale(refreshed(), stale, clock)
    inBackground(refreshed(), counters)
    return stale()
  }

const repeated = (kept: CachedAnswer, now: number, repeatUntil: number): Outcome => ({
  answer: kept.answer,
  ageSeconds: Math.floor((now - kept.at) / 1000),
  repeatUntil,
  at: kept.at,
  counted: 'cached',
})

/** Queries with and without signatures (DO), validated and not (CD), have different answers. */
const keyOf = ({ name, type, edns, checkingDisabled }: Question): string =>
  `${type}${edns?.dnssec ? 'd' : ''}${checkingDisabled ? 'c' : ''} ${name}`

/** Calls the next stage; identical queries wait for the same result. */
function refresh(
  group: UpstreamGroup,
  key: string,
  query: ClientQuery,
  next: Next,
  clock: MonotonicClock,
): Promise<Outcome> {
  const already = group.open.get(key)
  if (already) return already
  const answering = Promise.resolve(next(query)).then(
    (outcome) => {
      group.open.delete(key)
      store(group, key, outcome, clock.monotonic())
      return outcome
    },
    (error) => {
      group.open.delete(key)
      throw error
    },
  )
  group.open.set(key, answering)
  return answering
}

function store({ cache }: UpstreamGroup, key: string, { answer }: Outcome, now: number): void {
  if (answer.rcode !== RCODE.SERVFAIL) {
    if (answer.ttl > 0) cache.put(key, answer, now, now + answer.ttl * 1000)
    else cache.remove(key)
    return
  }
  const kept = cache.get(key)
  if (kept) kept.retryAt = now + RETRY_MS
  else cache.put(key, answer, now, now + FAILURE_MS)
}

function refreshedOrStale(refreshing: Promise<Outcome>, stale: () => Outcome, clock: MonotonicClock): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(STALE_AFTER_MS, () => resolve(stale()))
    refreshing
      .then((outcome) => resolve(outcome.answer.rcode === RCODE.SERVFAIL ? stale() : outcome), reject)
      .finally(() => timer[Symbol.dispose]())
  })
}

/** Exceptions are counted. */
function inBackground(refreshing: Promise<Outcome>, counters: QueryCounters): void {
  refreshing.catch(() => {
    counters.faults++
  })
}
