import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { type ClientHttp2Session, connect as connectHttp } from 'node:http2'
import { connect as connectNet, createServer, type Socket } from 'node:net'
import {
  connect as connectSecure,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import type { Ip } from '../values/ip.ts'

/** A socket for datagrams. Dispose of it to close it. */
export interface Datagrams extends Disposable {
  send(bytes: Uint8Array, port: number, ip: Ip): void
}

/** A socket that only hears the one it was connected to: the kernel drops what comes from elsewhere. */
export interface DatagramPeer extends Disposable {
  send(bytes: Uint8Array): void
}

/** Bytes in both directions, TCP or TLS. */
export type Stream = Socket | TLSSocket

/** Requests and their responses over one connection: HTTP/2. `stream` is what it runs over. */
export interface HttpSession {
  readonly session: ClientHttp2Session
  readonly stream: TLSSocket
}

export interface SecureOptions {
  /** The name its certificate must carry. */
  readonly name: string
  /** What a former connection left for a shorter handshake. */
  readonly session: Buffer | undefined
}

/** Internet sockets, by address only: nothing in here ever asks a resolver. */
export interface Sockets {
  /** Resolves when bound; rejects with the system's error (`EADDRNOTAVAIL` while the address is not there). */
  bindDatagrams(
    ip: Ip,
    port: number,
    receive: (bytes: Buffer, ip: Ip, port: number) => void,
    failed: (error: Error) => void,
  ): Promise<Datagrams>
  /** A fresh socket on a port that the kernel picks at random. */
  connectDatagrams(ip: Ip, port: number, receive: (bytes: Buffer) => void, failed: (error: Error) => void): DatagramPeer
  listenStreams(
    ip: Ip,
    port: number,
    accept: (stream: Stream) => void,
    failed: (error: Error) => void,
  ): Promise<Disposable>
  connectStream(ip: Ip, port: number): Stream
  connectSecureStream(ip: Ip, port: number, options: SecureOptions): TLSSocket
  /** The same with HTTP/2 inside; a server that does not agree to that hears no request. */
  connectHttpSession(ip: Ip, port: number, options: SecureOptions): HttpSession
}

/** Addresses are already addresses; Node's own look-up would cost a turn of the event loop for each packet. */
const itself = (
  host: string,
  _options: unknown,
  done: (error: NodeJS.ErrnoException | null, address: string, family: number) => void,
): void => done(null, host, 4)

const RECEIVE_BUFFER = 1 << 20

/** `authorities`: PEM text of certificate authorities that TLS connections trust besides the built-in ones. */
export function openSockets(authorities: readonly string[]): Sockets {
  // Reading all the built-in certificates takes milliseconds: once, and not before somebody connects.
  let context: SecureContext | undefined
  const trust = (): SecureContext => {
    context ??= createSecureContext({ ca: [...rootCertificates, ...authorities], minVersion: 'TLSv1.2' })
    return context
  }
  return {
    bindDatagrams(ip, port, receive, failed) {
      const socket = createSocket({ type: 'udp4', lookup: itself, recvBufferSize: RECEIVE_BUFFER })
      socket.on('message', (bytes, from) => receive(bytes, from.address, from.port))
      return new Promise((resolve, reject) => {
        socket.once('error', reject)
        socket.bind(port, ip, () => {
          socket.off('error', reject)
          socket.on('error', failed)
          // A failed send is the receiver's loss alone, and must not become an uncaught error.
          const ignore = (): void => {}
          resolve({
            send: (answer, toPort, toIp) => socket.send(answer, toPort, toIp, ignore),
            [Symbol.dispose]: () => close(socket),
          })
        })
      })
    },

    connectDatagrams(ip, port, receive, failed) {
      const socket = createSocket({ type: 'udp4', lookup: itself })
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
        [Symbol.dispose]: () => close(socket),
      }
    },

    listenStreams(ip, port, accept, failed) {
      const server = createServer({ noDelay: true }, accept)
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host: ip, port, backlog: 128 }, () => {
          server.off('error', reject)
          server.on('error', failed)
          resolve({ [Symbol.dispose]: () => void server.close() })
        })
      })
    },

    connectStream: (ip, port) => connectNet({ host: ip, port, noDelay: true }),

    connectSecureStream: (ip, port, { name, session }) =>
      connectSecure({ host: ip, port, servername: name, secureContext: trust(), session, rejectUnauthorized: true }),

    connectHttpSession(ip, port, { name, session }) {
      const servername = { servername: name, ALPNProtocols: ['h2'] }
      const secure = { secureContext: trust(), session, rejectUnauthorized: true, ...servername }
      const stream = connectSecure({ host: ip, port, ...secure })
      const settings = { enablePush: false }
      const origin = `https://${port === 443 ? name : `${name}:${port}`}`
      const opened = connectHttp(origin, { createConnection: () => stream, settings })
      // After the session has heard that the stream is there: it would break over one that is gone by then.
      stream.once('secureConnect', () => {
        if (stream.alpnProtocol !== 'h2') stream.destroy(new Error('the server does not speak HTTP/2'))
      })
      return { session: opened, stream }
    },
  }
}

const close = (socket: UdpSocket): void => {
  try {
    socket.close()
  } catch {
    // Closed already, by an error on the way.
  }
}
