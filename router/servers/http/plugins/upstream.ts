import { Unavailable } from '../../../errors.ts'
import type { Clock, Machine } from '../../../machine/machine.ts'
import type { LocalStream } from '../../../machine/unixsocket.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { ResponseHead } from '../../../wire/httpresponse.ts'
import { type Exchange, openPluginConnection, type PluginConnection, READ_BYTES } from './connection.ts'
import { type Accepted, openWebsocket } from './handshake.ts'
import { requestHead } from './headers.ts'

/** Calls and websockets of one plugin at a time. A plugin that does not answer occupies no more. */
const MAX_CALLS = 32
const MAX_WEBSOCKETS = 16
/** A connection waits for another call for this long, and at most for twice as long. */
const IDLE_MS = 15_000
/** Until the head of the response. */
const ANSWER_MS = 60_000

export interface UpstreamRequest {
  readonly method: string
  /** Path and query, as the plugin sees them. */
  readonly path: string
  /** Names and values, in turn. */
  readonly fields: readonly string[]
}

/** A call, and where its response goes. */
export interface UpstreamCall extends UpstreamRequest, Pick<Exchange, 'waits' | 'write' | 'end'> {
  /** Sends the body. Rejects if it cannot be read. Undefined for none. */
  readonly send?: ((to: LocalStream) => Promise<void>) | undefined
  begin(head: ResponseHead): void
  /** The response ends before it is complete. */
  breakOff(): void
}

export interface StartedCall {
  /**
   * Resolves when the response has begun. Rejects with `Unavailable`: `bad_gateway` if the plugin does not run, breaks off, or sends something
   * else than a valid response, `gateway_timeout` if it does not answer within a minute, and `unavailable` if too many calls are under way.
   */
  readonly begun: Promise<void>
  /** Closes the connection. */
  cancel(): void
}

/** The connections to a plugin on its Unix socket. */
export interface PluginUpstream extends Disposable {
  call(call: UpstreamCall): StartedCall
  /** Opens a websocket. Rejects as `call`, also if the plugin does not accept it. */
  upgrade(request: UpstreamRequest): Promise<Accepted>
}

interface Deps {
  readonly clock: Clock
  readonly machine: Pick<Machine, 'connectUnix'>
  readonly name: string
  readonly socket: string
}

