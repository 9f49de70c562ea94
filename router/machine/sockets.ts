import { createSocket } from 'node:dgram'
import { type ClientHttp2Session, connect as connectHttp } from 'node:http2'
import { connect as connectNet, createServer, type OnReadOpts, type Socket } from 'node:net'
import {
  connect as connectSecure,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import type { Ip } from '../values/ip.ts'
import { addressLookup, closeSocket } from './datagrams.ts'
import type { connectInBatches } from './linux/datagrams.ts'
import type { connectOver } from './linux/overlink.ts'
import { type OpenQuestions, openSingly } from './questions.ts'

/** A connected UDP socket: the kernel drops datagrams of other senders. */
export interface DatagramPeer extends Disposable {
  send(bytes: Uint8Array): void
}

/** A TCP or TLS connection. */
export type Stream = Socket | TLSSocket

/** Called with received bytes. They are valid until it returns, since the next ones are read into the same memory. */
export type Receive = (bytes: Buffer) => void

/** An HTTP/2 session over the connection `stream`. */
export interface HttpSession {
  readonly session: ClientHttp2Session
  readonly stream: TLSSocket
}

export interface SecureOptions {
  /** The name that the server's certificate must have. */
  readonly name: string
  /** The TLS session of an earlier connection, for resumption. */
  readonly session: Buffer | undefined
}

/** Internet sockets. Takes addresses only: nothing here resolves domains. */
export interface Sockets {
  /** A server for queries of one datagram each. */
  openQuestions: OpenQuestions
  /** A new socket on a random port of the kernel's choice. */
  connectDatagrams(ip: Ip, port: number, receive: Receive, failed: (error: Error) => void): DatagramPeer
  /** `shared`: as in `QuestionsOptions`. */
  listenStreams(
    place: { readonly ip: Ip; readonly port: number; readonly shared: boolean },
    accept: (stream: Stream) => void,
    failed: (error: Error) => void,
  ): Promise<Disposable>
  /** Received bytes are passed to `receive` instead of `data` events. */
  connectStream(ip: Ip, port: number, receive: Receive): Stream
  connectSecureStream(ip: Ip, port: number, options: SecureOptions, receive: Receive): TLSSocket
  /** The same for HTTP/2. No request is sent if the server does not negotiate it. */
  connectHttpSession(ip: Ip, port: number, options: SecureOptions): HttpSession
  /** The same over one link only. They fail while there is no such link, and before the first `openQuestions`. */
  over(link: string): UpstreamSockets
}

/** Sockets for queries to other resolvers. */
export type UpstreamSockets = Pick<
  Sockets,
  'connectDatagrams' | 'connectStream' | 'connectSecureStream' | 'connectHttpSession'
>

/** `authorities`: PEM text of certificate authorities that TLS connections trust in addition to the built-in ones. */
export function openSockets(authorities: readonly string[]): Sockets {
  // Reading the built-in certificates takes milliseconds: done once, for the first connection.
  let context: SecureContext | undefined
  const trust = (): SecureContext => {
    context ??= createSecureContext({ ca: [...rootCertificates, ...authorities], minVersion: 'TLSv1.2' })
    return context
  }
  // In batches after the first query socket was opened: that determines whether batches work.
  let connectBest = connectSingly
  let linux: Linux | undefined
  const overLink = (): Linux => {
    if (!linux) throw new Error('sockets cannot be bound to a link')
    return linux
  }
  return {
    async openQuestions(options) {
      const { open, connect, linux: loaded } = await bestWay()
      connectBest = connect
      linux = loaded
      return await open(options)
    },

    connectDatagrams(...options) {
      return connectBest(...options)
    },

    listenStreams({ ip, port, shared }, accept, failed) {
      const server = createServer({ noDelay: true }, accept)
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host: ip, port, backlog: 128, reusePort: shared }, () => {
          server.off('error', reject)
          server.on('error', failed)
          resolve({ [Symbol.dispose]: () => void server.close() })
        })
      })
    },

    connectStream: (ip, port, receive) => connectNet({ host: ip, port, noDelay: true, ...reading(receive) }),

    connectSecureStream: (ip, port, { name, session }, receive) =>
      connectSecure({
        host: ip,
        port,
        servername: name,
        secureContext: trust(),
        session,
        rejectUnauthorized: true,
        ...reading(receive),
      }),

    connectHttpSession: (ip, port, options) =>
      sessionOver(connectSecure({ host: ip, port, ...forHttp(trust(), options) }), port, options),

    over: (link) => ({
      connectDatagrams: (ip, port, receive, failed) => overLink().connectInBatches(ip, port, receive, failed, link),
      connectStream(ip, port, receive) {
        const stream = overLink().connectOver(link, ip, port, reading(receive))
        process.nextTick(() => stream.emit('connect'))
        return stream
      },
      connectSecureStream: (ip, port, { name, session }, receive) =>
        connectSecure({
          socket: overLink().connectOver(link, ip, port),
          servername: name,
          secureContext: trust(),
          session,
          rejectUnauthorized: true,
        }).on('data', receive),
      connectHttpSession: (ip, port, options) =>
        sessionOver(
          connectSecure({ socket: overLink().connectOver(link, ip, port), ...forHttp(trust(), options) }),
          port,
          options,
        ),
    }),
  }
}

