import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { ipToNumber, numberToIp } from '../../values/ip.ts'
import { steadyClock } from '../clock.ts'
import { closeSocket } from '../datagrams.ts'
import { type AnswerInPlace, type OpenQuestions, PLACE, RECEIVE_BUFFER_BYTES } from '../questions.ts'
import { bound, openDatagramSender, watchedSocket } from './datagrams.ts'
import { AF_INET, close, MSG_DONTWAIT, ppoll, recvmmsg, SOCK_DGRAM_CLOEXEC, sendmmsg, socket } from './libc.ts'
import {
  HEADER,
  LENGTH,
  NAME,
  openMessages,
  portWord,
  RECEIVED,
  SOCKET_ADDRESS_WORDS,
  swapped16,
  swapped32,
  VECTOR,
} from './messages.ts'

const BATCH = 64
/** How long to poll for the next datagram after one: a wake-up through Node costs three times as much. */
const LINGER_MS = 10
/** Maximum duration of one loop. Node's timers are late by at most this; its other events end the loop immediately. */
const TURN_MS = 25
/** The same two if the loop cannot watch Node's events. */
const BLIND_LINGER_MS = 0.25
const BLIND_TURN_MS = 4
/**
 * From this average batch size on, the loop pauses before each read so that more datagrams arrive, like the interrupt
 * moderation of network cards: a datagram costs less in a large batch.
 */
const LARGE_BATCH = 4
const PAUSE_NANOSECONDS = 150_000n
const POLLIN = 1

/**
 * Receives all queued datagrams with one system call and sends the responses with another, so that each costs little more
 * than the kernel's own work. Node watches the socket and reads the first datagram; this module reads those after it.
 */
export const openInBatches: OpenQuestions = async ({ ip, port, shared, failed }) => {
  const fd = bound(ip, port, { shared, receiveBytes: RECEIVE_BUFFER_BYTES })
  const watcher = await watchedSocket(fd)
  watcher.on('error', failed)
  const sender = openDatagramSender(fd)
  let batch: ReturnType<typeof openBatch> | undefined
  const ignore = (): void => {}
  return {
    send(bytes, to, toPort) {
      if (!sender.send(bytes, to, toPort)) watcher.send(bytes, toPort, numberToIp(to), ignore)
    },
    onQuestions(answer) {
      batch = openBatch(fd, answer)
      watcher.on('message', (bytes, from) => batch?.take(bytes, ipToNumber(from.address), from.port))
    },
    [Symbol.dispose]() {
      sender.close()
      batch?.close()
      closeSocket(watcher)
    },
  }
}

/** False if this process may not make these system calls, for example because of a seccomp filter. */
export function batchesWork(): boolean {
  const fd: number = socket(AF_INET, SOCK_DGRAM_CLOEXEC, 0)
  if (fd < 0) return false
  const allowed = recvmmsg(fd, null, 0, MSG_DONTWAIT, null) === 0 && sendmmsg(fd, null, 0, MSG_DONTWAIT) === 0
  close(fd)
  return allowed
}

