import { getSystemErrorMessage } from 'node:util'
import koffi from 'koffi'
import { Unavailable } from '../../errors.ts'
import type { Control } from '../machine.ts'
import { openQueue } from '../queue.ts'
import {
  bind,
  close,
  connect,
  MSG_DONTWAIT,
  recv,
  SO_RCVTIMEO,
  SOCK_DGRAM_CLOEXEC,
  SOL_SOCKET,
  send,
  setsockopt,
  socket,
  timeval,
} from './libc.ts'
import { watchReadable } from './readable.ts'

const AF_UNIX = 1
/** Of `sun_path`: unix(7). */
const LONGEST_PATH = 107
/** hostapd answers the state of a station in less than 4 KiB, wpa_supplicant a whole scan in more. */
const REPLY_BYTES = 1 << 18
const EVENT_BYTES = 4096
/** While a radio scans or changes its channel, an answer may take seconds. */
const TIMEOUT_MS = 10_000

/**
 * The control interface of hostapd or wpa_supplicant at a path: datagrams on a unix socket, each a command or its answer.
 * Events come on a second socket, so that they are not taken for answers. Throws `Unavailable` when nothing answers there.
 */
export async function openControl(path: string, receive: (event: string) => void): Promise<Control> {
  const requests = connected(path)
  const inTurn = openQueue()
  let isOpen = true
  /** After an answer that did not come in time: it could still come, and be taken for the answer to the next command. */
  let isLost = false
  let events: Disposable | undefined
  const control: Control = {
    request: (command) =>
      inTurn(async () => {
        if (!isOpen || isLost) throw new Unavailable(`${path} is closed`)
        isLost = true
        const reply = await exchange(requests, command, path)
        isLost = false
        return reply
      }),
    [Symbol.dispose]() {
      if (!isOpen) return
      isOpen = false
      events?.[Symbol.dispose]()
      // A request that waits for its answer ends first.
      void inTurn(async () => close(requests))
    },
  }
  try {
    events = await openEvents(path, receive)
    return control
  } catch (error) {
    control[Symbol.dispose]()
    throw error
  }
}

async function openEvents(path: string, receive: (event: string) => void): Promise<Disposable> {
  const fd = connected(path)
  const slot = Buffer.allocUnsafe(EVENT_BYTES)
  try {
    const answer = await exchange(fd, 'ATTACH', path)
    if (answer.trim() !== 'OK') throw new Unavailable(`${path} sends no events: ${answer.trim()}`)
  } catch (error) {
    close(fd)
    throw error
  }
  let isOpen = true
  const watched = watchReadable(fd, () => {
    while (isOpen) {
      const length: number = recv(fd, slot, EVENT_BYTES, MSG_DONTWAIT)
      if (length <= 0) return
      receive(slot.toString('utf8', 0, length))
    }
  })
  return {
    [Symbol.dispose]() {
      isOpen = false
      watched[Symbol.dispose]()
      // Frees the receiver's place in hostapd; a datagram that cannot be sent is no loss.
      send(fd, Buffer.from('DETACH'), 6, MSG_DONTWAIT)
      close(fd)
    },
  }
}

/** A socket with a name of the kernel's choice (autobind), whose datagrams go to this path and come only from there. */
function connected(path: string): number {
  const bytes = Buffer.from(path)
  if (bytes.length > LONGEST_PATH) throw new Unavailable(`${path} is longer than a socket's path may be`)
  const fd: number = socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0)
  if (fd < 0) throw new Unavailable(getSystemErrorMessage(-koffi.errno()))
  const family = Buffer.alloc(2)
  family.writeUInt16LE(AF_UNIX)
  const address = Buffer.concat([family, bytes, Buffer.alloc(1)])
  if (bind(fd, family, family.length) === 0 && connect(fd, address, address.length) === 0) {
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, timeval(TIMEOUT_MS), 16)
    return fd
  }
  const reason = getSystemErrorMessage(-koffi.errno())
  close(fd)
  throw new Unavailable(`${path}: ${reason}`)
}

async function exchange(fd: number, command: string, path: string): Promise<string> {
  const bytes = Buffer.from(command)
  if (send(fd, bytes, bytes.length, MSG_DONTWAIT) !== bytes.length)
    throw new Unavailable(`${path}: ${getSystemErrorMessage(-koffi.errno())}`)
  const reply = Buffer.allocUnsafe(REPLY_BYTES)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  recv.async(fd, reply, REPLY_BYTES, 0, (error: unknown, length: number) => {
    if (error) reject(error)
    else if (length >= 0) resolve(reply.toString('utf8', 0, length))
    else reject(new Unavailable(`${path} has not answered within ${TIMEOUT_MS / 1000} s`))
  })
  return promise
}
