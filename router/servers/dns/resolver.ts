import { Worker } from 'node:worker_threads'
import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'
import { openCounters } from './counters.ts'
import type { Apply, FromWorker, Report, WorkerOptions } from './message.ts'

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
  /** What has been applied: a worker that had to be started again was given all of it. */
  readonly items: ReadonlyMap<string, string>
  /** The worker's last report, about a second old. */
  stats(): Omit<Report, 'happenings'>
}

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
      if (closed) return
      if (clock.now() - startedAt > LIVED_MS) pauseMs = FIRST_PAUSE_MS
      restart = clock.after(pauseMs, start)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    })
    if (items.size > 0) post({ number: ++number, set: [...items], remove: [] })
  }
  const post = (apply: Apply): void => worker?.postMessage(apply)

  start()
  return {
    apply(set, remove) {
      for (const key of remove) items.delete(key)
      for (const [key, value] of set) items.set(key, value)
      if (!worker) return Promise.resolve(report.deaf)
      const mine = ++number
      post({ number: mine, set, remove })
      return new Promise((resolve) => waiting.set(mine, resolve))
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
