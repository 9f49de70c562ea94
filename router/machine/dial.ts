import { connect as connectNet, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectSecure } from 'node:tls'
import { type Ip, isIp } from '../values/ip.ts'
import { trust } from './linux/trust.ts'

/** The TLS of a connection to a server. */
export interface Trust {
  /** The name or address that the server's certificate must have. */
  readonly name: string
  /** PEM text of the only authorities to trust; empty for the built-in ones and `additional`. */
  readonly only: string
  readonly additional: readonly string[]
}

/** A TCP port of a server, with TLS unless `trust` is undefined. */
export interface DialTarget {
  readonly ip: Ip
  readonly port: number
  readonly trust: Trust | undefined
}

/** Options of `tls.connect` for the certificate of a server. */
export const secureOptions = ({ name, only, additional }: Trust): ConnectionOptions => ({
  secureContext: trust(additional, only),
  // RFC 6066 §3: the server name is no address. Node then compares the certificate with `host`.
  ...(isIp(name) ? {} : { servername: name }),
  rejectUnauthorized: true,
})

/**
 * Connects to a server; resolves when the connection, and TLS, is established. Rejects with the error of Node or OpenSSL; after
 * the timeout with the code `ETIMEDOUT`, or `ERR_TLS_HANDSHAKE_TIMEOUT` if only TLS was not established.
 */
export function dial({ ip, port, trust }: DialTarget, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const place = { host: ip, port }
    const socket = trust ? connectSecure({ ...place, ...secureOptions(trust) }) : connectNet(place)
    const fail = (error: Error): void => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    const ended = (): void => fail(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }))
    const timer = setTimeout(() => {
      const code = isReached ? 'ERR_TLS_HANDSHAKE_TIMEOUT' : 'ETIMEDOUT'
      fail(Object.assign(new Error('no answer in time'), { code }))
    }, timeoutMs)
    let isReached = false
    socket.once('connect', () => {
      isReached = true
    })
    socket.once('error', fail)
    socket.once('close', ended)
    socket.once(trust ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      socket.off('close', ended)
      socket.setNoDelay(true)
      socket.setKeepAlive(true, 30_000)
      resolve(socket)
    })
  })
}
