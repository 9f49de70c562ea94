import { Worker } from 'node:worker_threads'
import type { DnsProvider } from '../../features/dns/settings.ts'
import type { Finding } from '../../features/dnsblock/why.ts'
import type { Found } from '../../features/names/following.ts'
import type { Clock } from '../../machine/machine.ts'
import { openCounters } from './counters.ts'
import type { Apply, FromWorker, Report, ToWorker, WorkerOptions } from './message.ts'

/** What became of a thread's last second; what it published has gone out already. */
export type Standing = Omit<Report, 'happenings'>

export interface ThreadOptions extends WorkerOptions {
  readonly clock: Clock
  readonly onFailure: (what: string, error: unknown) => void
  /** What a thread is given that has just begun, the first or one in its place. */
  readonly items: ReadonlyMap<string, string>
  readonly followed: () => readonly string[]
  readonly table: () => SharedArrayBuffer | undefined
  readonly publish: (happenings: Report['happenings']) => void
  /** What became of its last second has come in. */
  readonly reported: () => void
  readonly onFound: (name: string, found: Found) => Promise<unknown>
  readonly takeLog: (lines: Uint8Array, sentAt: number) => void
}

/** One of the threads that answer, started again whenever it ends. */
export interface Thread extends AsyncDisposable {
  /** False while the next one has not been started. */
  readonly running: boolean
  standing(): Standing
  /** Resolves when the next question is answered by it, with the reason if it cannot listen. */
  apply(set: Apply['set'], remove: Apply['remove']): Promise<string | undefined>
  lookUp(name: string): Promise<Found | undefined>
  probe(provider: DnsProvider): Promise<string | undefined>
  explain(name: string, ip: string): Promise<Finding | undefined>
  follow(names: readonly string[]): void
  useTable(table: SharedArrayBuffer): void
}

/** Questions of the router's own that may be open at the same time. */
const MOST_ASKING = 512
const NOT_RUNNING = 'the resolver is not running'
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
/** One that lived this long was not broken from the start. */
const LIVED_MS = 60_000
/** A home's cache takes a tenth of this. Beyond it something is wrong, and a new thread the way out. */
const HEAP_MB = 256

export function openThread(options: ThreadOptions): Thread {
  const { clock, onFailure, items, followed, table, publish, reported, onFound, takeLog, ...workerData } = options
  const waiting = new Map<number, (deaf: string | undefined) => void>()
  const asking = new Map<number, (found: Found | undefined) => void>()
  const probing = new Map<number, (failure: string | undefined) => void>()
  const explaining = new Map<number, (finding: Finding | undefined) => void>()
  let standing: Standing = { counters: openCounters(), upstreams: [], familyUpstreams: [], deaf: 'not started yet' }
  let number = 0
  let pauseMs = FIRST_PAUSE_MS
  let restart: Disposable | undefined
  let closed = false
  let worker: Worker | undefined

  const post = (message: ToWorker): void => worker?.postMessage(message)
  const receive = (message: FromWorker): void => {
    switch (message.kind) {
      case 'applied':
        standing = { ...standing, deaf: message.deaf }
        waiting.get(message.number)?.(message.deaf)
        waiting.delete(message.number)
        break
      case 'looked up':
        asking.get(message.number)?.(message.found)
        asking.delete(message.number)
        break
      case 'probed':
        probing.get(message.number)?.(message.failure)
        probing.delete(message.number)
        break
      case 'explained':
        explaining.get(message.number)?.(message.finding)
        explaining.delete(message.number)
        break
      case 'found': {
        const admitted = (): void => post({ kind: 'admitted', number: message.number })
        // What could not be let through is no reason to withhold the answer.
        onFound(message.name, message.found).then(admitted, admitted)
        break
      }
      case 'log': {
        const room = message.lines.buffer
        takeLog(message.lines, message.sentAt)
        worker?.postMessage({ kind: 'reuse', room } satisfies ToWorker, [room])
        break
      }
      case 'report': {
        const { happenings, ...rest } = message.report
        standing = rest
        publish(happenings)
        reported()
        break
      }
      case 'fault':
        onFailure('a question went wrong', message.what)
    }
  }

  const start = (): void => {
    const startedAt = clock.now()
    worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData,
      name: 'dns',
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.on('message', receive)
    worker.on('error', (error) => onFailure('the resolver crashed', error))
    worker.on('exit', () => {
      worker = undefined
      standing = { ...standing, deaf: closed ? 'closed' : 'it is being started again' }
      for (const settle of waiting.values()) settle(standing.deaf)
      waiting.clear()
      for (const settle of asking.values()) settle(undefined)
      asking.clear()
      for (const settle of probing.values()) settle(NOT_RUNNING)
      probing.clear()
      for (const settle of explaining.values()) settle(undefined)
      explaining.clear()
      if (closed) return
      if (clock.now() - startedAt > LIVED_MS) pauseMs = FIRST_PAUSE_MS
      restart = clock.after(pauseMs, start)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    })
    const compiled = table()
    // Before the items, one of which has it listen: no question is answered without the lists.
    if (compiled) post({ kind: 'table', table: compiled })
    if (items.size > 0) post({ kind: 'apply', number: ++number, set: [...items], remove: [] })
    if (followed().length > 0) post({ kind: 'follow', names: followed() })
  }

  start()
  return {
    get running() {
      return worker !== undefined
    },
    standing: () => standing,
    apply(set, remove) {
      if (!worker) return Promise.resolve(standing.deaf)
      const mine = ++number
      post({ kind: 'apply', number: mine, set, remove })
      return new Promise((resolve) => waiting.set(mine, resolve))
    },
    lookUp(name) {
      if (!worker || asking.size >= MOST_ASKING) return Promise.resolve(undefined)
      const mine = ++number
      post({ kind: 'look up', number: mine, name })
      return new Promise((resolve) => asking.set(mine, resolve))
    },
    probe(provider) {
      if (!worker || probing.size >= MOST_ASKING) return Promise.resolve(NOT_RUNNING)
      const mine = ++number
      post({ kind: 'probe', number: mine, provider })
      return new Promise((resolve) => probing.set(mine, resolve))
    },
    explain(name, ip) {
      if (!worker || explaining.size >= MOST_ASKING) return Promise.resolve(undefined)
      const mine = ++number
      post({ kind: 'explain', number: mine, name, ip })
      return new Promise((resolve) => explaining.set(mine, resolve))
    },
    follow: (names) => post({ kind: 'follow', names }),
    useTable: (given) => post({ kind: 'table', table: given }),
    async [Symbol.asyncDispose]() {
      closed = true
      restart?.[Symbol.dispose]()
      await worker?.terminate()
    },
  }
}
