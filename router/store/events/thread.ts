import { Worker } from 'node:worker_threads'
import { Unavailable } from '../../errors.ts'
import { routerProgram } from '../../machine/place.ts'
import { type PhraseJson, phrase, phraseFrom } from '../../phrases/phrase.ts'
import type { EventStorageOptions, EventThread } from './storage.ts'
import { type EventStorage, openStorage } from './storage.ts'

/** A call of a method, and its result. */
export interface ThreadCall {
  readonly number: number
  readonly method: Method
  readonly args: readonly unknown[]
}
export type Reply =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: PhraseJson }
  | { readonly what: string; readonly error: unknown }
type Method = Exclude<keyof EventStorage, symbol> | 'close'

/** Heap of the thread. The event database has a separate cache of 4 MiB. */
const HEAP_MB = 96
/** Calls that may be in flight. */
const MOST_CALLS = 1024

/**
 * The event storage in its own thread: transactions of a full-text index, and syncing them to the disk, take up to some hundred
 * milliseconds. The thread is started by the first call, and again after a crash. Calls reject with `Unavailable` if it ends.
 */
export function openEventThread({ path, clock, onFailure }: EventStorageOptions): EventThread {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let worker: Worker | undefined
  let last = 0
  let closed = false

  const receive = (reply: Reply): void => {
    if (!('number' in reply)) {
      onFailure(reply.what, reply.error)
      return
    }
    const call = waiting.get(reply.number)
    waiting.delete(reply.number)
    if ('error' in reply) call?.reject(new Unavailable(phraseFrom(reply.error)))
    else call?.resolve(reply.result)
  }
  const start = (): Worker => {
    const started = new Worker(routerProgram('store/events/worker.ts'), {
      workerData: path,
      name: 'events',
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    started.on('message', receive)
    started.on('error', (error) => onFailure('the event store crashed', error))
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const { reject } of waiting.values()) reject(new Unavailable(phrase('messages.eventStoreEnded')))
      waiting.clear()
    })
    return started
  }
  const call = <T>(method: Method, ...args: unknown[]): Promise<T> => {
    if (closed) return Promise.reject(new Unavailable(phrase('messages.eventStoreClosed')))
    if (waiting.size >= MOST_CALLS) return Promise.reject(new Unavailable(phrase('messages.eventStoreBusy')))
    worker ??= start()
    const promise = Promise.withResolvers<unknown>()
    const message: ThreadCall = { number: ++last, method, args }
    waiting.set(message.number, promise)
    worker.postMessage(message)
    return promise.promise as Promise<T>
  }

  return {
    append: (...args) => call('append', ...args),
    limit: (...args) => call('limit', ...args),
    stats: () => call('stats'),
    items: (...args) => call('items', ...args),
    page: (...args) => call('page', ...args),
    search: (...args) => call('search', ...args),
    counts: (...args) => call('counts', ...args),
    groups: (...args) => call('groups', ...args),
    get: (...args) => call('get', ...args),
    put: (...args) => call('put', ...args),
    update: (...args) => call('update', ...args),
    delete: (...args) => call('delete', ...args),
    create: (...args) => call('create', ...args),
    clear: (...args) => call('clear', ...args),
    /** Stores the last events at the end, without starting a thread for them. */
    async finish(events, now) {
      if (worker) return call('append', events, now)
      await using storage = openStorage({ path, clock, onFailure })
      await storage.append(events, now)
    },
    async [Symbol.asyncDispose]() {
      if (worker) await call('close').catch(() => {})
      closed = true
      await worker?.terminate()
    },
  }
}
