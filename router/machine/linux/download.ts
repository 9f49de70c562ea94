import { request as requestSecure } from 'node:https'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { connect as connectSecure } from 'node:tls'
import { getSystemErrorMessage } from 'node:util'
import koffi from 'koffi'
import { CommandFailed } from '../../errors.ts'
import { ipToNumber, isIp } from '../../values/ip.ts'
import type { Downloaded, DownloadOptions } from '../fetching.ts'
import { request as requestPlain } from '../http.ts'
import { AF_INET, close, connect, SO_BINDTODEVICE, SOL_SOCKET, setsockopt, socket } from './libc.ts'
import { trust } from './trust.ts'

/** SOCK_STREAM with SOCK_CLOEXEC and SOCK_NONBLOCK. */
const SOCK_STREAM_NONBLOCK = 1 | 0o2000000 | 0o4000

/** Node cannot bind a connection to a link: the socket is created here and passed to Node while it connects. */
export function download({ url, ip, link, mostBytes, timeoutMs, authorities }: DownloadOptions): Promise<Downloaded> {
  const failed = (reason: string): CommandFailed => new CommandFailed(['download', link, url], null, reason)
  const { protocol, hostname, port } = new URL(url)
  const isSecure = protocol === 'https:'
  const stream = connectOver(link, ip, Number(port) || (isSecure ? 443 : 80), failed)
  // RFC 6066, 3: a server name cannot be an address. The certificate is still checked for it.
  const host = isIp(hostname) ? { host: hostname } : { servername: hostname }
  const createConnection = () =>
    isSecure ? connectSecure({ socket: stream, secureContext: trust(authorities), ...host }) : stream
  const { promise, resolve, reject } = Promise.withResolvers<Downloaded>()
  const fail = (error: Error): void => reject(failed(error.message))
  stream.on('error', fail)
  const began = performance.now()
  let bytes = 0
  let beganBody = began
  const end = (): void => resolve({ bytes, ms: performance.now() - beganBody })

  const timer = setTimeout(() => (bytes > 0 ? end() : reject(failed('no data arrived in time'))), timeoutMs)
  const request = (isSecure ? requestSecure : requestPlain)(url, { createConnection, headers: { Connection: 'close' } })
  request.on('error', fail)
  request.on('response', (response) => {
    if (response.statusCode !== 200) return reject(failed(`the server answered ${response.statusCode}`))
    beganBody = performance.now()
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes >= mostBytes) end()
    })
    response.on('end', end)
    response.on('error', fail)
  })
  request.end()
  return promise.finally(() => {
    clearTimeout(timer)
    request.destroy()
    stream.destroy()
  })
}

function connectOver(link: string, ip: string, port: number, failed: (reason: string) => CommandFailed): Socket {
  const fd = socket(AF_INET, SOCK_STREAM_NONBLOCK, 0)
  if (fd < 0) throw failed(getSystemErrorMessage(-koffi.errno()))
  const name = Buffer.from(`${link}\0`)
  const address = Buffer.alloc(16)
  address.writeUInt16LE(AF_INET, 0)
  address.writeUInt16BE(port, 2)
  address.writeUInt32BE(ipToNumber(ip), 4)
  const isBound = setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, name, name.length) === 0
  if (isBound && (connect(fd, address, address.length) === 0 || koffi.errno() === constants.errno.EINPROGRESS))
    return new Socket({ fd, readable: true, writable: true })
  const reason = getSystemErrorMessage(-koffi.errno())
  close(fd)
  throw failed(reason)
}
