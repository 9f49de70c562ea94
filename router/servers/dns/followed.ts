import type { Found } from '../../features/names/following.ts'
import type { Clock } from '../../machine/machine.ts'

/** Names that lead to endpoints: what is said of them matters to the firewall. */
export interface Followed {
  has(name: string): boolean
  /** Resolves when the kernel lets these addresses through, or it has taken too long. Never rejects. */
  admit(name: string, found: Found): Promise<void>
}

export interface FollowedNames extends Followed {
  /** These and no others, from now on. */
  follow(names: readonly string[]): void
  /** The addresses reported under this number are permitted now. */
  admitted(number: number): void
}

/** What a device's own resolver will wait for without asking again. */
const PATIENCE_MS = 1_000
/** The same addresses are not reported again within this time; the main side keeps each many times longer. */
const REPORTED_MS = 10_000
/** Questions that may wait; more than that are answered at once. */
const MOST_WAITING = 1_000

export function openFollowed(
  clock: Clock,
  report: (found: { readonly number: number; readonly name: string; readonly found: Found }) => void,
): FollowedNames {
  let names: ReadonlyMap<string, { known: string; until: number }> = new Map()
  const waiting = new Map<number, () => void>()
  let number = 0
  return {
    has: (name) => names.has(name),
    async admit(name, found) {
      const last = names.get(name)
      const ips = [...found.ips].sort().join(' ')
      if (!last || (last.known === ips && clock.now() < last.until) || waiting.size >= MOST_WAITING) return
      const mine = ++number
      await new Promise<void>((resolve) => {
        const done = (): void => {
          timer[Symbol.dispose]()
          waiting.delete(mine)
          resolve()
        }
        const timer = clock.after(PATIENCE_MS, done)
        waiting.set(mine, () => {
          last.known = ips
          last.until = clock.now() + REPORTED_MS
          done()
        })
        report({ number: mine, name, found })
      })
    },
    follow(given) {
      names = new Map(given.map((name) => [name, names.get(name) ?? { known: '', until: 0 }]))
    },
    admitted: (done) => waiting.get(done)?.(),
  }
}
