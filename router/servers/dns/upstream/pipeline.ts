import { randomFillSync } from 'node:crypto'
import { FailedAttempt } from '../../../errors.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import type { Receive, Stream } from '../../../machine/sockets.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { type Answer, belongs, readAnswer } from '../../../wire/dns/answer.ts'
import { encodeQuery, type Query } from '../../../wire/dns/query.ts'
import { framed, openUnframer } from '../../../wire/dns/stream.ts'
import { MOST_PENDING, STALLED_MS, type UpstreamConnection } from './connection.ts'
import type { QueryFormat } from './edns.ts'

export interface PipelineOptions {
  readonly clock: MonotonicClock
  /** Of queries: `padded` on TLS, where answers cannot be forged. */
  readonly form: QueryFormat | 'padded'
  /** Closed after this time without a query in flight. */
  readonly idleMs: number
  /** Called for a message that answers no query in flight. */
  readonly onStray: () => void
}

interface Pending {
  readonly query: Query
  readonly sentAt: number
  readonly timer: Disposable
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/** Queries pipelined over a TCP or TLS stream, which `connect` opens. RFC 7766 §6.2.1.1. */
export function openPipeline(
  connect: (receive: Receive) => Stream,
  { clock, form, idleMs, onStray }: PipelineOptions,
): UpstreamConnection {
  const secure = form === 'padded'
  const pending = new Map<number, Pending>()
  const unframer = openUnframer()
  /** Messages to be sent. */
  let waiting: Buffer[] = []
  let connected = false
  let closed = false
  let receivedAt = 0
  let idle: Disposable | undefined

  const close = (error: Error): void => {
    if (closed) return
    closed = true
    idle?.[Symbol.dispose]()
    stream.destroy()
    for (const id of [...pending.keys()]) settle(id)?.reject(error)
  }
  const settle = (id: number): Pending | undefined => {
    const one = pending.get(id)
    if (!one) return undefined
    pending.delete(id)
    one.timer[Symbol.dispose]()
    if (pending.size === 0 && !closed) idle = clock.after(idleMs, () => close(new Error('idle')))
    return one
  }

  // Queries of the same turn are sent together: one TLS record and one system call for all of them.
  const flush = (): void => {
    if (!closed && waiting.length > 0) stream.write(framed(...waiting))
    waiting = []
  }
  const send = (message: Buffer): void => {
    waiting.push(message)
    // Nothing may be sent before the certificate is verified.
    if (connected && waiting.length === 1) process.nextTick(flush)
  }
  const receive = (bytes: Buffer): void => {
    receivedAt = clock.monotonic()
    const messages = unframer.push(bytes)
    if (!messages) return void close(new FailedAttempt(phrase('dns.upstreamHeaderMissing')))
    for (const message of messages) {
      const id = message.readUInt16BE(0)
      const query = pending.get(id)?.query
      if (!query || !belongs(message, query, id)) {
        onStray()
        continue
      }
      const received = readAnswer(message, query, { secure })
      const one = settle(id)
      if (received?.kind === 'answer') one?.resolve(received.answer)
      else one?.reject(new FailedAttempt(phrase('dns.upstreamAnswerMalformed')))
    }
  }

  const stream = connect(receive)
  stream.once(secure ? 'secureConnect' : 'connect', () => {
    connected = true
    flush()
  })
  stream.on('error', close)
  const ended = (): void => close(new FailedAttempt(phrase('dns.upstreamClosed')))
  stream.on('end', ended)
  stream.on('close', ended)

  return {
    get closed() {
      return closed
    },
    get stalled() {
      const [oldest] = pending.values()
      return oldest !== undefined && receivedAt < oldest.sentAt && clock.monotonic() - oldest.sentAt >= STALLED_MS
    },
    ask(query, limitMs) {
      if (closed || pending.size >= MOST_PENDING)
        return Promise.reject(new FailedAttempt(phrase('dns.upstreamQueriesFull')))
      idle?.[Symbol.dispose]()
      const id = freeId(pending)
      const message = encodeQuery(query, id, form)
      const sentAt = clock.monotonic()
      return new Promise((resolve, reject) => {
        const timer = clock.after(limitMs, () => {
          settle(id)?.reject(new FailedAttempt(phrase('internet.answerTimeout')))
          // Nothing was received since: the path is broken, and no other query should wait for it.
          if (receivedAt < sentAt) close(new FailedAttempt(phrase('dns.upstreamConnectionDead')))
        })
        pending.set(id, { query, sentAt, timer, resolve, reject })
        send(message)
      })
    },
    [Symbol.dispose]: () => close(new Error('closed')),
  }
}

/** Random numbers, generated many at a time, which takes a fifth of the time. */
const ids = new Uint16Array(512)
let used = ids.length

/** A random ID that no query in flight has. */
export function freeId(taken: { has(id: number): boolean }): number {
  while (true) {
    if (used === ids.length) {
      randomFillSync(ids)
      used = 0
    }
    const id = ids[used++]!
    if (!taken.has(id)) return id
  }
}