function openBatch(fd: number, answer: AnswerInPlace) {
  const { places, names: senders, headers: incoming, vectors } = openMessages(BATCH, PLACE)
  const { headers: outgoing, vectors: leaving } = openMessages(BATCH, 0)
  const afterFirst = { headers: incoming.subarray(HEADER), count: BATCH - 1 }
  const whole = { headers: incoming, count: BATCH }
  // Node's event loop as well: polling for datagrams must not delay its other events.
  const polled = Int32Array.of(fd, POLLIN, -1, POLLIN)
  const linger = BigInt64Array.of(0n, 0n)
  const pause = BigInt64Array.of(0n, PAUSE_NANOSECONDS)
  let lingerMs = 0
  let turnMs = 0
  let isAwake = false
  let isClosed = false
  let askedAt = 0
  /** Moving average of the batch size. */
  let averageCount = 1

  /** Answers the first `count` datagrams and sends the responses. False if some are answered later. */
  const answerAll = (count: number, now: number): boolean => {
    let answers = 0
    for (let i = 0; i < count; i++) {
      const portAndFamily = senders[i * SOCKET_ADDRESS_WORDS]!
      const length = incoming[i * HEADER + RECEIVED]!
      const port = swapped16(portAndFamily >>> 16)
      const answered = answer(places, i * PLACE, length, swapped32(senders[i * SOCKET_ADDRESS_WORDS + 1]!), port, now)
      if (answered === 0) continue
      leaving[answers * VECTOR] = vectors[i * VECTOR]!
      leaving[answers * VECTOR + 1] = vectors[i * VECTOR + 1]!
      leaving[answers * VECTOR + LENGTH] = answered
      outgoing[answers * HEADER + NAME] = incoming[i * HEADER + NAME]!
      outgoing[answers * HEADER + NAME + 1] = incoming[i * HEADER + NAME + 1]!
      answers++
    }
    // The call stops at a datagram that cannot be sent: skip it and send the others.
    for (let sent = 0; sent < answers; ) {
      const headers = sent === 0 ? outgoing : outgoing.subarray(sent * HEADER)
      const count: number = sendmmsg(fd, headers, answers - sent, MSG_DONTWAIT)
      sent += count > 0 ? count : 1
    }
    return answers === count
  }
  const stayAwake = (): void => {
    if (isAwake) return
    isAwake = true
    setImmediate(watch)
  }
  /** Answers datagrams until none arrive for a while or another event is due. */
  const watch = (): void => {
    isAwake = false
    const end = steadyClock.monotonic() + turnMs
    // After it is closed another socket may get its file descriptor.
    while (!isClosed && ppoll(polled, 2, linger, null) > 0) {
      const now = steadyClock.monotonic()
      if (polled[1]! >>> 16 === 0) {
        // Another event of this thread is ready.
        if (now < askedAt + lingerMs) stayAwake()
        return
      }
      askedAt = now
      const count = arrived(whole)
      averageCount += (count - averageCount) / 8
      const all = answerAll(count, now)
      // The later answers need Node's event loop.
      if (now > end || !all) {
        stayAwake()
        return
      }
      if (averageCount >= LARGE_BATCH && count < BATCH / 2) ppoll(null, 0, pause, null)
    }
  }
  /** Possible only after Node has added the socket to its event loop. */
  const prepare = (): void => {
    polled[2] = eventLoopOf(fd) ?? -1
    const isBlind = polled[2] < 0
    lingerMs = isBlind ? BLIND_LINGER_MS : LINGER_MS
    turnMs = isBlind ? BLIND_TURN_MS : TURN_MS
    linger[1] = BigInt(lingerMs * 1e6)
  }
  return {
    /** Answers a datagram that Node has read, and those queued after it. */
    take(bytes: Buffer, ip: number, port: number): void {
      if (lingerMs === 0) prepare()
      askedAt = steadyClock.monotonic()
      incoming[RECEIVED] = bytes.copy(places, 0, 0, PLACE)
      senders[0] = portWord(port)
      senders[1] = swapped32(ip)
      answerAll(1 + arrived(afterFirst), askedAt)
      stayAwake()
    },
    close() {
      isClosed = true
    },
  }

  function arrived({ headers, count }: { headers: Uint32Array; count: number }): number {
    return Math.max(0, recvmmsg(fd, headers, count, MSG_DONTWAIT, null))
  }
}

/**
 * The epoll file descriptor of the event loop that watches `fd`: it is readable while the loop has events to handle.
 * Undefined if it cannot be found. proc(5), /proc/pid/fdinfo.
 */
export function eventLoopOf(fd: number): number | undefined {
  const watches = new RegExp(`^tfd:\\s+${fd}\\s`, 'm')
  try {
    for (const name of readdirSync('/proc/self/fd')) {
      if (isEpoll(name) && watches.test(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8'))) return Number(name)
    }
  } catch {
    // No /proc here.
  }
  return undefined
}

function isEpoll(name: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${name}`) === 'anon_inode:[eventpoll]'
  } catch {
    // Closed since the directory was read, like the descriptor of the directory itself.
    return false
  }
}
