import { constants } from 'node:os'
import { getSystemErrorMessage } from 'node:util'
import koffi from 'koffi'
import { Unavailable } from '../../errors.ts'
import { phrase, verbatim } from '../../phrases/phrase.ts'
import type { Control } from '../machine.ts'
import {
  bind,
  close,
  connect,
  libc,
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

const shutdown = libc.func('int shutdown(int, int)')
const SHUT_RDWR = 2
const AF_UNIX = 1
/** Of `sun_path`: unix(7). */
const LONGEST_PATH = 107
/** hostapd and wpa_supplicant answer with at most 4 KiB (`reply_size` in their ctrl_iface.c). */
const REPLY_BYTES = 1 << 13
/**
 * Commands under way at the same time. They are answered in order. A socket holds 10 datagrams (`net.unix.max_dgram_qlen`), and
 * hostapd drops an answer that there is no room for.
 */
const MOST_UNDER_WAY = 8
/** While a radio scans or changes its channel, an answer may take seconds. */
const TIMEOUT_MS = 10_000
const EVENT_BYTES = 4096

interface Request {
  readonly command: string
  readonly resolve: (answer: string) => void
  readonly reject: (error: unknown) => void
}

/**
 * The control interface of hostapd or wpa_supplicant at a path: datagrams on a unix socket, each a command or its answer.
 * Events come on a second socket, so that they are not taken for answers. Throws `Unavailable` when nothing answers there.
 */
export async function openControl(path: string, receive: (event: string) => void): Promise<Control> {
  const requests = openRequests(path)
  try {
    const events = await openEvents(path, receive)
    return {
      request: requests.request,
      settle: events.settle,
      [Symbol.dispose]() {
        events[Symbol.dispose]()
        requests[Symbol.dispose]()
      },
    }
  } catch (error) {
    requests[Symbol.dispose]()
    throw error
  }
}

function openRequests(path: string): Pick<Control, 'request'> & Disposable {
  const fd = connected(path)
  const slot = Buffer.allocUnsafe(REPLY_BYTES)
  const waiting: Request[] = []
  const underWay: Request[] = []
  /** Why no command is sent any more. */
  let ended: Unavailable | undefined
  let isReceiving = false
  let isClosed = false

  function end(reason: string): void {
    ended ??= new Unavailable(phrase('machine.programOutcome', path, reason))
    for (const { reject } of [...underWay.splice(0), ...waiting.splice(0)]) reject(ended)
    closeWhenIdle()
  }

  function closeWhenIdle(): void {
    // Ends the call that waits on its thread; it closes then.
    if (isReceiving) shutdown(fd, SHUT_RDWR)
    else if (!isClosed) {
      isClosed = true
      close(fd)
    }
  }

  function sendSome(): void {
    while (!ended && underWay.length < MOST_UNDER_WAY) {
      const request = waiting.shift()
      if (!request) break
      const bytes = Buffer.from(request.command)
      if (send(fd, bytes, bytes.length, MSG_DONTWAIT) === bytes.length) underWay.push(request)
      // hostapd is busy: there is room again after an answer.
      else if (underWay.length > 0 && koffi.errno() === constants.errno.EAGAIN) return void waiting.unshift(request)
      else request.reject(new Unavailable(phrase('machine.about', path, getSystemErrorMessage(-koffi.errno()))))
    }
    if (underWay.length > 0 && !isReceiving) receiveSome()
  }

  function receiveSome(): void {
    isReceiving = true
    recv.async(fd, slot, REPLY_BYTES, 0, (error: unknown, first: number) => {
      isReceiving = false
      // After an answer that is late, the next one that comes could be taken for that of another command.
      if (!ended && (error || first < 0)) return end(`has not answered within ${TIMEOUT_MS / 1000} s`)
      for (
        let length = first;
        length >= 0;
        length = underWay.length > 0 ? recv(fd, slot, REPLY_BYTES, MSG_DONTWAIT) : -1
      )
        underWay.shift()?.resolve(slot.toString('utf8', 0, length))
      if (ended) closeWhenIdle()
      else sendSome()
    })
  }

  return {
    request: (command) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        waiting.push({ command, resolve, reject })
        sendSome()
      }),
    [Symbol.dispose]: () => end('is closed'),
  }
}

