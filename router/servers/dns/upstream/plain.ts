import { FailedAttempt } from '../../../errors.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import type { DatagramPeer, Receive, Stream, UpstreamSockets } from '../../../machine/sockets.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Ip } from '../../../values/ip.ts'
import { type Answer, belongs, type ReceivedAnswer, readAnswer } from '../../../wire/dns/answer.ts'
import { encodeQuery, type Query } from '../../../wire/dns/query.ts'
import type { Ask } from './connection.ts'
import { type QueryFormat, withEdns } from './edns.ts'
import { freeId, openPipeline } from './pipeline.ts'

/** Queries from one source port before another one is used. RFC 5452 §9.2. */
const MOST_QUERIES = 64
/** Wrong answers to one port that are taken for an attack: its queries are sent over TCP instead. */
const MOST_STRAYS = 8

interface Pending {
  readonly query: Query
  readonly timer: Disposable
  readonly resolve: (received: ReceivedAnswer) => void
  readonly reject: (error: Error) => void
}

/** A UDP socket with a random port. Each query has a random ID, and its answer must repeat the question. */
interface Channel {
  readonly isFresh: boolean
  ask(query: Query, form: QueryFormat, limitMs: number): Promise<ReceivedAnswer>
}

/**
 * Plain DNS over UDP, and over TCP if the answer is truncated or if forged answers arrive. RFC 5452.
 */
export function plainAsk(
  sockets: UpstreamSockets,
  clock: MonotonicClock,
  ip: Ip,
  port: number,
  onStray: () => void,
): Ask {
  let channel: Channel | undefined
  const overUdp: Channel['ask'] = (query, form, limitMs) => {
    if (!channel?.isFresh) channel = openChannel(sockets, clock, ip, port, onStray)
    return channel.ask(query, form, limitMs)
  }
  const overTcp = async (query: Query, form: QueryFormat, limitMs: number): Promise<Answer> => {
    const connect = (receive: Receive): Stream => sockets.connectStream(ip, port, receive)
    using pipeline = openPipeline(connect, { clock, form, idleMs: 0, onStray })
    return await pipeline.ask(query, limitMs)
  }
  return withEdns((query, form, limitMs) => {
    const until = clock.monotonic() + limitMs
    return overUdp(query, form, limitMs).then((received) =>
      received.kind === 'answer' ? received.answer : overTcp(query, form, until - clock.monotonic()),
    )
  }, clock)
}

function openChannel(
  sockets: UpstreamSockets,
  clock: MonotonicClock,
  ip: Ip,
  port: number,
  onStray: () => void,
): Channel {
  const pending = new Map<number, Pending>()
  let left = MOST_QUERIES
  let strays = 0
  let peer: DatagramPeer | undefined
  const settle = (id: number): Pending | undefined => {
    const one = pending.get(id)
    pending.delete(id)
    one?.timer[Symbol.dispose]()
    if (pending.size === 0) {
      left = 0
      peer?.[Symbol.dispose]()
    }
    return one
  }
  const failed = (error: Error): void => {
    left = 0
    for (const id of [...pending.keys()]) settle(id)?.reject(error)
  }
  const receive = (bytes: Buffer): void => {
    const id = bytes.length < 2 ? -1 : bytes.readUInt16BE(0)
    const query = pending.get(id)?.query
    const received = query && belongs(bytes, query, id) ? readAnswer(bytes, query, { secure: false }) : undefined
    if (received) return void settle(id)?.resolve(received)
    // Forged, late or malformed. The true answer may still arrive.
    onStray()
    if (++strays < MOST_STRAYS) return
    left = 0
    for (const one of [...pending.keys()]) settle(one)?.resolve({ kind: 'truncated' })
  }
  return {
    get isFresh() {
      return left > 0
    },
    ask(query, form, limitMs) {
      left--
      return new Promise((resolve, reject) => {
        const id = freeId(pending)
        const timer = clock.after(limitMs, () =>
          settle(id)?.reject(new FailedAttempt(phrase('internet.answerTimeout'))),
        )
        pending.set(id, { query, timer, resolve, reject })
        try {
          peer ??= sockets.connectDatagrams(ip, port, receive, failed)
          peer.send(encodeQuery(query, id, form))
        } catch (error) {
          failed(error as Error)
        }
      })
    },
  }
}
