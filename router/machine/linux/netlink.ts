import { constants } from 'node:os'
import { getSystemErrorMessage } from 'node:util'
import koffi from 'koffi'
import { Refused, Unavailable } from '../../errors.ts'
import { phrase, verbatim } from '../../phrases/phrase.ts'
import { joined } from '../../wire/bytes.ts'
import {
  decodeMessages,
  decodeOutcome,
  encodeMessage,
  type NetlinkMessage,
  type NetlinkOutcome,
  NLM_F_ACK,
  NLM_F_DUMP,
  NLM_F_DUMP_INTR,
  NLM_F_REQUEST,
  NLMSG_DONE,
  NLMSG_ERROR,
} from '../../wire/netlink.ts'
import { nextTurn } from '../turns.ts'
import {
  AF_NETLINK,
  close,
  int32,
  MSG_DONTWAIT,
  MSG_WAITFORONE,
  recv,
  recvmmsg,
  SO_RCVBUF,
  SO_RCVTIMEO,
  SOCK_RAW_CLOEXEC,
  SOL_SOCKET,
  send,
  setsockopt,
  socket,
  timeval,
} from './libc.ts'
import { HEADER, openMessages, RECEIVED } from './messages.ts'
import { portOfSocket } from './ports.ts'

/** Netlink protocols: `linux/netlink.h`. */
export const NETLINK_ROUTE = 0
export const NETLINK_XFRM = 6
export const NETLINK_NETFILTER = 12

export type NetlinkRequest = Pick<NetlinkMessage, 'type' | 'flags' | 'payload'>

const SOL_NETLINK = 270
const NETLINK_CAP_ACK = 10
const NETLINK_EXT_ACK = 11

/** Requests per batch: their acknowledgements have to fit into the receive buffer. */
const BATCH = 64
const FEW = 16
const RECEIVE_BUFFER_BYTES = 1 << 20
/** Parts of a dump have at most 32 KiB. A larger message would be truncated. */
const SLOT_BYTES = 1 << 16
const PART_BYTES = 1 << 15
/** Parts of a dump that one call receives: a change of threads for each takes a third of the time, and under load most of it. */
const PARTS = 8
const DUMP_SEQUENCE = 1
const DUMP_ATTEMPTS = 4
const RECEIVE_TIMEOUT_MS = 2000

/** Open connections by protocol. They are reused, since opening one takes longer than most requests. */
const kept = new Map<number, NetlinkConnection>()

/**
 * Sends all requests to the kernel in order, also after a failure, and returns the outcome of each. The kernel does the work
 * during the system call: a few requests are sent in this thread, which is faster, more of them in another one.
 */
export async function request(protocol: number, requests: readonly NetlinkRequest[]): Promise<NetlinkOutcome[]> {
  if (requests.length <= FEW) return requestNow(protocol, requests)
  using connection = connectNetlink(protocol)
  const outcomes: NetlinkOutcome[] = []
  for (let start = 0; start < requests.length; start += BATCH) {
    const batch = requests.slice(start, start + BATCH)
    await connection.send(encodeRequests(batch))
    outcomes.push(...outcomesOf(connection, batch.length))
  }
  return outcomes
}

/** Synchronous from the requests to their outcomes: the connection cannot contain other responses. */
function requestNow(protocol: number, requests: readonly NetlinkRequest[]): NetlinkOutcome[] {
  if (requests.length === 0) return []
  const connection = kept.get(protocol) ?? connectNetlink(protocol)
  kept.delete(protocol)
  try {
    connection.sendNow(encodeRequests(requests))
    const outcomes = outcomesOf(connection, requests.length)
    kept.set(protocol, connection)
    return outcomes
  } catch (error) {
    connection[Symbol.dispose]()
    throw error
  }
}

