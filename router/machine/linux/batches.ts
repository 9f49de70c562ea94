import { createSocket, type Socket } from 'node:dgram'
import { getSystemErrorName } from 'node:util'
import koffi from 'koffi'
import { type Ip, ipToNumber, numberToIp } from '../../values/ip.ts'
import { closeSocket, itself } from '../datagrams.ts'
import { type AnswerInPlace, type OpenQuestions, PLACE, RECEIVE_BUFFER_BYTES } from '../questions.ts'
import {
  bind,
  close,
  int32,
  MSG_DONTWAIT,
  ppoll,
  recvmmsg,
  SO_RCVBUF,
  SOCK_DGRAM_CLOEXEC,
  SOL_SOCKET,
  sendmmsg,
  setsockopt,
  socket,
} from './libc.ts'

const AF_INET = 2
const SO_REUSEPORT = 15

const BATCH = 64
/** After a question the next one is waited for so long right here: waking up through Node costs three times as much. */
const LINGER_NANOSECONDS = 250_000n
/** Then whatever else waits in this thread has its turn. */
const TURN_MS = 4
/** So many in one turn are a rush: then heaps are let grow a little, as network cards do, since many together cost less. */
const RUSH = 60
const NAP_NANOSECONDS = 150_000n
const POLLIN = 1

/** Sizes of `struct mmsghdr`, `struct iovec` and `struct sockaddr_in` on 64-bit platforms, in 32-bit words. */
const HEADER = 16
const VECTOR = 4
const ADDRESS = 4
/** Words of an `mmsghdr`: two for each pointer, the length of the name, the number of vectors, and what was received. */
const NAME = 0
const NAME_LENGTH = 2
const VECTORS = 4
const VECTOR_COUNT = 6
const RECEIVED = 14

/**
 * Takes all datagrams that have come with one system call, and sends their answers with another, so that each costs little
 * more than the kernel's own work. Node watches over the socket: the datagram that wakes it comes through Node, and those
 * that came together with it are fetched here.
 */
export const openInBatches: OpenQuestions = async ({ ip, port, shared, failed }) => {
  const fd = bound(ip, port, shared)
  const watcher = await watched(fd)
  watcher.on('error', failed)
  const ignore = (): void => {}
  return {
    send: (bytes, to, toPort) => watcher.send(bytes, toPort, numberToIp(to), ignore),
    onQuestions(answer) {
      const batch = openBatch(fd, answer)
      watcher.on('message', (bytes, from) => batch.take(bytes, ipToNumber(from.address), from.port))
    },
    [Symbol.dispose]: () => closeSocket(watcher),
  }
}

/** False where a program may not make these calls: a socket could be opened, and nothing would ever come or go. */
export function batchesWork(): boolean {
  const fd: number = socket(AF_INET, SOCK_DGRAM_CLOEXEC, 0)
  if (fd < 0) return false
  const allowed = recvmmsg(fd, null, 0, MSG_DONTWAIT, null) === 0 && sendmmsg(fd, null, 0, MSG_DONTWAIT) === 0
  close(fd)
  return allowed
}

function bound(ip: Ip, port: number, shared: boolean): number {
  const fd: number = socket(AF_INET, SOCK_DGRAM_CLOEXEC, 0)
  if (fd < 0) throw failure('socket')
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, int32(RECEIVE_BUFFER_BYTES), 4)
  if (shared) setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, int32(1), 4)
  const address = Buffer.alloc(ADDRESS * 4)
  address.writeUInt16LE(AF_INET, 0)
  address.writeUInt16BE(port, 2)
  address.writeUInt32BE(ipToNumber(ip), 4)
  if (bind(fd, address, address.length) === 0) return fd
  const error = failure('bind')
  close(fd)
  throw error
}

function failure(call: string): Error {
  const code = getSystemErrorName(-koffi.errno())
  return Object.assign(new Error(`${call} ${code}`), { code })
}

/** The socket in Node's hands: it wakes us, and closes it in the end. */
function watched(fd: number): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', lookup: itself })
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

