import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { MonotonicClock } from '../../machine/machine.ts'
import type { Finding } from '../../model/dns/blocklists/why.ts'
import type { Found } from '../../model/dns/names/found.ts'
import type { Findings } from '../../model/dns/resolvers/examination.ts'
import type { DnsProvider } from '../../model/dns/resolvers/settings.ts'
import { type PhraseJson, phrase } from '../../phrases/phrase.ts'
import { openCounters } from './counters.ts'
import { unreachableFindings } from './examine.ts'
import type { ResolverItem } from './item.ts'
import type { Apply, FromWorker, Report, ToWorker, WorkerOptions } from './message.ts'
import type { ResolverStats } from './stats.ts'

export interface ThreadOptions extends WorkerOptions {
  readonly clock: MonotonicClock
  readonly onFailure: (what: string, error: unknown) => void
  /** The module that the thread runs. */
  readonly program: string
  /** The items that a thread is sent when it starts, the first time or after a crash. */
  readonly items: () => Iterable<ResolverItem>
  readonly watchedNames: () => readonly string[]
  readonly table: () => SharedArrayBuffer | undefined
  readonly publish: (events: Report['events']) => void
  /** Called after `stats()` has changed. */
  readonly onReport: () => void
  readonly onFound: (name: string, found: Found) => Promise<unknown>
  readonly onLog: (lines: Uint8Array, sentAt: number) => void
}

/** A worker thread that answers queries. It is restarted whenever it ends. */
export interface Thread extends AsyncDisposable {
  /** False between a crash and the restart. */
  readonly running: boolean
  stats(): ResolverStats
  /** Resolves when the items are in effect, with the reason if the thread cannot listen. */
  apply(set: Apply['set'], remove: Apply['remove']): Promise<PhraseJson | undefined>
  lookUp(name: string): Promise<Found | undefined>
  probe(provider: DnsProvider): Promise<PhraseJson | undefined>
  examine(provider: DnsProvider): Promise<Findings>
  explain(name: string, ip: string): Promise<Finding | undefined>
  watch(names: readonly string[]): void
  useTable(table: SharedArrayBuffer): void
}

/** Calls of each kind that may be in flight. */
const MOST_CALLS = 512
const NOT_RUNNING = phrase('dns.resolverNotRunning')
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
/** A thread that ran for this long was not broken from the start: the next pause is the first again. */
const LIVED_MS = 60_000
/** A home's cache takes a tenth of this. A thread that exceeds it is restarted. */
const HEAP_MB = 256
/**
 * The largest semi-space of V8 in the threads, in MiB: twice the daemon's. Cached answers outlive a smaller one, and copying
 * them out of it took a third of the processor time of forwarded queries. As a flag, since the daemon's flag
 * overrides `resourceLimits`; V8 reads it when a thread starts.
 */