/**
 * hostapd and wpa_supplicant send no more events to a receiver that had no room for ten in a row (`wpas_ctrl_iface.c`,
 * `ctrl_iface_send`), and report nothing: `ATTACH` is sent again at this interval.
 */
const ATTACH_MS = 10_000
/** Sent on the socket of the events, so that the answer comes after those that were sent before it. */
const MARK = 'PING'
const MARKED = 'PONG'
/** Events begin with their level, such as `<3>`; answers do not. */
const EVENT = '<'

async function openEvents(
  path: string,
  receive: (event: string) => void,
): Promise<Pick<Control, 'settle'> & Disposable> {
  const fd = connected(path)
  const slot = Buffer.allocUnsafe(EVENT_BYTES)
  try {
    const answer = await exchange(fd, 'ATTACH', path)
    if (answer.trim() !== 'OK') throw new Unavailable(phrase('machine.controlEventsAbsent', path, answer.trim()))
  } catch (error) {
    close(fd)
    throw error
  }
  let isOpen = true
  const marks: PromiseWithResolvers<void>[] = []
  const watched = watchReadable(fd, () => {
    while (isOpen) {
      const length: number = recv(fd, slot, EVENT_BYTES, MSG_DONTWAIT)
      if (length <= 0) return
      const text = slot.toString('utf8', 0, length)
      if (text.startsWith(MARKED)) marks.shift()?.resolve()
      else if (text.startsWith(EVENT)) receive(text)
    }
  })
  const post = (command: string): boolean => send(fd, Buffer.from(command), command.length, MSG_DONTWAIT) >= 0
  // One that is attached twice gets every event twice.
  const attaching = setInterval(() => post('DETACH') && post('ATTACH'), ATTACH_MS).unref()
  return {
    async settle() {
      const mark = Promise.withResolvers<void>()
      if (!isOpen || !post(MARK)) throw new Unavailable(phrase('machine.notConnected', path))
      marks.push(mark)
      const timer = setTimeout(
        () => mark.reject(new Unavailable(phrase('machine.controlTimeout', path, TIMEOUT_MS / 1000))),
        TIMEOUT_MS,
      )
      await mark.promise.finally(() => clearTimeout(timer))
    },
    [Symbol.dispose]() {
      isOpen = false
      clearInterval(attaching)
      for (const { reject } of marks.splice(0)) reject(new Unavailable(phrase('machine.controlClosed', path)))
      watched[Symbol.dispose]()
      // Frees the receiver's place in hostapd; a datagram that cannot be sent is no loss.
      post('DETACH')
      close(fd)
    },
  }
}

/** A socket with a name of the kernel's choice (autobind), whose datagrams go to this path and come only from there. */
function connected(path: string): number {
  const bytes = Buffer.from(path)
  if (bytes.length > LONGEST_PATH) throw new Unavailable(phrase('machine.socketPathTooLong', path))
  const fd: number = socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0)
  if (fd < 0) throw new Unavailable(verbatim(getSystemErrorMessage(-koffi.errno())))
  const family = Buffer.alloc(2)
  family.writeUInt16LE(AF_UNIX)
  const address = Buffer.concat([family, bytes, Buffer.alloc(1)])
  if (bind(fd, family, family.length) === 0 && connect(fd, address, address.length) === 0) {
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, timeval(TIMEOUT_MS), 16)
    return fd
  }
  const reason = getSystemErrorMessage(-koffi.errno())
  close(fd)
  throw new Unavailable(phrase('machine.about', path, reason))
}

async function exchange(fd: number, command: string, path: string): Promise<string> {
  const bytes = Buffer.from(command)
  if (send(fd, bytes, bytes.length, MSG_DONTWAIT) !== bytes.length)
    throw new Unavailable(phrase('machine.about', path, getSystemErrorMessage(-koffi.errno())))
  const reply = Buffer.allocUnsafe(REPLY_BYTES)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  recv.async(fd, reply, REPLY_BYTES, 0, (error: unknown, length: number) => {
    if (error) reject(error)
    else if (length >= 0) resolve(reply.toString('utf8', 0, length))
    else reject(new Unavailable(phrase('machine.controlTimeout', path, TIMEOUT_MS / 1000)))
  })
  return promise
}
