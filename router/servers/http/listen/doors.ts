import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { createServer } from '../../../machine/http.ts'
import type { Clock } from '../../../machine/machine.ts'
import { openConnectionLimit } from './connectionlimit.ts'
import { MAX_HEAD_KIB, refuseConnect, refuseMalformed } from './malformed.ts'
import { readAbsoluteForm } from './target.ts'

/**
 * Where a call came in: from the network, from a port forwarder on this machine whose callers have to sign in like anybody,
 * or at the router's own console.
 */
export type Door = 'network' | 'local' | 'console'

export interface Peer {
  readonly door: Door
  readonly address: string
  readonly port: number
}

/** A TCP address, or a unix socket: there the file's permissions say who may come in. */
export type Place = { readonly host: string; readonly port: number } | { readonly path: string; readonly mode: number }

export interface OpenDoor extends AsyncDisposable {
  /** The TCP port in use; 0 for a unix socket. */
  readonly port: number
  /** Nobody new comes in from this moment on. Resolves when those who are in have left, or have been shown out. */
  close(): Promise<void>
}

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

const MAX_CONNECTIONS = 1024
const MAX_CONNECTIONS_PER_ADDRESS = 256
/** How long calls in progress may still run when the door closes. */
const GRACE_MS = 1000

/** Clients get this long, so that slow ones cannot hold on to connections. */
export const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: MAX_HEAD_KIB * 1024,
  // Only websockets are upgraded; a request for any other upgrade (HTTP/2 in the clear) is answered as HTTP/1.1.
  shouldUpgradeCallback: (request: IncomingMessage) => request.headers.upgrade?.toLowerCase() === 'websocket',
}
const IDLE_MS = 120_000

const doors = new WeakMap<object, Door>()

/** Who is at the other end. Calls that were injected count as coming from the network. */
export function peerOf(socket: IncomingMessage['socket']): Peer {
  const door = doors.get(socket) ?? 'network'
  if (door !== 'network') return { door, address: '127.0.0.1', port: 0 }
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return { door, address, port: socket.remotePort ?? 0 }
}

export interface DoorNeeds {
  readonly onRequest: RequestListener
  readonly clock: Clock
  readonly door: Door
  readonly place: Place
  readonly onUpgrade?: Upgrade
}

/** One more way in to the same answers, in the clear unless another server is given. They have to be ready. */
export async function openDoor(
  { onRequest, clock, door, place, onUpgrade }: DoorNeeds,
  server: Server = createServer(PATIENCE),
): Promise<OpenDoor> {
  server.on('request', (request, response) => {
    readAbsoluteForm(request)
    onRequest(request, response)
  })
  refuseMalformed(server)
  server.on('connect', refuseConnect)
  server.timeout = IDLE_MS
  server.maxHeadersCount = 100
  server.on('connection', (socket) => doors.set(socket, door))
  if (door === 'network') shareConnections(server)
  else server.maxConnections = MAX_CONNECTIONS
  // With TLS these are more than the server counts: those as well that have not finished their handshake.
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
  await listen(server, place)
  const bound = server.address()

  async function close(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // The server waits for these, and does not count them among its own any more.
    for (const socket of upgraded) socket.destroy()
    using _grace = clock.after(GRACE_MS, () => {
      for (const socket of connected) socket.destroy()
    })
    await closed
  }

  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return { port, close, [Symbol.asyncDispose]: close }
}

/** So that a few devices that hoard connections keep nobody else out. */
function shareConnections(server: Server): void {
  const limit = openConnectionLimit<Duplex>({
    total: MAX_CONNECTIONS,
    perAddress: MAX_CONNECTIONS_PER_ADDRESS,
    evict: (socket) => socket.destroy(),
  })
  // Those who are shown out count until they are gone.
  server.maxConnections = 2 * MAX_CONNECTIONS
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (!limit.admit(address, socket)) socket.destroy()
    socket.once('close', () => limit.remove(address, socket))
  })
}

function listen(server: Server, place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      server.off('error', reject)
      // One connection could not be accepted, for want of memory: that must not end the process.
      server.on('error', () => undefined)
      resolve()
    })
    if ('port' in place) {
      server.listen(place.port, place.host)
      return
    }
    // The socket has to have its mode from the first moment; bind happens within this call, and bind obeys the umask.
    const before = process.umask(0o777 & ~place.mode)
    try {
      server.listen(place.path)
    } finally {
      process.umask(before)
    }
  })
}