export function openPluginUpstream({ clock, machine, name, socket }: Deps): PluginUpstream {
  const websockets = new Set<LocalStream>()
  const active = new Set<PluginConnection>()
  /** The one that was used last is used next; the others become old. */
  const idle: PluginConnection[] = []
  const old = new Set<PluginConnection>()
  let sweep: Disposable | undefined
  /** Of a closed connection: one for each call would be much garbage while a plugin crashes in a loop. */
  let spare: Buffer | undefined
  let isClosed = false

  const connect: Machine['connectUnix'] = (path, onread) => {
    if (active.size + websockets.size >= MAX_CALLS) throw new Unavailable(phrase('request.pluginBusy', name))
    try {
      return machine.connectUnix(path, onread)
    } catch (cause) {
      throw new Unavailable(phrase('request.pluginNotRunning', name), { kind: 'bad_gateway', cause })
    }
  }

  const tooLate = () =>
    new Unavailable(phrase('request.pluginTimeout', name, ANSWER_MS / 1000), { kind: 'gateway_timeout' })
  const isTooLate = (error: unknown): boolean => error instanceof Unavailable && error.kind === 'gateway_timeout'
  const failed = (error: unknown): Error => {
    if (error instanceof Unavailable) return error
    return new Unavailable(phrase('request.pluginResponseMalformed', name), { kind: 'bad_gateway', cause: error })
  }

  const owner = {
    idle(connection: PluginConnection) {
      active.delete(connection)
      idle.push(connection)
      sweepLater()
    },
    closed(connection: PluginConnection, free: Buffer | undefined) {
      active.delete(connection)
      old.delete(connection)
      const at = idle.indexOf(connection)
      if (at >= 0) idle.splice(at, 1)
      keep(free)
    },
  }

  function open(): PluginConnection {
    const buffer = spare ?? Buffer.allocUnsafeSlow(READ_BYTES)
    spare = undefined
    try {
      return openPluginConnection(buffer, (onread) => connect(socket, onread), owner)
    } catch (error) {
      keep(buffer)
      throw error
    }
  }

  function keep(free: Buffer | undefined): void {
    spare ??= free
    if (spare) sweepLater()
  }

  function sweepLater(): void {
    if (!isClosed) sweep ??= clock.after(IDLE_MS, closeOld)
  }

  function closeOld(): void {
    sweep = spare = undefined
    for (const connection of old) connection.destroy()
    old.clear()
    for (const connection of idle) if (!connection.stream.destroyed) old.add(connection)
    if (old.size > 0) sweepLater()
  }

  /** A connection that waits for a call, or undefined if there is none. */
  function takeIdle(): PluginConnection | undefined {
    if (active.size + websockets.size >= MAX_CALLS) return undefined
    for (let found = idle.pop(); found; found = idle.pop()) {
      old.delete(found)
      if (!found.stream.destroyed) return found
    }
    return undefined
  }

  function call(wanted: UpstreamCall): StartedCall {
    const { send, method } = wanted
    // A connection that the plugin has just closed fails the call, which is repeated below. Calls with an effect get a new one.
    const isReusable = send === undefined && (method === 'GET' || method === 'HEAD')
    // With `close`, a plugin that answers before it has read the body would end the connection, and Linux would discard the response.
    const head = requestHead(wanted, 'keep-alive')
    let connection: PluginConnection | undefined
    let isCancelled = false
    const begun = new Promise<void>((resolve, reject) => {
      const attempt = (known: PluginConnection | undefined): void => {
        const used = known ?? open()
        connection = used
        active.add(used)
        const deadline = clock.after(ANSWER_MS, () => used.destroy(tooLate()))
        let unsent: Error | undefined
        used.ask({
          method,
          head,
          isReusable,
          begin(response) {
            deadline[Symbol.dispose]()
            wanted.begin(response)
            resolve()
          },
          waits: wanted.waits,
          write: wanted.write,
          end(bytes, written) {
            wanted.end(bytes, () => {
              // From now on it may serve another call.
              connection = undefined
              written()
            })
          },
          fail(error, { isBegun, isEmpty }) {
            deadline[Symbol.dispose]()
            if (isBegun) return wanted.breakOff()
            if (known && isEmpty && !isCancelled && !isClosed && !isTooLate(error)) return begin(undefined)
            reject(unsent ?? failed(error))
          },
        })
        send?.(used.stream).catch((error) => {
          unsent = error
          used.destroy()
        })
      }
      const begin = (known: PluginConnection | undefined): void => {
        try {
          attempt(known)
        } catch (error) {
          reject(failed(error))
        }
      }
      begin(isReusable ? takeIdle() : undefined)
    })
    return {
      begun,
      cancel() {
        isCancelled = true
        connection?.destroy()
      },
    }
  }

  return {
    call,
    async upgrade(request) {
      if (websockets.size >= MAX_WEBSOCKETS) throw new Unavailable(phrase('request.pluginWebsocketsFull', name))
      const stream = connect(socket)
      websockets.add(stream)
      stream.once('close', () => websockets.delete(stream))
      using _deadline = clock.after(ANSWER_MS, () => stream.destroy(tooLate()))
      try {
        return await openWebsocket(stream, request)
      } catch (error) {
        stream.destroy()
        throw failed(error)
      }
    },
    [Symbol.dispose]() {
      isClosed = true
      sweep?.[Symbol.dispose]()
      for (const connection of [...active, ...idle]) connection.destroy()
      for (const stream of websockets) stream.destroy()
    },
  }
}
