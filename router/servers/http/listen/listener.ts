import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createServer } from '../../../machine/http.ts'
import type { Clock } from '../../../machine/machine.ts'
import type { CallPeer, ListenerKind } from '../../../model/access/admission.ts'
import { openConnectionLimit } from './connectionlimit.ts'
import { MAX_HEAD_KIB, refuseConnect, refuseMalformed } from './malformed.ts'
import { readAbsoluteForm } from './target.ts'

/** A TCP address, or a unix socket, whose file permissions say who may connect. */
type ListenAddress = { readonly host: string; readonly port: number } | { readonly path: string; readonly mode: number }

export interface Listener extends AsyncDisposable {
  /** The TCP port in use; 0 for a unix socket. */
  readonly port: number
  /** Stops accepting connections. Resolves when all are closed; those with calls in progress are closed after a second. */
  close(): Promise<void>
}

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

const MAX_CONNECTIONS = 1024
const MAX_CONNECTIONS_PER_ADDRESS = 256
/** How long calls in progress may still run after `close`. */
const GRACE_MS = 1000

/** Limits for slow clients, in milliseconds, so that they cannot hold connections. */
export const HTTP_TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: MAX_HEAD_KIB * 1024,
  // Only websockets are upgraded; a request for any other upgrade (HTTP/2 in the clear) is answered as HTTP/1.1.
  shouldUpgradeCallback: (request: IncomingMessage) => request.headers.upgrade?.toLowerCase() === 'websocket',
}

const kinds = new WeakMap<object, ListenerKind>()

/** The other end of a connection. Injected calls count as calls from the network. */
export function peerOf(socket: IncomingMessage['socket']): CallPeer {
  const listener = kinds.get(socket) ?? 'network'
  if (listener !== 'network') return { listener, address: '127.0.0.1', port: 0 }
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return { listener, address, port: socket.remotePort ?? 0 }
}

export interface ListenerDeps {
  readonly onRequest: RequestListener
  readonly clock: Clock
  readonly kind: ListenerKind
  readonly at: ListenAddress
  readonly onUpgrade?: Upgrade
}

/** Listens for HTTP, in the clear unless `server` is another one. Throws the system's error, such as `EADDRINUSE`. */
export async function openListener(
  { onRequest, clock, kind, at, onUpgrade }: ListenerDeps,
  server: Server = createServer(HTTP_TIMEOUTS),
): Promise<Listener> {
  server.on('request', (request, response) => {
    readAbsoluteForm(request)
    onRequest(request, response)
  })
  refuseMalformed(server)
  server.on('connect', refuseConnect)
  closeIdle(server)
  server.maxHeadersCount = 100
  server.on('connection', (socket) => kinds.set(socket, kind))
  if (kind === 'network') limitConnections(server)
  else server.maxConnections = MAX_CONNECTIONS
  // More than the server counts with TLS: also those that have not finished their handshake.
  const connected = new Set<Duplex>()
  server.on('connection', (socket: Duplex) => {
    connected.add(socket)
    socket.once('close', () => connected.delete(socket))
  })
  const upgraded = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    readAbsoluteForm(request)
    if (onUpgrade) onUpgrade(request, socket, head)
    else socket.destroy()
  })
  await listen(server, at)
  const bound = server.address()

  async function close(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // `server.close` waits for upgraded connections, but `closeAllConnections` does not include them.
    for (const socket of upgraded) socket.destroy()
    using _grace = clock.after(GRACE_MS, () => {
      for (const socket of connected) socket.destroy()
    })
    await closed
  }

  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return { port, close, [Symbol.asyncDispose]: close }
}

/** Bounds the connections of each address, and closes the oldest of the address with the most when there are too many. */
function limitConnections(server: Server): void {
  const limit = openConnectionLimit<Duplex>({
    total: MAX_CONNECTIONS,
    perAddress: MAX_CONNECTIONS_PER_ADDRESS,
    evict: (socket) => socket.destroy(),
  })
  // Closed connections count until their sockets are gone.
  server.maxConnections = 2 * MAX_CONNECTIONS
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (!limit.admit(address, socket)) socket.destroy()
    socket.once('close', () => limit.remove(address, socket))
  })
}

function listen(server: Server, at: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      server.off('error', reject)
      // One connection could not be accepted, for want of memory: that must not end the process.
      server.on('error', () => undefined)
      resolve()
    })
    if ('port' in at) {
      server.listen(at.port, at.host)
      return
    }
    // The socket has to have its mode from the first moment; bind happens within this call, and bind obeys the umask.
    const before = process.umask(0o777 & ~at.mode)
    try {
      server.listen(at.path)
    } finally {
      process.umask(before)
    }
  })
}

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
function closeIdle(server: Server): void {
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
