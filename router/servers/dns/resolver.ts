import type { Bus } from '../../events/bus.ts'
import type { MonotonicClock } from '../../machine/machine.ts'
import { routerProgram } from '../../machine/place.ts'
import type { Finding } from '../../model/dns/blocklists/why.ts'
import type { Found } from '../../model/dns/names/found.ts'
import type { Findings } from '../../model/dns/resolvers/examination.ts'
import { healthOf } from '../../model/dns/resolvers/health.ts'
import type { DnsProvider } from '../../model/dns/resolvers/settings.ts'
import type { PhraseJson } from '../../phrases/phrase.ts'
import { itemKey, type ResolverItem } from './item.ts'
import { type ResolverStats, sumStats } from './stats.ts'
import { openThread, type Thread } from './thread.ts'

export interface ResolverOptions {
  readonly clock: MonotonicClock
  readonly bus: Pick<Bus, 'publish'>
  /** Exceptions and crashes of a thread, for the log. */
  readonly onFailure: (what: string, error: unknown) => void
  /** PEM text of certificate authorities that are trusted for upstreams, in addition to the well-known ones. */
  readonly authorities?: readonly string[]
  readonly port?: number
  /** The number of threads, each with sockets on the same address; by default one for every four cores. */
  readonly threads?: number | undefined
  /** The module that the threads run: `worker.ts`, unless queries do not come from the network (`program.ts`). */
  readonly program?: string | undefined
}

/** The resolver of the home, controlled from the main thread. */
export interface Resolver extends AsyncDisposable {
  /**
   * Removes items and sets others. Resolves when they are in effect for the next query, with the reason if the resolver
   * cannot listen yet.
   */
  apply(set: readonly ResolverItem[], remove: readonly ResolverItem[]): Promise<PhraseJson | undefined>
  /** Resolves a name for the router itself. Undefined if no upstream answers in time. */
  lookUp(name: string): Promise<Found | undefined>
  /** Sends a test query. Returns the reason if there is no usable answer within 4 seconds; undefined if there is one. */
  probe(provider: DnsProvider): Promise<PhraseJson | undefined>
  /** Sends test queries, within 5 seconds. */
  examine(provider: DnsProvider): Promise<Findings>
  /**
   * What the rules decide if this address queries a name (plain labels, without the last dot). An empty address is no client
   * in particular. Undefined if no thread runs.
   */
  explain(name: string, ip: string): Promise<Finding | undefined>
  /**
   * Replaces the watched names, in lower case. `onFound` is called before a response with their addresses is sent, and the
   * response waits until it has settled, for one second at most.
   */
  watch(names: readonly string[], onFound: (name: string, found: Found) => Promise<unknown>): void
  /** Replaces the block lists by a valid file of `router/store/blocklists/layout.ts`, which the threads share. */
  useTable(table: SharedArrayBuffer): void
  /**
   * Calls `onLog` with lines of the query log, and when they were sent by the worker's clock. Their buffer is used again
   * after `onLog` has returned.
   */
  log(onLog: (lines: Uint8Array, sentAt: number) => void): void
  /** The sum of what all threads last reported, about one second old. */
  stats(): ResolverStats
}

/** One thread is enough for a home. Each further one has its own cache and takes processor time from everything else. */
const CORES_FOR_EACH = 4
const MOST_THREADS = 8

/** Starts the threads. When one crashes the others continue, and it is restarted. */
export function openResolver(options: ResolverOptions): Resolver {
  const { clock, bus, onFailure, authorities = [], port = 53 } = options
  const { program = routerProgram('servers/dns/worker.ts') } = options
  const { threads: chosen = Math.floor(navigator.hardwareConcurrency / CORES_FOR_EACH) } = options
  const count = Math.min(Math.max(chosen, 1), MOST_THREADS)
  /** All that has been applied, for threads that are restarted. */
  const items = new Map<string, ResolverItem>()
  let watchedNames: readonly string[] = []
  let onFound: (name: string, found: Found) => Promise<unknown> = async () => undefined
  let table: SharedArrayBuffer | undefined
  let onLog: (lines: Uint8Array, sentAt: number) => void = () => undefined

  let wasHealthy = true
  const stats = (): ResolverStats => sumStats(threads.map((thread) => thread.stats()))
  const onReport = (): void => {
    const { Healthy, Reason, Coded } = healthOf(stats())
    if (Healthy === wasHealthy) return
    wasHealthy = Healthy
    bus.publish('dns:health', { Healthy, Reason, ...(Coded && { Coded }) })
  }
  const threads = Array.from({ length: count }, () =>
    openThread({
      clock,
      onFailure,
      program,
      authorities,
      port,
      shared: count > 1,
      items: () => items.values(),
      watchedNames: () => watchedNames,
      table: () => table,
      onReport,
      publish: (events) => {
        for (const { topic, payload } of events) bus.publish(topic, payload)
      },
      onFound: (name, found) => onFound(name, found),
      onLog: (lines, sentAt) => onLog(lines, sentAt),
    }),
  )
  const anyThread = (): Thread => threads.find(({ running }) => running) ?? threads[0]!
  return {
    async apply(set, remove) {
      for (const item of remove) items.delete(itemKey(item))
      for (const item of set) items.set(itemKey(item), item)
      const reasons = await Promise.all(threads.map((thread) => thread.apply(set, remove)))
      return reasons.find((reason) => reason !== undefined)
    },
    lookUp: (name) => anyThread().lookUp(name),
    probe: (provider) => anyThread().probe(provider),
    examine: (provider) => anyThread().examine(provider),
    explain: (name, ip) => anyThread().explain(name, ip),
    watch(names, callback) {
      watchedNames = names
      onFound = callback
      for (const thread of threads) thread.watch(names)
    },
    useTable(given) {
      table = given
      for (const thread of threads) thread.useTable(given)
    },
    log(callback) {
      onLog = callback
    },
    stats,
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.map((thread) => thread[Symbol.asyncDispose]()))
    },
  }
}
