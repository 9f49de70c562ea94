import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import { BadGateway, GatewayTimeout, Unavailable } from '../../../errors.ts'
import { Agent, request } from '../../../machine/http.ts'
import type { Clock, Machine } from '../../../machine/machine.ts'

/** Calls and websockets of one plugin at a time. A plugin that does not answer occupies no more. */
const MAX_CALLS = 32
const MAX_WEBSOCKETS = 16
/** A connection waits for another call for this long. */
const IDLE_MS = 15_000
/** Until the first byte of the response. */
const ANSWER_MS = 60_000
const MAX_HEAD_BYTES = 16 * 1024

export interface UpstreamCall {
  readonly method: string
  /** Path and query, as the plugin sees them. */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  /** Sends the body. Rejects if it cannot be read. Undefined for none. */
  readonly send?: ((to: ClientRequest) => Promise<void>) | undefined
}

/** The connections to a plugin on its Unix socket. */
export interface Upstream extends Disposable {
  /**
   * Makes a call. Resolves with the start of the response. Throws `BadGateway` if the plugin does not run or breaks off, `GatewayTimeout` if
   * it does not answer within a minute, and `Unavailable` if too many calls are under way.
   */
  call(call: UpstreamCall): Promise<IncomingMessage>
  /** Opens a websocket. Throws as `call`, also if the plugin does not accept it. */
  upgrade(call: UpstreamCall): Promise<{ response: IncomingMessage; stream: Duplex; head: Buffer }>
  /** Closes all websockets. */
  closeWebsockets(): void
}

interface Deps {
  readonly clock: Clock
  readonly machine: Pick<Machine, 'connectUnix'>
  readonly name: string
  readonly socket: string
}

export function openUpstream({ clock, machine, name, socket }: Deps): Upstream {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: MAX_CALLS, timeout: IDLE_MS })
  const websockets = new Set<Duplex>()
  const active = new Set<ClientRequest>()

  const connect = (): Duplex => {
    try {
      return machine.connectUnix(socket)
    } catch (cause) {
      throw new BadGateway(`The plugin ${name} is not running.`, { cause })
    }
  }
  agent.createConnection = connect as typeof agent.createConnection

  function begin({ method, path, headers }: UpstreamCall, isReusable: boolean): ClientRequest {
    if (active.size + websockets.size >= MAX_CALLS) throw new Unavailable(`The plugin ${name} is busy.`)
    const own = isReusable ? { agent } : { createConnection: connect }
    const call = request({ ...own, method, path, headers, maxHeaderSize: MAX_HEAD_BYTES })
    active.add(call)
    call.once('close', () => active.delete(call))
    return call
  }

  /** Resolves with what `listen` passes on, within the time limit. */
  function answered<T>(call: ClientRequest, listen: (resolve: (value: T) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const deadline = clock.after(ANSWER_MS, () => {
        call.destroy(new GatewayTimeout(`The plugin ${name} did not answer within ${ANSWER_MS / 1000} s.`))
      })
      const settle = (end: () => void): void => {
        deadline[Symbol.dispose]()
        end()
      }
      listen((value) => settle(() => resolve(value)))
      call.on('error', (error) => settle(() => reject(error)))
      call.once('close', () => settle(() => reject(new Error('the connection was closed'))))
    })
  }

  const failed = (error: unknown): Error => {
    if (error instanceof BadGateway || error instanceof GatewayTimeout) return error
    return new BadGateway(`The plugin ${name} did not send a valid response.`, { cause: error })
  }

  async function attempt(wanted: UpstreamCall): Promise<IncomingMessage> {
    const { method, send } = wanted
    // A connection that the plugin has just closed fails the call, which is repeated below. Calls with an effect get a new one.
    const call = begin(wanted, send === undefined && ['GET', 'HEAD'].includes(method))
    let unsent: unknown
    const response = answered<IncomingMessage>(call, (resolve) => call.once('response', resolve))
    if (send === undefined) call.end()
    else
      send(call).catch((error) => {
        unsent = error
        call.destroy()
      })
    try {
      return await response
    } catch (error) {
      if (unsent !== undefined && !isBrokenOff(unsent)) throw unsent
      if (call.reusedSocket && isBrokenOff(error)) return await attempt(wanted)
      throw failed(error)
    }
  }

  return {
    call: attempt,
    async upgrade(wanted) {
      if (websockets.size >= MAX_WEBSOCKETS) throw new Unavailable(`The plugin ${name} has too many websockets.`)
      const call = begin(wanted, false)
      const opened = answered<{ response: IncomingMessage; stream: Duplex; head: Buffer }>(call, (resolve) => {
        call.once('upgrade', (response, stream, head) => resolve({ response, stream, head }))
        call.once('response', () => call.destroy(new BadGateway(`The plugin ${name} does not accept this websocket.`)))
      })
      call.end()
      try {
        const { stream, ...rest } = await opened
        websockets.add(stream)
        stream.once('close', () => websockets.delete(stream))
        return { stream, ...rest }
      } catch (error) {
        throw failed(error)
      }
    },
    closeWebsockets() {
      for (const stream of websockets) stream.destroy()
    },
    [Symbol.dispose]() {
      for (const call of active) call.destroy()
      for (const stream of websockets) stream.destroy()
      agent.destroy()
    },
  }
}

const BROKEN_OFF = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']

const isBrokenOff = (error: unknown): boolean => BROKEN_OFF.includes((error as NodeJS.ErrnoException)?.code ?? '')
