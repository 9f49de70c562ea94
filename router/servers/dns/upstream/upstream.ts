import type { Clock } from '../../../machine/machine.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import type { Query } from '../../../wire/dns/query.ts'
import type { Provider } from './provider.ts'

/** Several providers that are as good as each other. */
export interface Upstream extends Disposable {
  readonly providers: readonly Provider[]
  /** At least one of them is believed to answer. */
  readonly healthy: boolean
  /** The first usable answer; undefined when none came in time. Never rejects. */
  resolve(query: Query): Promise<Answer | undefined>
}

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
      if (open >= MOST_OPEN) return undefined
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
  if (providers.length === 0) return []
  const shuffled = providers
    .map((provider) => ({ provider, rank: random() + (provider.healthy ? 0 : 1) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ provider }) => provider)
  const attempts = Math.min(Math.max(shuffled.length, LEAST_ATTEMPTS), MOST_ATTEMPTS)
  return Array.from({ length: attempts }, (_, i) => shuffled[i % shuffled.length] as Provider)
}

const isUsable = (answer: Answer): boolean => answer.rcode === RCODE.NOERROR || answer.rcode === RCODE.NXDOMAIN

function firstUsable(attempts: Provider[], query: Query, clock: Clock): Promise<Answer | undefined> {
  const until = clock.now() + DEADLINE_MS
  const refused = new Set<Provider>()
  let running = 0
  let patience: Disposable | undefined
  return new Promise((resolve) => {
    let finished = false
    const finish = (answer: Answer | undefined): void => {
      if (finished) return
      finished = true
      patience?.[Symbol.dispose]()
      deadline[Symbol.dispose]()
      resolve(answer)
    }
    const deadline = clock.after(DEADLINE_MS, () => finish(undefined))
    const attempt = async (): Promise<void> => {
      if (finished) return
      patience?.[Symbol.dispose]()
      let provider = attempts.shift()
      // One that said no will say so again.
      while (provider && refused.has(provider)) provider = attempts.shift()
      if (!provider) {
        if (running === 0) finish(undefined)
        return
      }
      patience = clock.after(PATIENCE_MS, attempt)
      running++
      const answer = await provider.ask(query, until - clock.now()).catch(() => undefined)
      running--
      if (answer && isUsable(answer)) return finish(answer)
      if (answer) refused.add(provider)
      await attempt()
    }
    void attempt()
  })
}
