import { FailedAttempt, phraseOrText } from '../errors.ts'
import { type PhraseValue, phrase } from '../phrases/phrase.ts'
import { type DialTarget, secureOptions } from './dial.ts'
import type { NatsOptions, NatsRefusal, NatsSession } from './messaging.ts'
import { nextTurn } from './turns.ts'

/** Of a line. A server announces its settings, and the addresses of its cluster, in one. */
const MOST_NATS_LINE_BYTES = 64 << 10
const LINE_END = 0x0a
/** What a server sends to a client that subscribes to nothing. The library would collect a message of any announced length. */
const LINES = ['INFO', 'PING', 'PONG', '+OK', '-ERR']
const LONGEST = Math.max(...LINES.map(({ length }) => length))

const notNats = (): FailedAttempt => new FailedAttempt(phrase('messages.serverNotNats'))

/** Returns a function that takes the bytes of a NATS server as they arrive. It throws for another line, and for one that is too long. */
function openLineLimit(): (chunk: Uint8Array) => void {
  let start = ''
  let length = 0
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const end = chunk.indexOf(LINE_END, at)
      const part = chunk.subarray(at, end < 0 ? undefined : end)
      start += String.fromCharCode(...part.subarray(0, LONGEST - start.length))
      length += part.length
      const isKnown = LINES.some((line) => start.startsWith(line) || (end < 0 && line.startsWith(start)))
      if (!isKnown || length > MOST_NATS_LINE_BYTES) throw notNats()
      if (end < 0) return
      start = ''
      length = 0
      at = end + 1
    }
  }
}

const CONNECT_MS = 10_000
const PING_MS = 30_000

/** Rejects with an error of the connection or of the library. */
export async function connectNats(
  { ip, port, trust }: DialTarget,
  { username, password, token }: NatsOptions,
): Promise<NatsSession> {
  // Loaded when first used.
  const { errors, headers: openHeaders, NatsConnectionImpl } = await loadLibrary()
  const connection = await NatsConnectionImpl.connect({
    servers: `${ip}:${port}`,
    name: 'sallyport',
    reconnect: false,
    ignoreClusterUpdates: true,
    timeout: CONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    // Null: never, also if the server offers it.
    tls: trust ? (secureOptions(trust) as object) : null,
    ...(username ? { user: username, pass: password } : {}),
    ...(token ? { token } : {}),
  })
  let failure: Error | undefined
  const refused = new Map<string, string>()
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type !== 'error') continue
      const { error } = status
      if (error instanceof errors.PermissionViolationError) refused.set(error.subject, error.message)
      else failure = error
    }
  })().catch(() => undefined)
  const closed = connection
    .closed()
    .then((error): PhraseValue => (error ? phraseOrText(error) : phrase('messages.serverEndedConnection')))
  const lost = closed.then((reason): never => {
    throw typeof reason === 'object' ? new FailedAttempt(reason) : new Error(String(reason))
  })
  lost.catch(() => undefined)
  return {
    closed,
    async publish(messages) {
      const refusals: NatsRefusal[] = []
      for (const message of messages) {
        const headers = openHeaders()
        for (const [name, value] of Object.entries(message.headers)) headers.set(name, value)
        try {
          connection.publish(message.subject, message.text, { headers })
        } catch (error) {
          // The library compares the length with the limit that the server has announced.
          if (!(error instanceof errors.InvalidArgumentError)) throw error
          refusals.push({ message, reason: error.message })
        }
      }
      await Promise.race([lost, connection.flush()])
      // Errors that the server has sent before its confirmation are reported a moment after it.
      await nextTurn()
      if (failure) throw failure
      for (const message of messages) {
        const reason = refused.get(message.subject)
        if (reason !== undefined) refusals.push({ message, reason })
      }
      refused.clear()
      return refusals
    },
    [Symbol.dispose]: () => void connection.close().catch(() => undefined),
  }
}

/**
 * Loads the library, with limits for what a server sends: it joins the bytes before the end of the first line at each chunk, collects a
 * line or message of any length, and continues to receive after bytes that it cannot parse.
 */
async function loadLibrary() {
  // A bundled CommonJS module has no other exports than the default one.
  const [
    { default: library },
    {
      default: { NodeTransport, nodeResolveHost },
    },
  ] = await Promise.all([import('@nats-io/transport-node'), import('@nats-io/transport-node/lib/node_transport.js')])
  class LimitedTransport extends NodeTransport {
    override peekInfo() {
      const info = super.peekInfo()
      const { socket } = this
      let length = 0
      // The library removes all listeners after the first line.
      socket.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length <= MOST_NATS_LINE_BYTES) return
        socket.on('error', () => undefined)
        socket.destroy(notNats())
      })
      return info
    }

    override setupHandlers(): void {
      super.setupHandlers()
      const { socket } = this
      // The library answers each `PING`, and holds the answers in memory while the server does not read them.
      socket.on('data', () => {
        if (!socket.writableNeedDrain) return
        socket.pause()
        socket.once('drain', () => socket.resume())
      })
    }

    override async *iterate() {
      const limit = openLineLimit()
      try {
        for await (const frame of super.iterate()) {
          limit(frame)
          yield frame
        }
      } catch {
        // The library writes the errors of its iterators to the log.
      } finally {
        this.socket.destroy(notNats())
      }
    }
  }
  library.setTransportFactory({ factory: () => new LimitedTransport(), dnsResolveFn: nodeResolveHost })
  return library
}
