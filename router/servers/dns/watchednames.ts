import type { MonotonicClock } from '../../machine/machine.ts'
import type { Found } from '../../model/dns/names/found.ts'

/** Names whose addresses the firewall needs before a device can connect: those of endpoints, and of exits' domains. */
export interface WatchedNames {
  has(name: string): boolean
  /** Resolves when the kernel admits these addresses, or after a time limit. Never rejects. */
  admit(name: string, found: Found): Promise<void>
}

export interface WatchedNameTable extends WatchedNames {
  /** Replaces all names. One that begins with a dot is a domain with all its subdomains. */
  replace(names: readonly string[]): void
  /** The addresses reported under this number are admitted. */
  admitted(number: number): void
}

/** What was last reported of a name, and until when it is not reported again. */
interface Reported {
  reported: string
  until: number
}

/** Shorter than the time after which a client sends its query again. */
const TIME_LIMIT_MS = 1_000
/** The same addresses are not reported again within this time; the main thread keeps each many times longer. */
const REPORTED_MS = 10_000
/** Responses that may wait at the same time; beyond it they are sent immediately. */
const MOST_WAITING = 1_000
/** Subdomains whose last report is remembered. */
const MOST_SUBDOMAINS = 4_000

export function openWatchedNames(
  clock: MonotonicClock,
  report: (found: { readonly number: number; readonly name: string; readonly found: Found }) => void,
): WatchedNameTable {
  let names: ReadonlyMap<string, Reported> = new Map()
  let domains: ReadonlySet<string> = new Set()
  const subdomains = new Map<string, Reported>()
  const waiting = new Map<number, () => void>()
  let number = 0
  const isWithin = (name: string): boolean => {
    for (let dot = 0; domains.size > 0 && dot >= 0; dot = name.indexOf('.', dot + 1))
      if (domains.has(dot === 0 ? `.${name}` : name.slice(dot))) return true
    return false
  }
  const subdomain = (name: string): Reported => {
    const one = subdomains.get(name) ?? { reported: '', until: 0 }
    if (subdomains.size >= MOST_SUBDOMAINS) subdomains.clear()
    subdomains.set(name, one)
    return one
  }
  return {
    has: (name) => names.has(name) || isWithin(name),
    async admit(name, found) {
      const last = names.get(name) ?? (isWithin(name) ? subdomain(name) : undefined)
      const ips = [...found.ips].sort().join(' ')
      if (!last || (last.reported === ips && clock.monotonic() < last.until) || waiting.size >= MOST_WAITING) return
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
          last.until = clock.monotonic() + REPORTED_MS
          done()
        })
        report({ number: mine, name, found })
      })
    },
    replace(given) {
      domains = new Set(given.filter((name) => name.startsWith('.')))
      subdomains.clear()
      const single = given.filter((name) => !name.startsWith('.'))
      names = new Map(single.map((name) => [name, names.get(name) ?? { reported: '', until: 0 }]))
    },
    admitted: (done) => waiting.get(done)?.(),
  }
}
