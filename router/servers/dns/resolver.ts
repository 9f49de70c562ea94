import { Worker } from 'node:worker_threads'
import type { Bus } from '../../events/bus.ts'
import type { Found } from '../../features/names/following.ts'
import type { Clock } from '../../machine/machine.ts'
import { openCounters } from './counters.ts'
import type { FromWorker, Report, ToWorker, WorkerOptions } from './message.ts'

export interface ResolverOptions {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  /** Mistakes and crashes of the worker, for the log. */
  readonly onFailure: (what: string, error: unknown) => void
  /** PEM text of certificate authorities that upstreams may have theirs from, besides the well-known ones. */
  readonly authorities?: readonly string[]
  readonly port?: number
}

/** The household's resolver, seen from the main thread. */
export interface Resolver extends AsyncDisposable {
  /**
   * Take items away and put others in their place (see `view.ts` for what they are). Resolves when the next question is
   * answered by them, with the reason if nothing can be heard yet.
   */
  apply(set: readonly (readonly [key: string, value: string])[], remove: readonly string[]): Promise<string | undefined>
  /** A question of the router's own, put to whom the owner chose for those. Undefined when nobody answers in time. */
  lookUp(name: string): Promise<Found | undefined>
  /**
   * Watch over these names, in lower case, and over no others. Before a device hears where one leads, `heard` is called,
   * and its answer waits (not for long) until that has resolved.
   */
  follow(names: readonly string[], heard: (name: string, found: Found) => Promise<unknown>): void
  /**
   * Take what is asked and answered from now on: lines of the log, and when they left by the worker's clock. Their bytes are
   * used anew when `take` has returned.
   */
  log(take: (lines: Uint8Array, sentAt: number) => void): void
  /** What has been applied: a worker that had to be started again was given all of it. */
  readonly items: ReadonlyMap<string, string>
  /** The worker's last report, about a second old. */
  stats(): Omit<Report, 'happenings'>
}

/** Questions of the router's own that may be open at the same time. */
const MOST_ASKING = 512
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
/** A worker that lived this long was not broken from the start. */
const LIVED_MS = 60_000
/** A home's cache takes a tenth of this. Beyond it something is wrong, and a new worker the way out. */
const HEAP_MB = 256

/** Starts the worker, and starts it again whenever it ends. */
export function openResolver(options: ResolverOptions): Resolver {
  const { clock, bus, onFailure, authorities = [], port = 53 } = options
  const items = new Map<string, string>()
  const waiting = new Map<number, (deaf: string | undefined) => void>()
  const asking = new Map<number, (found: Found | undefined) => void>()
  let followed: readonly string[] = []
  let heard: (name: string, found: Found) => Promise<unknown> = async () => undefined
  let takeLog: (lines: Uint8Array, sentAt: number) => void = () => undefined
  let report: Omit<Report, 'happenings'> = {
    counters: openCounters(),
    upstreams: [],
    familyUpstreams: [],
    deaf: 'not started yet',
  }
  let number = 0
  let pauseMs = FIRST_PAUSE_MS
  let restart: Disposable | undefined
  let closed = false
  let worker: Worker | undefined

  const hear = (message: FromWorker): void => {
    switch (message.kind) {
      case 'applied':
        report = { ...report, deaf: message.deaf }
        waiting.get(message.number)?.(message.deaf)
        waiting.delete(message.number)
        break
      case 'looked up':
        asking.get(message.number)?.(message.found)
        asking.delete(message.number)
        break
      case 'heard': {
        const admitted = (): void => post({ kind: 'admitted', number: message.number })
        // What could not be let through is no reason to withhold the answer.
        heard(message.name, message.found).then(admitted, admitted)
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
        report = rest
        for (const { topic, payload } of happenings) bus.publish(topic, payload)
        break
      }
      case 'fault':
        onFailure('a question went wrong', message.what)
    }
  }

  const start = (): void => {
    const workerData: WorkerOptions = { authorities, port }
    const startedAt = clock.now()
    worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData,
      name: 'dns',
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.on('message', hear)
    worker.on('error', (error) => onFailure('the resolver crashed', error))
    worker.on('exit', () => {
      worker = undefined
      report = { ...report, deaf: closed ? 'closed' : 'it is being started again' }
      for (const settle of waiting.values()) settle(report.deaf)
      waiting.clear()
      for (const settle of asking.values()) settle(undefined)
      asking.clear()
      if (closed) return
      if (clock.now() - startedAt > LIVED_MS) pauseMs = FIRST_PAUSE_MS
      restart = clock.after(pauseMs, start)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    })
    if (items.size > 0) post({ kind: 'apply', number: ++number, set: [...items], remove: [] })
    if (followed.length > 0) post({ kind: 'follow', names: followed })
  }
  const post = (message: ToWorker): void => worker?.postMessage(message)

  start()
  return {
    apply(set, remove) {
      for (const key of remove) items.delete(key)
      for (const [key, value] of set) items.set(key, value)
      if (!worker) return Promise.resolve(report.deaf)
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
    follow(names, told) {
      followed = names
      heard = told
      post({ kind: 'follow', names })
    },
    log(take) {
      takeLog = take
    },
    items,
    stats: () => report,
    async [Symbol.asyncDispose]() {
      closed = true
      restart?.[Symbol.dispose]()
      await worker?.terminate()
    },
  }
}
