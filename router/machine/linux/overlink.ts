import { Socket, type SocketConstructorOpts } from 'node:net'
import { constants } from 'node:os'
import { getSystemErrorMessage } from 'node:util'
import koffi from 'koffi'
import { type Ip, ipToNumber } from '../../values/ip.ts'
import { AF_INET, close, connect, SO_BINDTODEVICE, SOL_SOCKET, setsockopt, socket } from './libc.ts'

/** SOCK_STREAM with SOCK_CLOEXEC and SOCK_NONBLOCK. */
const SOCK_STREAM_NONBLOCK = 1 | 0o2000000 | 0o4000

/** Binds a socket to a link: its packets leave by no other one. False, with `errno`, if there is no such link. */
export function bindToLink(fd: number, link: string): boolean {
  const name = Buffer.from(`${link}\0`)
  return setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, name, name.length) === 0
}

/**
 * A TCP connection over a link. Node cannot bind one to a link: the socket is created here and passed to Node while it connects.
 * There is no `connect` event; data are sent when it is connected. Throws the system's message.
 */
export function connectOver(link: string, ip: Ip, port: number, options: SocketConstructorOpts = {}): Socket {
  const fd = socket(AF_INET, SOCK_STREAM_NONBLOCK, 0)
  if (fd < 0) throw new Error(getSystemErrorMessage(-koffi.errno()))
  const address = Buffer.alloc(16)
  address.writeUInt16LE(AF_INET, 0)
  address.writeUInt16BE(port, 2)
  address.writeUInt32BE(ipToNumber(ip), 4)
  if (
    bindToLink(fd, link) &&
    (connect(fd, address, address.length) === 0 || koffi.errno() === constants.errno.EINPROGRESS)
  )
    return new Socket({ ...options, fd, readable: true, writable: true })
  const reason = getSystemErrorMessage(-koffi.errno())
  close(fd)
  throw new Error(reason)
}
