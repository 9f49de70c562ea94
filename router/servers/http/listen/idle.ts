import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** A connection over which nothing is sent or received for this time is closed, in milliseconds. */
const IDLE_MS = 120_000
/** How often a call may be without an answer for that time: half an hour in all, longer than any work of the router. */
const MOST_PERIODS = 15

interface Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** A socket of the server, plain or TLS. */
type Connection = Duplex & { setTimeout(ms: number): unknown }

/**
 * Closes idle connections. One whose call is complete and not answered yet is not idle: the router works for it, such as for a backup
 * that another machine receives slowly. That work has its own limits. A client that sends its request or reads its answer slowly is idle.
 */
export function closeIdle(server: Server): void {
  const calls = new WeakMap<Duplex, Set<Call>>()
  const periods = new WeakMap<Call, number>()

  server.timeout = IDLE_MS
  server.on('request', (request, response) => {
    const call = { request, response }
    const open = calls.get(request.socket) ?? new Set()
    calls.set(request.socket, open.add(call))
    response.once('close', () => open.delete(call))
  })
  const isWorkedOn = (call: Call): boolean => {
    const count = (periods.get(call) ?? 0) + 1
    periods.set(call, count)
    return call.request.complete && !call.response.headersSent && count < MOST_PERIODS
  }
  // With a listener, Node leaves the connection open.
  server.on('timeout', (socket: Connection) => {
    const open = [...(calls.get(socket) ?? [])]
    if (open.some(isWorkedOn)) socket.setTimeout(IDLE_MS)
    else socket.destroy()
  })
}
