import type { Found } from '../../features/names/resolution.ts'
import type { Clock } from '../../machine/machine.ts'

/** Names of endpoints: the firewall must admit their addresses before a device can connect. */
export interface WatchedNames {
  has(name: string): boolean
  /** Resolves when the kernel admits these addresses, or after a time limit. Never rejects. */
  admit(name: string, found: Found): Promise<void>
}

export interface WatchedNameTable extends WatchedNames {
  /** Replaces all names. */
  replace(names: readonly string[]): void
  /** The addresses reported under this number are admitted. */
  admitted(number: number): void
}

/** Shorter than the time after which a client sends its query again. */
const TIME_LIMIT_MS = 1_000
/** The same addresses are not reported again within this time; the main thread keeps each many times longer. */
const REPORTED_MS = 10_000
/** Responses that may wait at the same time; beyond it they are sent immediately. */
const MOST_WAITING = 1_000

export function openWatchedNames(
  clock: Clock,
  report: (found: { readonly number: number; readonly name: string; readonly found: Found }) => void,
): WatchedNameTable {
  let names: ReadonlyMap<string, { reported: string; until: number }> = new Map()
  const waiting = new Map<number, () => void>()
  let number = 0
  return {
    has: (name) => names.has(name),
    async admit(name, found) {
      const last = names.get(name)
      const ips = [...found.ips].sort().join(' ')
      if (!last || (last.reported === ips && clock.now() < last.until) || waiting.size >= MOST_WAITING) return
      const mine = ++number
      await new Promise<void>((resolve) => {
        const done = (): void => {
          timer[Symbol.dispose]()
          waiting.delete(mine)
          resolve()
        }
        const timer = clock.after(TIME_LIMIT_MS, done)
        waiting.set(mine, () => {
          last.reported = ips
          last.until = clock.now() + REPORTED_MS
          done()
        })
        report({ number: mine, name, found })
      })
    },
    replace(given) {
      names = new Map(given.map((name) => [name, names.get(name) ?? { reported: '', until: 0 }]))
    },
    admitted: (done) => waiting.get(done)?.(),
  }
}
