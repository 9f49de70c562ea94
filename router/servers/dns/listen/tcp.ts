import type { Clock } from '../../../machine/machine.ts'
import type { Sockets, Stream } from '../../../machine/sockets.ts'
import type { Ip } from '../../../values/ip.ts'
import { MESSAGE_LIMIT } from '../../../wire/dns/constants.ts'
import { framed, openUnframer } from '../../../wire/dns/stream.ts'
import type { Serve } from '../serve.ts'

const MOST_STREAMS = 200
const MOST_STREAMS_EACH = 10
/** No question is as long as this. */
const MOST_BYTES = 4_096
const IDLE_MS = 10_000
/** Questions of one connection that are open, and answers it has not fetched: beyond that it is not read. */
const MOST_OPEN = 32
const MOST_UNSENT = 256 * 1024

export interface TcpOptions {
  readonly ip: Ip
  readonly port: number
  readonly shared: boolean
  readonly serve: Serve
  readonly failed: (error: Error) => void
}

/** Answer questions that come over streams, several at once on each. RFC 7766. */
export function listenTcp(
  sockets: Sockets,
  clock: Clock,
  { ip, port, shared, serve, failed }: TcpOptions,
): Promise<Disposable> {
  const streams = new Map<Stream, Ip>()
  const accept = (stream: Stream): void => {
    const from = stream.remoteAddress
    stream.on('error', () => stream.destroy())
    if (!from || streams.size >= MOST_STREAMS || countOf(streams, from) >= MOST_STREAMS_EACH) {
      stream.destroy()
      return
    }
    streams.set(stream, from)
    stream.on('close', () => streams.delete(stream))
    converse(stream, from, clock, serve)
  }
  return sockets.listenStreams({ ip, port, shared }, accept, failed).then((server) => ({
    [Symbol.dispose]() {
      server[Symbol.dispose]()
      for (const stream of streams.keys()) stream.destroy()
    },
  }))
}

const countOf = (streams: ReadonlyMap<Stream, Ip>, ip: Ip): number => {
  let count = 0
  for (const one of streams.values()) if (one === ip) count++
  return count
}

function converse(stream: Stream, from: Ip, clock: Clock, serve: Serve): void {
  const unframer = openUnframer(MOST_BYTES)
  const waiting: Buffer[] = []
  let open = 0
  let ended = false
  let idle = clock.after(IDLE_MS, () => stream.destroy())
  // Counted from whole questions and from answers, not from bytes: dripping them in does not hold a connection.
  const awake = (): void => {
    idle[Symbol.dispose]()
    idle = clock.after(IDLE_MS, () => stream.destroy())
  }

  const proceed = (): void => {
    while (waiting.length > 0 && open < MOST_OPEN && stream.writableLength < MOST_UNSENT) {
      const reply = serve(waiting.shift() as Buffer, from, () => MESSAGE_LIMIT, stream.remotePort)
      // Over a stream there is no answer to a question nobody can read.
      if (!reply) return void stream.destroy()
      if (reply instanceof Promise) {
        open++
        void reply.then((later) => {
          open--
          send(later)
          proceed()
        })
      } else send(reply)
    }
    if (waiting.length > 0) stream.pause()
    else if (stream.isPaused()) stream.resume()
    if (ended && waiting.length === 0 && open === 0) stream.end()
  }
  const send = (reply: Buffer): void => {
    if (stream.destroyed || !stream.writable) return
    awake()
    stream.write(framed(reply))
  }

  stream.on('data', (bytes: Buffer) => {
    const messages = unframer.push(bytes)
    if (!messages) return void stream.destroy()
    if (messages.length > 0) awake()
    waiting.push(...messages)
    proceed()
  })
  stream.on('drain', proceed)
  stream.on('end', () => {
    ended = true
    proceed()
  })
  stream.on('close', () => idle[Symbol.dispose]())
}
