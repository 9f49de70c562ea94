import type { Bus } from '../../events/bus.ts'
import type { Machine } from '../../machine/machine.ts'
import { openRateLimiter } from '../../machine/ratelimit.ts'
import type { LocalStream } from '../../machine/unixsocket.ts'
import { serveClient } from './client.ts'
import { MOST_LINE_BYTES } from './lines.ts'
import { lineOf } from './message.ts'

/** For root, and a group that an administrator may give the file to. */
const MODE = 0o660
const MOST_CLIENTS = 64
/** Connections of all clients together. A program that connects in a loop would fill the daemon's time. */
const CONNECT_LIMIT = { burst: 2 * MOST_CLIENTS, perSecond: 10 }
/** Events that all clients together may publish. */
const PUBLISH_LIMIT = { burst: 2000, perSecond: 1000 }

interface Deps {
  readonly machine: Pick<Machine, 'clock' | 'listenUnix'>
  readonly bus: Bus
  readonly path: string
}

/**
 * The event bus for other programs on the router: a Unix socket with lines of JSON. A client subscribes to prefixes, and publishes
 * topics that are not the router's own.
 */
export async function openEventBusServer({ machine, bus, path }: Deps): Promise<Disposable> {
  const clients = new Set<LocalStream>()
  const connections = openRateLimiter(machine.clock, CONNECT_LIMIT)
  const limiter = openRateLimiter(machine.clock, PUBLISH_LIMIT)
  const encode = openEncoder()
  const listener = await machine.listenUnix({ path, mode: MODE }, (stream) => {
    if (clients.size >= MOST_CLIENTS || !connections.take('all')) {
      stream.destroy()
      return
    }
    clients.add(stream)
    stream.once('close', () => clients.delete(stream))
    serveClient({ clock: machine.clock, bus, stream, encode, mayPublish: () => limiter.take('all') })
  })
  return {
    [Symbol.dispose]() {
      listener[Symbol.dispose]()
      for (const stream of clients) stream.destroy()
    },
  }
}

/** Returns a function that encodes events. One that several clients receive, one after the other, is encoded once. */
function openEncoder(): (payload: unknown, topic: string) => string {
  let last: { readonly payload: unknown; readonly topic: string; readonly line: string } | undefined
  return (payload, topic) => {
    if (last && last.payload === payload && last.topic === topic) return last.line
    const encoded = lineOf(topic, JSON.stringify(payload ?? null))
    const isTooLong = Buffer.byteLength(encoded) > MOST_LINE_BYTES
    const line = isTooLong ? lineOf('error', JSON.stringify(`${topic}: the event is too long for a line`)) : encoded
    last = { payload, topic, line }
    return line
  }
}
