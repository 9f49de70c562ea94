import { constants } from 'node:os'
import { getSystemErrorMessage } from 'node:util'
import koffi from 'koffi'
import { Refused, Unavailable } from '../../errors.ts'
import { joined } from '../../wire/bytes.ts'
import {
  decodeMessages,
  decodeOutcome,
  encodeMessage,
  type Message,
  NLM_F_ACK,
  NLM_F_DUMP,
  NLM_F_DUMP_INTR,
  NLM_F_REQUEST,
  NLMSG_DONE,
  NLMSG_ERROR,
  type Outcome,
} from '../../wire/netlink.ts'
import {
  AF_NETLINK,
  close,
  int32,
  MSG_DONTWAIT,
  recv,
  SO_RCVBUF,
  SO_RCVTIMEO,
  SOCK_RAW_CLOEXEC,
  SOL_SOCKET,
  send,
  setsockopt,
  socket,
  timeval,
} from './libc.ts'
import { portOf } from './ports.ts'

/** Which part of the kernel is spoken to: `linux/netlink.h`. */
export const NETLINK_ROUTE = 0
export const NETLINK_XFRM = 6
export const NETLINK_NETFILTER = 12

export type Request = Pick<Message, 'type' | 'flags' | 'payload'>

const SOL_NETLINK = 270
const NETLINK_CAP_ACK = 10
const NETLINK_EXT_ACK = 11

/** So many requests go out at once: their acknowledgements have to fit into the receive buffer. */
const BATCH = 64
const FEW = 16
const RECEIVE_BUFFER_BYTES = 1 << 20
/** The kernel fills 32 KiB of a dump at most; what is larger than this would be cut off. */
const SLOT_BYTES = 1 << 16
const DUMP_SEQUENCE = 1
const DUMP_ATTEMPTS = 4
const RECEIVE_TIMEOUT_MS = 2000

/** Connections for a few requests, by protocol. They stay open: opening one takes longer than most requests. */
const kept = new Map<number, Connection>()

/**
 * Sends requests to the kernel in their order, each whatever became of those before it, and returns how each of them ended. The
 * kernel does the work while they are sent: for a few of them that takes less time than another thread would, more are sent by one.
 */
export async function request(protocol: number, requests: readonly Request[]): Promise<Outcome[]> {
  if (requests.length <= FEW) return requestNow(protocol, requests)
  using connection = connect(protocol)
  const outcomes: Outcome[] = []
  for (let start = 0; start < requests.length; start += BATCH) {
    const batch = requests.slice(start, start + BATCH)
    await connection.send(encodeRequests(batch))
    outcomes.push(...outcomesOf(connection, batch.length))
  }
  return outcomes
}