function openBatch(fd: number, answer: AnswerInPlace) {
  const { places, senders, incoming, vectors, outgoing, leaving } = openMemory()
  const behindTheFirst = { headers: incoming.subarray(HEADER), count: BATCH - 1 }
  const whole = { headers: incoming, count: BATCH }
  const polled = Int32Array.of(fd, POLLIN)
  const linger = BigInt64Array.of(0n, LINGER_NANOSECONDS)
  const nap = BigInt64Array.of(0n, NAP_NANOSECONDS)
  let isAwake = false
  let isRush = false

  /** Answers the first `count` places, and sends what there is to send. False when some must wait for their answer. */
  const answerAll = (count: number): boolean => {
    let answers = 0
    for (let i = 0; i < count; i++) {
      const portAndFamily = senders[i * ADDRESS]!
      const length = incoming[i * HEADER + RECEIVED]!
      const port = swapped16(portAndFamily >>> 16)
      const answered = answer(places, i * PLACE, length, swapped32(senders[i * ADDRESS + 1]!), port)
      if (answered === 0) continue
      leaving[answers * VECTOR] = vectors[i * VECTOR]!
      leaving[answers * VECTOR + 1] = vectors[i * VECTOR + 1]!
      leaving[answers * VECTOR + 2] = answered
      outgoing[answers * HEADER + NAME] = incoming[i * HEADER + NAME]!
      outgoing[answers * HEADER + NAME + 1] = incoming[i * HEADER + NAME + 1]!
      answers++
    }
    // One that cannot be sent stops the call: the others go out without it.
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
  /** Answers what comes, until nothing does for a moment, or others must have their turn. */
  const watch = (): void => {
    isAwake = false
    const end = performance.now() + TURN_MS
    let questions = 0
    while (ppoll(polled, 1, linger, null) > 0) {
      const count = arrived(whole)
      questions += count
      const all = answerAll(count)
      const isOver = performance.now() > end
      // What waits for its answer has something to send first.
      if (isOver || !all) {
        if (isOver) isRush = questions >= RUSH
        stayAwake()
        return
      }
      if (isRush && count < BATCH / 2) ppoll(null, 0, nap, null)
    }
    isRush = false
  }
  return {
    /** One that Node has read, and all that came with it. */
    take(bytes: Buffer, ip: number, port: number): void {
      incoming[RECEIVED] = bytes.copy(places, 0, 0, PLACE)
      senders[0] = AF_INET | (swapped16(port) << 16)
      senders[1] = swapped32(ip)
      answerAll(1 + arrived(behindTheFirst))
      stayAwake()
    },
  }

  function arrived({ headers, count }: { headers: Uint32Array; count: number }): number {
    return Math.max(0, recvmmsg(fd, headers, count, MSG_DONTWAIT, null))
  }
}

/**
 * What the two system calls read and write. These hold each other's addresses, which V8 does not see: whoever uses one keeps
 * all of them, or the kernel would write into memory that is somebody else's by then.
 */
function openMemory() {
  const places = Buffer.alloc(BATCH * PLACE)
  const senders = new Uint32Array(BATCH * ADDRESS)
  const vectors = new Uint32Array(BATCH * VECTOR)
  const incoming = new Uint32Array(BATCH * HEADER)
  const leaving = new Uint32Array(BATCH * VECTOR)
  const outgoing = new Uint32Array(BATCH * HEADER)
  for (let i = 0; i < BATCH; i++) {
    point(vectors, i * VECTOR, koffi.address(places) + BigInt(i * PLACE))
    vectors[i * VECTOR + 2] = PLACE
    for (const [headers, to] of [
      [incoming, vectors],
      [outgoing, leaving],
    ] as const) {
      point(headers, i * HEADER + NAME, koffi.address(senders) + BigInt(i * ADDRESS * 4))
      headers[i * HEADER + NAME_LENGTH] = ADDRESS * 4
      point(headers, i * HEADER + VECTORS, koffi.address(to) + BigInt(i * VECTOR * 4))
      headers[i * HEADER + VECTOR_COUNT] = 1
    }
  }
  return { places, senders, vectors, incoming, leaving, outgoing, used: 0 }
}

function point(words: Uint32Array, at: number, address: bigint): void {
  words[at] = Number(address & 0xffffffffn)
  words[at + 1] = Number(address >> 32n)
}

const swapped16 = (value: number): number => ((value & 0xff) << 8) | (value >>> 8)
const swapped32 = (value: number): number =>
  ((value << 24) | ((value & 0xff00) << 8) | ((value >>> 8) & 0xff00) | (value >>> 24)) >>> 0
