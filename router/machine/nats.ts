import { secureOptions, type Target } from './dial.ts'
import { nextTurn } from './turns.ts'

const CONNECT_MS = 10_000
const PING_MS = 30_000

export interface NatsOptions {
  /** Empty for none. */
  readonly username: string
  readonly password: string
  readonly token: string
}

export interface NatsMessage {
  readonly subject: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** A connection to a NATS server. */
export interface NatsSession extends Disposable {
  /** Resolves with the reason when the connection has ended. */
  readonly closed: Promise<string>
  /**
   * Resolves when the server has processed the messages. Rejects if the connection ends before, or if the server does not permit
   * a subject.
   */
  publish(messages: readonly NatsMessage[]): Promise<void>
}

/** Rejects with an error of the connection or of the library. */
export async function connectNats(
  { ip, port, trust }: Target,
  { username, password, token }: NatsOptions,
): Promise<NatsSession> {
  // Loaded when first used.
  const { connect, headers: openHeaders } = await import('@nats-io/transport-node')
  const connection = await connect({
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
  let refusal: string | undefined
  void (async () => {
    for await (const status of connection.status()) if (status.type === 'error') refusal = status.error.message
  })().catch(() => undefined)
  const closed = connection.closed().then((error) => error?.message ?? 'the server has ended the connection')
  const lost = closed.then((reason): never => {
    throw new Error(reason)
  })
  lost.catch(() => undefined)
  return {
    closed,
    async publish(messages) {
      for (const { subject, text, headers: given } of messages) {
        const headers = openHeaders()
        for (const [name, value] of Object.entries(given)) headers.set(name, value)
        connection.publish(subject, text, { headers })
      }
      await Promise.race([lost, connection.flush()])
      // Errors that the server has sent before its confirmation are reported a moment after it.
      await nextTurn()
      if (refusal !== undefined) throw new Error(refusal)
    },
    [Symbol.dispose]: () => void connection.close().catch(() => undefined),
  }
}