const forHttp = (secureContext: SecureContext, { name, session }: SecureOptions) => ({
  ...{ secureContext, session, rejectUnauthorized: true, servername: name, ALPNProtocols: ['h2'] },
})

function sessionOver(stream: TLSSocket, port: number, { name }: SecureOptions): HttpSession {
  const settings = { enablePush: false }
  const origin = `https://${port === 443 ? name : `${name}:${port}`}`
  const opened = connectHttp(origin, { createConnection: () => stream, settings })
  // After the session has handled the connect event, which fails if the stream is already destroyed.
  stream.once('secureConnect', () => {
    if (stream.alpnProtocol !== 'h2') stream.destroy(new Error('the server does not support HTTP/2'))
  })
  return { session: opened, stream }
}

/** Maximum size of a TLS record, in bytes. RFC 8446 5.1. */
const TLS_RECORD = 16_384

/** Options of a connection that bypass the queue of Node's streams and reuse one read buffer. `tls.connect` takes them as well. */
function reading(receive: Receive): { onread: OnReadOpts } {
  const buffer = Buffer.allocUnsafeSlow(TLS_RECORD)
  const callback = (length: number): true => {
    receive(buffer.subarray(0, length))
    return true
  }
  return { onread: { buffer, callback } }
}

const connectSingly: Sockets['connectDatagrams'] = (ip, port, receive, failed) => {
  const socket = createSocket({ type: 'udp4', lookup: addressLookup })
  const waiting: Uint8Array[] = []
  let connected = false
  const send = (bytes: Uint8Array): void => socket.send(bytes, (error) => error && failed(error))
  socket.on('message', receive)
  socket.on('error', failed)
  socket.connect(port, ip, (error?: Error) => {
    if (error) return failed(error)
    connected = true
    for (const bytes of waiting.splice(0)) send(bytes)
  })
  return {
    send: (bytes) => (connected ? send(bytes) : void waiting.push(bytes)),
    [Symbol.dispose]: () => closeSocket(socket),
  }
}

/** Functions that need system calls which Node lacks. */
interface Linux {
  readonly connectInBatches: typeof connectInBatches
  readonly connectOver: typeof connectOver
}

/** In batches, unless this process may not make these system calls. */
const bestWay = async (): Promise<{ open: OpenQuestions; connect: Sockets['connectDatagrams']; linux?: Linux }> => {
  try {
    const { connectOver } = await import('./linux/overlink.ts')
    const { batchesWork, openInBatches } = await import('./linux/batches.ts')
    const { connectInBatches } = await import('./linux/datagrams.ts')
    const linux = { connectInBatches, connectOver }
    if (batchesWork()) return { open: openInBatches, connect: connectInBatches, linux }
    return { open: openSingly, connect: connectSingly, linux }
  } catch {
    // koffi cannot be loaded.
  }
  return { open: openSingly, connect: connectSingly }
}
