import type { MonotonicClock } from '../../../machine/machine.ts'
import { spelled } from '../../../model/dns/resolvers/endpoint.ts'
import { type Phrase, phrase, severalOf } from '../../../phrases/phrase.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import type { Query } from '../../../wire/dns/query.ts'
import { refusalOfRcode, upstreamFailureOf } from './failure.ts'
import type { Provider } from './provider.ts'

/** Several upstreams of equal rank. */
export interface Upstream extends Disposable {
  readonly providers: readonly Provider[]
  /** At least one of them is healthy. */
  readonly healthy: boolean
  /** Returns the first usable answer, or the reason if none arrives in time. Never rejects. */
  resolve(query: Query): Promise<Resolved>
}

/** `reason` lists each queried upstream and its failure: `9.9.9.9 (dns.quad9.net): no answer in time`. */
export type Resolved =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly reason: Phrase }

/** Less than a client's own timeout: 5 s in glibc. */
const DEADLINE_MS = 4_000
const LEAST_ATTEMPTS = 4
const MOST_ATTEMPTS = 8
/** Each may hold a socket. */
const MOST_OPEN = 512

export function openUpstream(
  providers: readonly Provider[],
  clock: MonotonicClock,
  random: () => number = Math.random,
): Upstream {
  let open = 0
  return {
    providers,
    get healthy() {
      return providers.some((provider) => provider.healthy)
    },
    resolve(query) {
      if (open >= MOST_OPEN) return Promise.resolve({ kind: 'failed', reason: phrase('dns.upstreamQueriesFull') })
      open++
      return new Promise((resolve) =>
        findUsable(inOrder(providers, random), query, clock, (resolved) => {
          open--
          resolve(resolved)
        }),
      )
    },
    [Symbol.dispose]() {
      for (const provider of providers) provider[Symbol.dispose]()
    },
  }
}

/** In random order, the healthy ones first. */
function inOrder(providers: readonly Provider[], random: () => number): readonly Provider[] {
  if (providers.length <= 1) return providers
  return providers
    .map((provider) => ({ provider, rank: random() + (provider.healthy ? 0 : 1) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ provider }) => provider)
}

const isUsable = (answer: Answer): boolean => answer.rcode === RCODE.NOERROR || answer.rcode === RCODE.NXDOMAIN

/**
 * Queries the upstreams in order, and then again, since packets get lost. Calls `finish` once, at the latest after the
 * deadline. Objects that only a failure needs are created on the first failure.
 */
function findUsable(
  order: readonly Provider[],
  query: Query,
  clock: MonotonicClock,
  finish: (resolved: Resolved) => void,
): void {
  const until = clock.monotonic() + DEADLINE_MS
  const most = order.length === 0 ? 0 : Math.min(Math.max(order.length, LEAST_ATTEMPTS), MOST_ATTEMPTS)
  let attempts = 0
  let running = 0
  let finished = false
  let refused: Set<Provider> | undefined
  let failures: Map<Provider, Phrase> | undefined

  const next = (): Provider | undefined => {
    while (attempts < most) {
      const provider = order[attempts++ % order.length]!
      // It would return the same error again.
      if (!refused?.has(provider)) return provider
    }
    return undefined
  }
  const failed = (provider: Provider, reason: Phrase): void => {
    failures ??= new Map()
    failures.set(provider, reason)
    attempt()
  }
  const settle = (resolved: Resolved): void => {
    finished = true
    finish(resolved)
  }
  const attempt = (): void => {
    if (finished) return
    const left = until - clock.monotonic()
    const provider = left < 1 ? undefined : next()
    if (!provider) {
      if (running === 0) settle({ kind: 'failed', reason: reasonOf(order.slice(0, attempts), failures) })
      return
    }
    running++
    provider.ask(query, left, attempt).then(
      (answer) => {
        running--
        if (finished) return
        if (isUsable(answer)) return settle({ kind: 'answer', answer })
        refused ??= new Set()
        refused.add(provider)
        failed(provider, refusalOfRcode(answer.rcode))
      },
      (error) => {
        running--
        failed(provider, upstreamFailureOf(error, provider.name.TLSHost))
      },
    )
  }
  attempt()
}

const NO_ANSWER = phrase('internet.answerTimeout')

const reasonOf = (asked: readonly Provider[], failures: ReadonlyMap<Provider, Phrase> = new Map()): Phrase =>
  severalOf(asked.map((one) => phrase('machine.about', spelled(one.name), failures.get(one) ?? NO_ANSWER))) ??
  phrase('dns.noUpstream')
