import type { Bus } from '../../events/bus.ts'
import { healthOf } from '../../features/dns/health.ts'
import type { DnsProvider } from '../../features/dns/settings.ts'
import type { Finding } from '../../features/dnsblock/why.ts'
import type { Found } from '../../features/names/following.ts'
import type { Clock } from '../../machine/machine.ts'
import { summed } from './sum.ts'
import { openThread, type Standing, type Thread } from './thread.ts'

export interface ResolverOptions {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  /** Mistakes and crashes of a thread, for the log. */
  readonly onFailure: (what: string, error: unknown) => void
  /** PEM text of certificate authorities that upstreams may have theirs from, besides the well-known ones. */
  readonly authorities?: readonly string[]
  readonly port?: number
  /** Threads that answer, each with a socket of its own on the same address; by default as many as the processor is good for. */
  readonly threads?: number | undefined
}

/** The household's resolver, seen from the main thread. */
export interface Resolver extends AsyncDisposable {
  /**
   * Take items away and put others in their place (see `view.ts` for what they are). Resolves when the next question is
   * answered by them, with the reason if it cannot listen yet.
   */
  apply(set: readonly (readonly [key: string, value: string])[], remove: readonly string[]): Promise<string | undefined>
  /** A question of the router's own, put to whom the owner chose for those. Undefined when nobody answers in time. */
  lookUp(name: string): Promise<Found | undefined>
  /** Why this provider has no usable answer to a test question, after 4 seconds at most; undefined when it has one. */
  probe(provider: DnsProvider): Promise<string | undefined>
  /**
   * What the home's rules make of a name (in plain labels, without the last dot) when it is asked from this address; empty
   * for nobody in particular. Undefined when no thread runs.
   */
  explain(name: string, ip: string): Promise<Finding | undefined>
  /**
   * Watch over these names, in lower case, and over no others. Before a response with their addresses is sent, `onFound` is called,
   * and its answer waits (not for long) until that has resolved.
   */
  follow(names: readonly string[], onFound: (name: string, found: Found) => Promise<unknown>): void
  /** From now on the block lists are what this says, which threads share: a file of `router/filter/layout.ts`, known to be sound. */
  useTable(table: SharedArrayBuffer): void
  /**
   * Take what is asked and answered from now on: lines of the log, and when they left by the worker's clock. Their bytes are
   * used anew when `take` has returned.
   */
  log(take: (lines: Uint8Array, sentAt: number) => void): void
  /** What all threads together last reported, about a second old. */
  stats(): Standing
}

/** One thread answers more than a home will ever ask; and each has a cache of its own, and a core less for everything else. */
const CORES_FOR_EACH = 4
const MOST_THREADS = 8

/** Starts the threads that answer. When one ends the others go on, and another takes its place. */
export function openResolver(options: ResolverOptions): Resolver {
  const { clock, bus, onFailure, authorities = [], port = 53 } = options
  const { threads: wanted = Math.floor(navigator.hardwareConcurrency / CORES_FOR_EACH) } = options
  const count = Math.min(Math.max(wanted, 1), MOST_THREADS)
  /** What has been applied: a thread that has to be started again is given all of it. */
  const items = new Map<string, string>()
  let followed: readonly string[] = []
  let onFound: (name: string, found: Found) => Promise<unknown> = async () => undefined
  let table: SharedArrayBuffer | undefined
  let takeLog: (lines: Uint8Array, sentAt: number) => void = () => undefined

  let wasHealthy = true
  const stats = (): Standing => summed(threads.map((thread) => thread.standing()))
  const reported = (): void => {
    const { Healthy, Reason } = healthOf(stats())
    if (Healthy === wasHealthy) return
    wasHealthy = Healthy
    bus.publish('dns:health', { Healthy, Reason })
  }
  const threads = Array.from({ length: count }, () =>
    openThread({
      clock,
      onFailure,
      authorities,
      port,
      shared: count > 1,
      items,
      followed: () => followed,
      table: () => table,
      reported,
      publish: (happenings) => {
        for (const { topic, payload } of happenings) bus.publish(topic, payload)
      },
      onFound: (name, found) => onFound(name, found),
      takeLog: (lines, sentAt) => takeLog(lines, sentAt),
    }),
  )
  const anyThread = (): Thread => threads.find(({ running }) => running) ?? threads[0]!
  return {
    async apply(set, remove) {
      for (const key of remove) items.delete(key)
      for (const [key, value] of set) items.set(key, value)
      const reasons = await Promise.all(threads.map((thread) => thread.apply(set, remove)))
      return reasons.find((deaf) => deaf !== undefined)
    },
    lookUp: (name) => anyThread().lookUp(name),
    probe: (provider) => anyThread().probe(provider),
    explain: (name, ip) => anyThread().explain(name, ip),
    follow(names, callback) {
      followed = names
      onFound = callback
      for (const thread of threads) thread.follow(names)
    },
    useTable(given) {
      table = given
      for (const thread of threads) thread.useTable(given)
    },
    log(take) {
      takeLog = take
    },
    stats,
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.map((thread) => thread[Symbol.asyncDispose]()))
    },
  }
}