const SEMI_SPACE_MB = 4
setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`)

export function openThread(options: ThreadOptions): Thread {
  const { clock, onFailure, program, items, watchedNames, table, publish, onReport, onFound, onLog, ...workerData } =
    options
  const applying = openCalls<PhraseJson | undefined>()
  const lookingUp = openCalls<Found | undefined>()
  const probing = openCalls<PhraseJson | undefined>()
  const examining = openCalls<Findings>()
  const explaining = openCalls<Finding | undefined>()
  let stats: ResolverStats = {
    counters: openCounters(),
    upstreams: [],
    familyUpstreams: [],
    notListening: phrase('dns.resolverNotStarted').toJSON(),
  }
  let pauseMs = FIRST_PAUSE_MS
  let restart: Disposable | undefined
  let closed = false
  let worker: Worker | undefined

  const post = (message: ToWorker, transfer: readonly ArrayBuffer[] = []): void =>
    worker?.postMessage(message, [...transfer])
  const receive = (message: FromWorker): void => {
    switch (message.kind) {
      case 'applied':
        stats = { ...stats, notListening: message.notListening }
        applying.settle(message.number, message.notListening)
        break
      case 'looked up':
        lookingUp.settle(message.number, message.found)
        break
      case 'probed':
        probing.settle(message.number, message.failure)
        break
      case 'examined':
        examining.settle(message.number, message.findings)
        break
      case 'explained':
        explaining.settle(message.number, message.finding)
        break
      case 'found': {
        const admitted = (): void => post({ kind: 'admitted', number: message.number })
        // The response is sent even if the firewall could not admit its addresses.
        onFound(message.name, message.found).then(admitted, admitted)
        break
      }
      case 'log': {
        const { buffer } = message.lines
        onLog(message.lines, message.sentAt)
        post({ kind: 'reuse', buffer }, [buffer])
        break
      }
      case 'report': {
        const { events, ...rest } = message.report
        stats = rest
        publish(events)
        onReport()
        break
      }
      case 'fault':
        onFailure('a DNS query failed', message.what)
    }
  }

  const start = (): void => {
    const startedAt = clock.monotonic()
    worker = new Worker(program, {
      workerData,
      name: 'dns',
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.on('message', receive)
    worker.on('error', (error) => onFailure('the resolver crashed', error))
    worker.on('exit', () => {
      worker = undefined
      stats = { ...stats, notListening: phrase(closed ? 'dns.resolverClosed' : 'dns.resolverRestarting').toJSON() }
      applying.settleAll(stats.notListening)
      lookingUp.settleAll(undefined)
      probing.settleAll(NOT_RUNNING.toJSON())
      examining.settleAll(unreachableFindings(NOT_RUNNING))
      explaining.settleAll(undefined)
      if (closed) return
      if (clock.monotonic() - startedAt > LIVED_MS) pauseMs = FIRST_PAUSE_MS
      restart = clock.after(pauseMs, start)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    })
    const compiled = table()
    // Before the items, one of which makes it listen: no query is answered without the block lists.
    if (compiled) post({ kind: 'table', table: compiled })
    const all = [...items()]
    // Nothing waits for this number.
    if (all.length > 0) post({ kind: 'apply', number: 0, set: all, remove: [] })
    if (watchedNames().length > 0) post({ kind: 'watch', names: watchedNames() })
  }

  start()
  return {
    get running() {
      return worker !== undefined
    },
    stats: () => stats,
    apply(set, remove) {
      if (!worker) return Promise.resolve(stats.notListening)
      return applying.open((number) => post({ kind: 'apply', number, set, remove }))
    },
    async lookUp(name) {
      if (!worker || lookingUp.size >= MOST_CALLS) return undefined
      return await lookingUp.open((number) => post({ kind: 'look up', number, name }))
    },
    async probe(provider) {
      if (!worker || probing.size >= MOST_CALLS) return NOT_RUNNING.toJSON()
      return await probing.open((number) => post({ kind: 'probe', number, provider }))
    },
    async examine(provider) {
      if (!worker || examining.size >= MOST_CALLS) return unreachableFindings(NOT_RUNNING)
      return await examining.open((number) => post({ kind: 'examine', number, provider }))
    },
    async explain(name, ip) {
      if (!worker || explaining.size >= MOST_CALLS) return undefined
      return await explaining.open((number) => post({ kind: 'explain', number, name, ip }))
    },
    watch: (names) => post({ kind: 'watch', names }),
    useTable: (given) => post({ kind: 'table', table: given }),
    async [Symbol.asyncDispose]() {
      closed = true
      restart?.[Symbol.dispose]()
      await worker?.terminate()
    },
  }
}

/** Calls of one kind that wait for a reply, by number. */
function openCalls<T>() {
  const waiting = new Map<number, (result: T) => void>()
  let last = 0
  return {
    get size() {
      return waiting.size
    },
    open(send: (number: number) => void): Promise<T> {
      const number = ++last
      return new Promise((resolve) => {
        waiting.set(number, resolve)
        send(number)
      })
    },
    settle(number: number, result: T): void {
      waiting.get(number)?.(result)
      waiting.delete(number)
    },
    settleAll(result: T): void {
      for (const resolve of waiting.values()) resolve(result)
      waiting.clear()
    },
  }
}