const encodeRequests = (requests: readonly NetlinkRequest[]): Uint8Array =>
  joined(
    ...requests.map(({ type, flags, payload }, sequence) =>
      encodeMessage({ type, flags: flags | NLM_F_REQUEST | NLM_F_ACK, sequence, payload }),
    ),
  )

/** Reads the outcomes of requests that were sent. */
function outcomesOf(connection: NetlinkConnection, count: number): NetlinkOutcome[] {
  const outcomes: NetlinkOutcome[] = []
  while (outcomes.length < count) {
    const received = connection.receiveNow()
    if (!received) throw new Unavailable(phrase('machine.netlinkNotAcknowledged'))
    for (const message of decodeMessages(received)) {
      const outcome = decodeOutcome(message)
      if (outcome && message.sequence === outcomes.length) outcomes.push(outcome)
    }
  }
  return outcomes
}

/**
 * Dumps a whole table and returns the results of `read` that are not undefined. Repeats the dump if the table changed while
 * it was read or a message was lost. Throws `Refused` with the kernel's reason.
 */
export async function dump<T>(
  protocol: number,
  { type, payload }: Omit<NetlinkRequest, 'flags'>,
  read: (message: NetlinkMessage) => T | undefined,
): Promise<T[]> {
  const asking = encodeMessage({ type, flags: NLM_F_REQUEST | NLM_F_DUMP, sequence: DUMP_SEQUENCE, payload })
  for (let attempt = 0; attempt < DUMP_ATTEMPTS; attempt++) {
    // A new socket for each attempt: it cannot contain messages of an earlier one.
    using connection = connectNetlink(protocol)
    await connection.send(asking)
    const found = await readDump(connection, read)
    if (found) return found
  }
  throw new Unavailable(phrase('machine.netlinkDumpIncomplete'))
}

async function readDump<T>(
  connection: NetlinkConnection,
  read: (message: NetlinkMessage) => T | undefined,
): Promise<T[] | undefined> {
  const found: T[] = []
  for (;;) {
    const received = await connection.receive()
    if (!received) return undefined
    for (const message of decodeMessages(received)) {
      if (message.sequence !== DUMP_SEQUENCE) continue
      if ((message.flags & NLM_F_DUMP_INTR) !== 0) return undefined
      const outcome = decodeOutcome(message)
      if (outcome && outcome.errno !== 0) throw new Refused(verbatim(messageOfOutcome(outcome)))
      if (message.type === NLMSG_DONE || message.type === NLMSG_ERROR) return found
      const one = read(message)
      if (one !== undefined) found.push(one)
    }
  }
}

/**
 * The same in parts as the kernel sends them, so that the whole table is never in memory. The caller may stop early. A message
 * may occur twice; its bytes are valid only during `read`. Throws `Refused` with the kernel's reason, `Unavailable` if a message was lost.
 */
export async function* dumpInParts<T>(
  protocol: number,
  { type, payload }: Omit<NetlinkRequest, 'flags'>,
  read: (message: NetlinkMessage) => T | undefined,
): AsyncGenerator<readonly T[]> {
  using connection = connectNetlink(protocol)
  await connection.send(encodeMessage({ type, flags: NLM_F_REQUEST | NLM_F_DUMP, sequence: DUMP_SEQUENCE, payload }))
  for (;;) {
    const batch = await connection.receiveBatch()
    if (batch.length === 0) throw new Unavailable(phrase('machine.netlinkDumpIncomplete'))
    for (const [i, received] of batch.entries()) {
      const part: T[] = []
      let isDone = false
      for (const message of decodeMessages(received)) {
        const outcome = decodeOutcome(message)
        if (outcome && outcome.errno !== 0) throw new Refused(verbatim(messageOfOutcome(outcome)))
        isDone ||= message.type === NLMSG_DONE || message.type === NLMSG_ERROR
        const one = isDone ? undefined : read(message)
        if (one !== undefined) part.push(one)
      }
      if (part.length > 0) {
        yield part
        // Evaluating a part takes far longer than skipping its entries.
        if (i < batch.length - 1) await nextTurn()
      }
      if (isDone) return
    }
  }
}

