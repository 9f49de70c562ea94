import type { MonotonicClock } from '../../../machine/machine.ts'
import type { Sockets, Stream } from '../../../machine/sockets.ts'
import type { Ip } from '../../../values/ip.ts'
import { MESSAGE_LIMIT } from '../../../wire/dns/constants.ts'
import { framed, openUnframer } from '../../../wire/dns/stream.ts'
import type { Serve } from '../serve.ts'

const MOST_STREAMS = 200
const MOST_STREAMS_EACH = 10
/** No query is this long. */
const LONGEST_QUERY = 4_096
const IDLE_MS = 10_000
/** Queries in flight and response bytes not sent, of one connection: beyond either, it is not read. */
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
interface ClientConnection {
  readonly from: Ip
  /** When the last complete query or response passed (clock, ms); undefined while a query is in flight. */
  idleSince(): number | undefined
}

/**
 * Answers queries over TCP, several in flight on each connection. RFC 7766. At the limit of connections, of one client or of
 * all, a new connection replaces the one that has been idle longest; RFC 7766 §6.2.3.
 */
export function listenTcp(
  sockets: Sockets,
  clock: MonotonicClock,
  { ip, port, shared, serve, failed }: TcpOptions,
): Promise<Disposable> {
  const streams = new Map<Stream, ClientConnection>()
  const accept = (stream: Stream): void => {
    const from = stream.remoteAddress
    stream.on('error', () => stream.destroy())
    if (!from || !makeRoom(streams, from)) return void stream.destroy()
    streams.set(stream, serveStream(stream, from, clock, serve))
    stream.on('close', () => streams.delete(stream))
  }
  return sockets.listenStreams({ ip, port, shared }, accept, failed).then((server) => ({
    [Symbol.dispose]() {
      server[Symbol.dispose]()
      for (const stream of streams.keys()) stream.destroy()
    },
  }))
}

/** False if the limit is reached, for this client or in total, and no connection is idle. */
function makeRoom(streams: Map<Stream, ClientConnection>, from: Ip): boolean {
  const ofClient = [...streams].filter(([, one]) => one.from === from)
  const full = ofClient.length >= MOST_STREAMS_EACH ? ofClient : streams.size >= MOST_STREAMS ? [...streams] : undefined
  if (!full) return true
  const idle = full.flatMap(([stream, one]) => {
    const since = one.idleSince()
    return since === undefined ? [] : [{ stream, since }]
  })
  if (idle.length === 0) return false
  const { stream } = idle.reduce((oldest, one) => (one.since < oldest.since ? one : oldest))
  // The close event comes later, maybe after the next connection.
  streams.delete(stream)
  stream.destroy()
  return true
}

function serveStream(stream: Stream, from: Ip, clock: MonotonicClock, serve: Serve): ClientConnection {
  const unframer = openUnframer(LONGEST_QUERY)
  const waiting: Buffer[] = []
  let open = 0
  let ended = false
  let activeAt = clock.monotonic()
  let idle = clock.after(IDLE_MS, () => stream.destroy())
  // Complete queries and responses count, not bytes: a client cannot keep a connection by sending bytes slowly.
  const touch = (): void => {
    activeAt = clock.monotonic()
    idle[Symbol.dispose]()
    idle = clock.after(IDLE_MS, () => stream.destroy())
  }

  const proceed = (): void => {
    while (waiting.length > 0 && open < MOST_OPEN && stream.writableLength < MOST_UNSENT) {
      const reply = serve(waiting.shift() as Buffer, from, () => MESSAGE_LIMIT, stream.remotePort)
      // A message that cannot be parsed ends the connection.
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
    touch()
    stream.write(framed(reply))
  }

  stream.on('data', (bytes: Buffer) => {
    const messages = unframer.push(bytes)
    if (!messages) return void stream.destroy()
    if (messages.length > 0) touch()
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
