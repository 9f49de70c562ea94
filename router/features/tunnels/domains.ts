import type { Clock } from '../../machine/machine.ts'
import type { Change, Facts } from '../../store/facts.ts'
import type { Entry } from '../../store/table.ts'
import type { Found } from '../names/resolution.ts'
import type { WatchNames } from '../names/watching.ts'
import type { Exit } from './tunnel.ts'

/** An address is kept for its TTL, at least half a minute and at most ten, and then for the time that devices use it longer. */
const SHORTEST_S = 30
const LONGEST_S = 600
const GRACE_MS = 10 * 60_000
const SWEEP_MS = 60_000
/** Of one exit. The ones that were found last are kept. */
const MOST_ADDRESSES = 256

interface Deps {
  readonly facts: Facts
  readonly change: Change
  readonly clock: Clock
  readonly watch: WatchNames
}

export interface ExitDomains extends Disposable {
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
}

/** Whether a name is the domain or below it. Both in lower case. */
const isIn = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`)

/**
 * Keeps `exitAddresses` up to date: the addresses that names in domains of exits resolve to. The answer that has them is sent to
 * the device when the kernel marks packets to them.
 */
export function openExitDomains({ facts, change, clock, watch }: Deps): ExitDomains {
  /** When each address expires, by exit; in the order of their last answers. */
  const until = new Map<string, Map<string, number>>()
  let watched = ''
  let sweeping: Disposable | undefined

  const exits = (): Exit[] =>
    [...facts.exits.values()].filter(({ Traffic, Domains }) => Traffic === 'listed' && Domains.length > 0)
  const addressesOf = (name: string): Map<string, number> => {
    const known = until.get(name) ?? new Map<string, number>()
    until.set(name, known)
    return known
  }

  async function found(name: string, { ips, ttlSeconds }: Found): Promise<void> {
    const end = clock.now() + Math.min(Math.max(ttlSeconds, SHORTEST_S), LONGEST_S) * 1000 + GRACE_MS
    for (const exit of exits()) {
      if (!exit.Domains.some((domain) => isIn(name.toLowerCase(), domain))) continue
      const known = addressesOf(exit.Name)
      for (const ip of ips) {
        known.delete(ip)
        known.set(ip, end)
      }
      for (const ip of known.keys()) {
        if (known.size <= MOST_ADDRESSES) break
        known.delete(ip)
      }
    }
    await store()
  }

  async function store(): Promise<void> {
    const names = new Set(exits().map(({ Name }) => Name))
    for (const name of until.keys()) if (!names.has(name)) until.delete(name)
    const differs = [...names].filter((name) => !hasAll(name))
    const gone = [...facts.exitAddresses.keys()].filter((name) => !names.has(name))
    if (differs.length + gone.length === 0) return
    await change((draft) => {
      for (const name of differs)
        draft.exitAddresses.put(name, { exit: name, ips: [...addressesOf(name).keys()].sort() })
      for (const name of gone) draft.exitAddresses.remove(name)
    })
  }
  const hasAll = (name: string): boolean =>
    (facts.exitAddresses.get(name)?.ips ?? []).join() === [...addressesOf(name).keys()].sort().join()

  const refresh = (): void => {
    const domains = exits().flatMap(({ Domains }) => Domains.map((domain) => `.${domain}`))
    if (domains.join() === watched) return
    watched = domains.join()
    for (const { Name, Domains } of exits()) if (Domains.length === 0) until.delete(Name)
    watch(domains, found)
    void store().catch(() => undefined)
  }

  const sweep = (): void => {
    for (const known of until.values()) for (const [ip, end] of known) if (end <= clock.now()) known.delete(ip)
    void store().catch(() => undefined)
    sweeping = clock.after(SWEEP_MS, sweep)
  }
  refresh()
  sweeping = clock.after(SWEEP_MS, sweep)
  return {
    learn(entries) {
      if (entries.some(({ table }) => table === 'exits')) refresh()
    },
    [Symbol.dispose]: () => sweeping?.[Symbol.dispose](),
  }
}
