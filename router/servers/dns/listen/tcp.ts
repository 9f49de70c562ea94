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

/** An accepted connection. */
interface Conversation {
  readonly from: Ip
  /** When its last whole question or answer passed (clock, ms); undefined while a question is open. */
  idleSince(): number | undefined
}

/**
 * Answer questions that come over streams, several at once on each. RFC 7766. Where a client, or all together, have as many
 * connections as are allowed, a new one takes the place of the one that has been idle longest; RFC 7766 6.2.3.
 */
export function listenTcp(
  sockets: Sockets,
  clock: Clock,
  { ip, port, shared, serve, failed }: TcpOptions,
): Promise<Disposable> {
  const streams = new Map<Stream, Conversation>()
  const accept = (stream: Stream): void => {
    const from = stream.remoteAddress
    stream.on('error', () => stream.destroy())
    if (!from || !makeRoom(streams, from)) return void stream.destroy()
    streams.set(stream, converse(stream, from, clock, serve))
    stream.on('close', () => streams.delete(stream))
  }
  return sockets.listenStreams({ ip, port, shared }, accept, failed).then((server) => ({
    [Symbol.dispose]() {
      server[Symbol.dispose]()
      for (const stream of streams.keys()) stream.destroy()
    },
  }))
}

/** False when this client, or all together, have the most connections and none of them is idle. */
function makeRoom(streams: Map<Stream, Conversation>, from: Ip): boolean {
  const itsOwn = [...streams].filter(([, one]) => one.from === from)
  const full = itsOwn.length >= MOST_STREAMS_EACH ? itsOwn : streams.size >= MOST_STREAMS ? [...streams] : undefined
  if (!full) return true
  const idle = full.flatMap(([stream, one]) => {
    const since = one.idleSince()
    return since === undefined ? [] : [{ stream, since }]
  })
  if (idle.length === 0) return false
  const { stream } = idle.reduce((oldest, one) => (one.since < oldest.since ? one : oldest))
  // Its event comes later, and the next connection may come before that.
  streams.delete(stream)
  stream.destroy()
  return true
}

function converse(stream: Stream, from: Ip, clock: Clock, serve: Serve): Conversation {
  const unframer = openUnframer(MOST_BYTES)
  const waiting: Buffer[] = []
  let open = 0
  let ended = false
  let activeAt = clock.now()
  let idle = clock.after(IDLE_MS, () => stream.destroy())
  // Counted from whole questions and from answers, not from bytes: dripping them in does not hold a connection.
  const awake = (): void => {
    activeAt = clock.now()
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
  return { from, idleSince: () => (open === 0 && waiting.length === 0 ? activeAt : undefined) }
}
