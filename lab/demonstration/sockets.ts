import { Duplex } from 'node:stream'
import { BroadcastChannel } from 'node:worker_threads'
import { steadyClock } from '../../router/machine/clock.ts'
import { PLACE } from '../../router/machine/questions.ts'
import type { Sockets, Stream } from '../../router/machine/sockets.ts'
import { answerQuery } from './internet.ts'

/** The channel between the simulated devices and the DNS threads. */
export const CHANNEL = 'sallyport demonstration'

/** A query of a simulated device, or the response to it: it is sent to the port from which the query came. */
export type Datagram = {
  readonly kind: 'query' | 'response'
  readonly ip: number
  readonly port: number
  readonly bytes: Uint8Array
}

/** How long the simulated internet takes for a response, in milliseconds. */
const ROUND_TRIP_MS = 18

/** Sockets of a DNS thread whose clients are simulated devices, and whose upstream is the simulated internet, over UDP only. */
export function simulatedSockets(): Sockets {
  const upstream: Pick<Sockets, 'connectDatagrams' | 'connectStream' | 'connectSecureStream' | 'connectHttpSession'> = {
    connectDatagrams(_ip, _port, receive) {
      const waiting = new Set<NodeJS.Timeout>()
      return {
        send(bytes) {
          const response = answerQuery(bytes)
          if (!response) return
          const timer = setTimeout(() => {
            waiting.delete(timer)
            receive(response)
          }, ROUND_TRIP_MS)
          waiting.add(timer)
        },
        [Symbol.dispose]() {
          for (const timer of waiting) clearTimeout(timer)
        },
      }
    },
    connectStream: () => unreachable() as Stream,
    connectSecureStream: () => unreachable() as never,
    connectHttpSession: () => {
      throw new Error(UNREACHABLE)
    },
  }
  return {
    ...upstream,
    over: () => upstream,
    async openQuestions() {
      const channel = new BroadcastChannel(CHANNEL)
      const place = Buffer.alloc(PLACE)
      const send = (bytes: Uint8Array, ip: number, port: number): void =>
        channel.postMessage({ kind: 'response', ip, port, bytes: Uint8Array.from(bytes) } satisfies Datagram)
      return {
        send,
        onQuestions(answer) {
          channel.onmessage = ({ data }) => {
            const { kind, ip, port, bytes } = data as Datagram
            if (kind !== 'query' || bytes.length > PLACE) return
            place.set(bytes)
            const length = answer(place, 0, bytes.length, ip, port, steadyClock.monotonic())
            if (length > 0) send(place.subarray(0, length), ip, port)
          }
        },
        [Symbol.dispose]: () => channel.close(),
      }
    },
    listenStreams: async () => ({ [Symbol.dispose]: () => undefined }),
  }
}

const UNREACHABLE = 'the demonstration home has resolvers over plain UDP only'

/** A connection that fails. */
function unreachable(): Duplex {
  const stream = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
  process.nextTick(() => stream.destroy(new Error(UNREACHABLE)))
  return stream
}
