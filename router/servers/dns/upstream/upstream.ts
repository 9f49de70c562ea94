import { spelled } from '../../../features/dns/health.ts'
import type { Clock } from '../../../machine/machine.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import type { Query } from '../../../wire/dns/query.ts'
import { failureOf, refusalOf } from './failure.ts'
import type { Provider } from './provider.ts'

/** Several providers that are as good as each other. */
export interface Upstream extends Disposable {
  readonly providers: readonly Provider[]
  /** At least one of them is believed to answer. */
  readonly healthy: boolean
  /** The first usable answer, or why none came in time. Never rejects. */
  resolve(query: Query): Promise<Resolved>
}

/** `reason` names each provider that was asked and what became of it: `9.9.9.9 (dns.quad9.net): no answer in time`. */
export type Resolved =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly reason: string }

/** What a client's own resolver will at least wait for: 5 s in glibc. */
const DEADLINE_MS = 4_000
/** After this long without an answer the next one is asked as well. The first may still win. */
const PATIENCE_MS = 1_000
const LEAST_ATTEMPTS = 4
const MOST_ATTEMPTS = 8
/** Each may hold a socket. */
const MOST_OPEN = 512

export function openUpstream(
  providers: readonly Provider[],
  clock: Clock,
  random: () => number = Math.random,
): Upstream {
  let open = 0
  return {
    providers,
    get healthy() {
      return providers.some((provider) => provider.healthy)
    },
    async resolve(query) {
      if (open >= MOST_OPEN) return { kind: 'failed', reason: 'too many questions wait for an answer' }
      open++
      try {
        return await firstUsable(inOrder(providers, random), query, clock)
      } finally {
        open--
      }
    },
    [Symbol.dispose]() {
      for (const provider of providers) provider[Symbol.dispose]()
    },
  }
}

/** Healthy ones first, each kind shuffled; then the same again, for a packet may simply have been lost. */
function inOrder(providers: readonly Provider[], random: () => number): Provider[] {
  if (providers.length <= 1) return providers.flatMap((one) => Array<Provider>(LEAST_ATTEMPTS).fill(one))
  const shuffled = providers
    .map((provider) => ({ provider, rank: random() + (provider.healthy ? 0 : 1) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ provider }) => provider)
  const attempts = Math.min(Math.max(shuffled.length, LEAST_ATTEMPTS), MOST_ATTEMPTS)
  return Array.from({ length: attempts }, (_, i) => shuffled[i % shuffled.length] as Provider)
}

const isUsable = (answer: Answer): boolean => answer.rcode === RCODE.NOERROR || answer.rcode === RCODE.NXDOMAIN

function firstUsable(attempts: Provider[], query: Query, clock: Clock): Promise<Resolved> {
  const until = clock.now() + DEADLINE_MS
  const refused = new Set<Provider>()
  const failures = new Map<Provider, string>()
  let running = 0
  let patience: Disposable | undefined
  return new Promise((resolve) => {
    let finished = false
    const finish = (resolved: Resolved): void => {
      if (finished) return
      finished = true
      patience?.[Symbol.dispose]()
      deadline[Symbol.dispose]()
      resolve(resolved)
    }
    const fail = (): void => finish({ kind: 'failed', reason: reasonOf(failures) })
    const deadline = clock.after(DEADLINE_MS, fail)
    const attempt = async (): Promise<void> => {
      if (finished) return
      patience?.[Symbol.dispose]()
      let provider = attempts.shift()
      // One that said no will say so again.
      while (provider && refused.has(provider)) provider = attempts.shift()
      if (!provider) {
        if (running === 0) fail()
        return
      }
      patience = clock.after(PATIENCE_MS, attempt)
      running++
      if (!failures.has(provider)) failures.set(provider, NO_ANSWER)
      const answer = await provider.ask(query, until - clock.now()).catch((error) => {
        failures.set(provider, failureOf(error, provider.name.TLSHost))
      })
      running--
      if (answer && isUsable(answer)) return finish({ kind: 'answer', answer })
      if (answer) {
        refused.add(provider)
        failures.set(provider, refusalOf(answer.rcode))
      }
      await attempt()
    }
    void attempt()
  })
}

const NO_ANSWER = 'no answer in time'

const reasonOf = (failures: ReadonlyMap<Provider, string>): string =>
  failures.size === 0
    ? 'no resolver to ask'
    : [...failures].map(([{ name }, failure]) => `${spelled(name)}: ${failure}`).join('; ')
