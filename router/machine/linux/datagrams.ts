import { createSocket, type Socket } from 'node:dgram'
import { getSystemErrorName } from 'node:util'
import koffi from 'koffi'
import { type Ip, ipToNumber } from '../../values/ip.ts'
import { addressLookup, closeSocket } from '../datagrams.ts'
import type { DatagramPeer, Receive } from '../sockets.ts'
import {
  AF_INET,
  bind,
  close,
  connect,
  int32,
  MSG_DONTWAIT,
  recvmmsg,
  SO_RCVBUF,
  SOCK_DGRAM_CLOEXEC,
  SOL_SOCKET,
  sendmmsg,
  setsockopt,
  socket,
} from './libc.ts'
import {
  HEADER,
  LENGTH,
  NAME_LENGTH,
  openMessages,
  portWord,
  RECEIVED,
  SOCKET_ADDRESS_WORDS,
  swapped32,
  VECTOR,
} from './messages.ts'
import { bindToLink } from './overlink.ts'

const SO_REUSEPORT = 15

/** A UDP socket bound to an address. Throws the system's error. */
export function bound(
  ip: Ip,
  port: number,
  { shared, receiveBytes }: { shared: boolean; receiveBytes: number },
): number {
  const fd = opened()
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, int32(receiveBytes), 4)
  if (shared) setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, int32(1), 4)
  return named('bind', bind, fd, ip, port)
}

function opened(): number {
  const fd: number = socket(AF_INET, SOCK_DGRAM_CLOEXEC, 0)
  if (fd < 0) throw failure('socket')
  return fd
}

function openedOver(link: string): number {
  const fd = opened()
  if (bindToLink(fd, link)) return fd
  const error = failure('bind')
  close(fd)
  throw error
}

function named(what: string, call: typeof bind, fd: number, ip: Ip, port: number): number {
  const address = Buffer.alloc(16)
  address.writeUInt16LE(AF_INET, 0)
  address.writeUInt16BE(port, 2)
  address.writeUInt32BE(ipToNumber(ip), 4)
  if (call(fd, address, address.length) === 0) return fd
  const error = failure(what)
  close(fd)
  throw error
}

function failure(call: string): Error {
  const code = getSystemErrorName(-koffi.errno())
  return Object.assign(new Error(`${call} ${code}`), { code })
}

/** Passes the file descriptor to a Node socket, which reports and closes it. Rejects if Node does not accept it. */
export function watchedSocket(fd: number): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', lookup: addressLookup })
  return new Promise((resolve, reject) => {
    const refused = (error: Error): void => {
      close(fd)
      reject(error)
    }
    socket.once('error', refused)
    socket.bind({ fd, exclusive: true }, () => {
      socket.off('error', refused)
      resolve(socket)
    })
  })
}

const BATCH = 64
/** Bytes of one message. Our queries announce a smaller limit. */
const MOST_BYTES = 1_280

/** Shared by all peers of this thread: used only within a call. */
let messages: ReturnType<typeof openMessages> | undefined

/**
 * `Sockets.connectDatagrams` in batches, over a link if one is given: datagrams sent within one turn of the event loop need one system call, as do
 * datagrams received together.
 */
export function connectInBatches(
  ip: Ip,
  port: number,
  receive: Receive,
  failed: (error: Error) => void,
  link?: string,
): DatagramPeer {
  const fd = named('connect', connect, link === undefined ? opened() : openedOver(link), ip, port)
  messages ??= openMessages(BATCH, MOST_BYTES)
  const { places, headers, vectors } = messages
  const watcher = createSocket({ type: 'udp4', lookup: addressLookup })
  let waiting: Uint8Array[] = []
  let closed = false
  watcher.on('error', failed)
  watcher.on('message', (first) => {
    receive(first)
    for (let more = BATCH; more === BATCH && !closed; ) {
      for (let i = 0; i < BATCH; i++) vectors[i * VECTOR + LENGTH] = MOST_BYTES
      more = recvmmsg(fd, headers, BATCH, MSG_DONTWAIT, null)
      // Datagrams sent by `receive` use the same memory, but only in a later turn.
      for (let i = 0; i < more; i++) {
        const at = i * MOST_BYTES
        receive(places.subarray(at, at + headers[i * HEADER + RECEIVED]!))
      }
    }
  })
  watcher.bind({ fd, exclusive: true })
  const flush = (): void => {
    const leaving = waiting
    waiting = []
    for (let start = 0; start < leaving.length && !closed; start += BATCH) {
      const count = Math.min(BATCH, leaving.length - start)
      for (let i = 0; i < count; i++) {
        const bytes = leaving[start + i]!
        places.set(bytes, i * MOST_BYTES)
        vectors[i * VECTOR + LENGTH] = bytes.length
        headers[i * HEADER + NAME_LENGTH] = 0
      }
      if (sendmmsg(fd, headers, count, MSG_DONTWAIT) < 0) failed(failure('send'))
    }
  }
  return {
    send(bytes) {
      if (waiting.length === 0) process.nextTick(flush)
      waiting.push(bytes)
    },
    [Symbol.dispose]() {
      closed = true
      closeSocket(watcher)
    },
  }
}

/** Sends datagrams to any address through one socket: those of one turn of the event loop with one system call. */
export function openDatagramSender(fd: number) {
  const { places, names, headers, vectors } = openMessages(BATCH, MOST_BYTES)
  let count = 0
  let closed = false
  const flush = (): void => {
    if (closed) return
    // The call stops at a datagram that cannot be sent: skip it and send the others.
    for (let sent = 0; sent < count; ) {
      const went: number = sendmmsg(fd, headers.subarray(sent * HEADER), count - sent, MSG_DONTWAIT)
      sent += went > 0 ? went : 1
    }
    count = 0
  }
  return {
    /** False if the datagram is too long. */
    send(bytes: Uint8Array, ip: number, port: number): boolean {
      if (bytes.length > MOST_BYTES) return false
      if (closed) return true
      if (count === 0) process.nextTick(flush)
      places.set(bytes, count * MOST_BYTES)
      vectors[count * VECTOR + LENGTH] = bytes.length
      names[count * SOCKET_ADDRESS_WORDS] = portWord(port)
      names[count * SOCKET_ADDRESS_WORDS + 1] = swapped32(ip)
      if (++count === BATCH) flush()
      return true
    },
    /** Discards what was not sent yet. */
    close() {
      closed = true
    },
  }
}