/** Nothing else is done between the requests and their outcomes, so no other answers can be on the connection. */
function requestNow(protocol: number, requests: readonly Request[]): Outcome[] {
  if (requests.length === 0) return []
  const connection = kept.get(protocol) ?? connect(protocol)
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

const encodeRequests = (requests: readonly Request[]): Uint8Array =>
  joined(
    ...requests.map(({ type, flags, payload }, sequence) =>
      encodeMessage({ type, flags: flags | NLM_F_REQUEST | NLM_F_ACK, sequence, payload }),
    ),
  )

/** The outcomes of requests that were sent, which have arrived by then. */
function outcomesOf(connection: Connection, count: number): Outcome[] {
  const outcomes: Outcome[] = []
  while (outcomes.length < count) {
    const received = connection.receiveNow()
    if (!received) throw new Unavailable('the kernel did not acknowledge a change')
    for (const message of decodeMessages(received)) {
      const outcome = decodeOutcome(message)
      if (outcome && message.sequence === outcomes.length) outcomes.push(outcome)
    }
  }
  return outcomes
}

/**
 * Ask for a whole table, and give every message of it that `read` makes something of. A table that changed while it was
 * read, or an answer that was lost, makes us ask again. Throws `Refused` with the kernel's reason.
 */
export async function dump<T>(
  protocol: number,
  { type, payload }: Omit<Request, 'flags'>,
  read: (message: Message) => T | undefined,
): Promise<T[]> {
  const asking = encodeMessage({ type, flags: NLM_F_REQUEST | NLM_F_DUMP, sequence: DUMP_SEQUENCE, payload })
  for (let attempt = 0; attempt < DUMP_ATTEMPTS; attempt++) {
    // A socket of its own: nothing that is left over from the last attempt can be taken for an answer.
    using connection = connect(protocol)
    await connection.send(asking)
    const found = await readDump(connection, read)
    if (found) return found
  }
  throw new Unavailable('the kernel did not give a whole answer')
}

async function readDump<T>(
  connection: Connection,
  read: (message: Message) => T | undefined,
): Promise<T[] | undefined> {
  const found: T[] = []
  for (;;) {
    const received = await connection.receive()
    if (!received) return undefined
    for (const message of decodeMessages(received)) {
      if (message.sequence !== DUMP_SEQUENCE) continue
      if ((message.flags & NLM_F_DUMP_INTR) !== 0) return undefined
      const outcome = decodeOutcome(message)
      if (outcome && outcome.errno !== 0) throw new Refused(wordsOf(outcome))
      if (message.type === NLMSG_DONE || message.type === NLMSG_ERROR) return found
      const one = read(message)
      if (one !== undefined) found.push(one)
    }
  }
}

/**
 * The same in parts, each as the kernel gives it, so that nothing holds a whole table; whoever has enough stops. A message
 * may come twice; its bytes are good only while `read` runs. Throws `Refused` with the kernel's reason, and `Unavailable` when an answer was lost.
 */
export async function* dumpInParts<T>(
  protocol: number,
  { type, payload }: Omit<Request, 'flags'>,
  read: (message: Message) => T | undefined,
): AsyncGenerator<readonly T[]> {
  using connection = connect(protocol)
  await connection.send(encodeMessage({ type, flags: NLM_F_REQUEST | NLM_F_DUMP, sequence: DUMP_SEQUENCE, payload }))
  for (;;) {
    const received = await connection.receive()
    if (!received) throw new Unavailable('the kernel did not give a whole answer')
    const part: T[] = []
    let isDone = false
    for (const message of decodeMessages(received)) {
      const outcome = decodeOutcome(message)
      if (outcome && outcome.errno !== 0) throw new Refused(wordsOf(outcome))
      isDone ||= message.type === NLMSG_DONE || message.type === NLMSG_ERROR
      const one = isDone ? undefined : read(message)
      if (one !== undefined) part.push(one)
    }
    if (part.length > 0) yield part
    if (isDone) return
  }
}

export const wordsOf = ({ errno, words }: Outcome): string => words ?? getSystemErrorMessage(-errno)

interface Connection extends Disposable {
  send(bytes: Uint8Array): Promise<void>
  sendNow(bytes: Uint8Array): void
  /** What has arrived already: acknowledgements are there when `send` is done. A view, good until the next call. */
  receiveNow(): Uint8Array | undefined
  /** The next part of a dump, which the kernel makes up in this call. A view, good until the next call. */
  receive(): Promise<Uint8Array | undefined>
  /** Its number in the kernel's notifications of what was changed through it: `nl_pid` in netlink(7). */
  port(): number | undefined
}

/** Whether the kernel has this part of netlink, or a module for it. */
export function isSupported(protocol: number): boolean {
  const fd: number = socket(AF_NETLINK, SOCK_RAW_CLOEXEC, protocol)
  if (fd < 0) return koffi.errno() !== constants.errno.EPROTONOSUPPORT
  close(fd)
  return true
}

export function connect(protocol: number): Connection {
  const fd: number = socket(AF_NETLINK, SOCK_RAW_CLOEXEC, protocol)
  if (fd < 0) throw new Unavailable('no netlink socket can be had')
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, int32(RECEIVE_BUFFER_BYTES), 4)
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, timeval(RECEIVE_TIMEOUT_MS), 16)
  setsockopt(fd, SOL_NETLINK, NETLINK_CAP_ACK, int32(1), 4)
  setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, int32(1), 4)
  const slot = Buffer.allocUnsafe(SLOT_BYTES)
  const taken = (length: number): Uint8Array | undefined => (length > 0 ? slot.subarray(0, length) : undefined)
  return {
    send: (bytes) =>
      new Promise((resolve, reject) =>
        send.async(fd, bytes, bytes.length, 0, (error: unknown, sent: number) =>
          sent === bytes.length ? resolve() : reject(new Unavailable('the kernel takes no requests', { cause: error })),
        ),
      ),
    sendNow(bytes) {
      if (send(fd, bytes, bytes.length, 0) !== bytes.length) throw new Unavailable('the kernel takes no requests')
    },
    receiveNow: () => taken(recv(fd, slot, SLOT_BYTES, MSG_DONTWAIT)),
    receive: () =>
      new Promise((resolve, reject) =>
        recv.async(fd, slot, SLOT_BYTES, 0, (error: unknown, length: number) =>
          error ? reject(error) : resolve(taken(length)),
        ),
      ),
    port: () => portOf(fd),
    [Symbol.dispose]: () => void close(fd),
  }
}