export const messageOfOutcome = ({ errno, words }: NetlinkOutcome): string => words ?? getSystemErrorMessage(-errno)

export interface NetlinkConnection extends Disposable {
  send(bytes: Uint8Array): Promise<void>
  sendNow(bytes: Uint8Array): void
  /** Returns what has arrived; acknowledgements have when `send` returns. A view, valid until the next call. */
  receiveNow(): Uint8Array | undefined
  /** The next part of a dump, which the kernel produces in this call. A view, valid until the next call. */
  receive(): Promise<Uint8Array | undefined>
  /** The next parts of a dump by one call; none if the kernel sent none in time. Views, valid until the next call. */
  receiveBatch(): Promise<readonly Uint8Array[]>
  /** Its port, by which notifications name the origin of a change: `nl_pid` in netlink(7). */
  port(): number | undefined
}

const partsIn = (places: Buffer, headers: Uint32Array, count: number): Uint8Array[] =>
  Array.from({ length: Math.max(0, count) }, (_, i) =>
    places.subarray(i * PART_BYTES, i * PART_BYTES + headers[i * HEADER + RECEIVED]!),
  )

/** Whether the kernel has this part of netlink, or a module for it. */
export function isSupported(protocol: number): boolean {
  const fd: number = socket(AF_NETLINK, SOCK_RAW_CLOEXEC, protocol)
  if (fd < 0) return koffi.errno() !== constants.errno.EPROTONOSUPPORT
  close(fd)
  return true
}

export function connectNetlink(protocol: number): NetlinkConnection {
  const fd: number = socket(AF_NETLINK, SOCK_RAW_CLOEXEC, protocol)
  if (fd < 0) throw new Unavailable(phrase('machine.netlinkUnavailable'))
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, timeval(RECEIVE_TIMEOUT_MS), 16)
  setsockopt(fd, SOL_NETLINK, NETLINK_CAP_ACK, int32(1), 4)
  setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, int32(1), 4)
  return connectionOver(fd)
}

/** A connection through a socket that is open, with a larger receive buffer. */
export function connectionOver(fd: number): NetlinkConnection {
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, int32(RECEIVE_BUFFER_BYTES), 4)
  const slot = Buffer.allocUnsafe(SLOT_BYTES)
  let parts: ReturnType<typeof openMessages> | undefined
  const taken = (length: number): Uint8Array | undefined => (length > 0 ? slot.subarray(0, length) : undefined)
  return {
    send: (bytes) =>
      new Promise((resolve, reject) =>
        send.async(fd, bytes, bytes.length, 0, (error: unknown, sent: number) =>
          sent === bytes.length
            ? resolve()
            : reject(new Unavailable(phrase('machine.netlinkRequestRefused'), { cause: error })),
        ),
      ),
    sendNow(bytes) {
      if (send(fd, bytes, bytes.length, 0) !== bytes.length)
        throw new Unavailable(phrase('machine.netlinkRequestRefused'))
    },
    receiveNow: () => taken(recv(fd, slot, SLOT_BYTES, MSG_DONTWAIT)),
    receive: () =>
      new Promise((resolve, reject) =>
        recv.async(fd, slot, SLOT_BYTES, 0, (error: unknown, length: number) =>
          error ? reject(error) : resolve(taken(length)),
        ),
      ),
    receiveBatch: () => {
      parts ??= openMessages(PARTS, PART_BYTES)
      const { places, headers } = parts
      return new Promise((resolve, reject) =>
        recvmmsg.async(fd, headers, PARTS, MSG_WAITFORONE, null, (error: unknown, count: number) =>
          error ? reject(error) : resolve(partsIn(places, headers, count)),
        ),
      )
    },
    port: () => portOfSocket(fd),
    [Symbol.dispose]: () => void close(fd),
  }
}
