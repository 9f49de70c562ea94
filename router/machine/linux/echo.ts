import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { getSystemErrorMessage } from 'node:util'
import koffi from 'koffi'
import { CommandFailed } from '../../errors.ts'
import { decodeEchoReply, encodeEchoRequest } from '../../wire/icmp.ts'
import type { EchoOptions } from '../machine.ts'
import { AF_INET, close, SO_BINDTODEVICE, SOCK_DGRAM_CLOEXEC, SOL_SOCKET, setsockopt, socket } from './libc.ts'
import { connectOver } from './overlink.ts'

const IPPROTO_ICMP = 1
const IPPROTO_UDP = 17

/** The range of group IDs that may open ping sockets. The default of a network namespace is the empty range `1 0`. */
const PING_GROUPS = '/proc/sys/net/ipv4/ping_group_range'
const NO_GROUP = /^1\s+0$/

/** A request, with the test for its reply. */
interface Question {
  readonly protocol: number
  readonly port: number
  readonly bytes: Uint8Array
  readonly isAnswer: (message: Uint8Array) => boolean
}

/**
 * Sends one echo request on one link and returns the round-trip time. ICMP uses a ping socket (icmp(7)) instead of a raw
 * one: the kernel delivers only the replies to its own requests, and Node's event loop accepts it as a datagram socket, so
 * that many requests can wait without a thread.
 */
export async function echo(options: EchoOptions): Promise<number | undefined> {
  if (options.kind === 'tcp') return await connectEcho(options)
  const { link, address, timeoutMs } = options
  const question = options.kind === 'icmp' ? ping() : datagram(options.port)
  const failed = (reason: string): CommandFailed => new CommandFailed(['echo', link, address], null, reason)
  const fd = openOn(link, question.protocol, failed)
  const opened = createSocket({ type: 'udp4', lookup: (host, _options, done) => done(null, host, 4) })
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const timer = setTimeout(resolve, timeoutMs, undefined)
  const fail = ({ errno, message }: NodeJS.ErrnoException): void =>
    reject(failed(errno === undefined ? message : getSystemErrorMessage(errno)))
  try {
    let sentAt = 0
    opened.on('error', fail)
    opened.on('message', (message, from) => {
      if (from.address === address && question.isAnswer(message)) resolve(performance.now() - sentAt)
    })
    opened.bind({ fd }, () => {
      sentAt = performance.now()
      opened.send(question.bytes, question.port, address, (error) => error && fail(error))
    })
    return await promise
  } finally {
    clearTimeout(timer)
    opened.close()
  }
}

/** A random payload: a host that did not see the request cannot forge the reply. */
function ping(): Question {
  const payload = randomBytes(16)
  return {
    protocol: IPPROTO_ICMP,
    // A ping socket ignores the port, but Node does not send to port 0.
    port: 1,
    bytes: encodeEchoRequest({ sequence: 1, payload }),
    isAnswer: (message) => payload.equals(decodeEchoReply(message)?.payload ?? new Uint8Array()),
  }
}

/** The protocol of the port is unknown, so any datagram from it counts as the reply. */
const datagram = (port: number): Question => ({
  protocol: IPPROTO_UDP,
  port,
  bytes: Buffer.from('ping'),
  isAnswer: () => true,
})

function openOn(link: string, protocol: number, failed: (reason: string) => CommandFailed): number {
  const open = (): number => socket(AF_INET, SOCK_DGRAM_CLOEXEC, protocol)
  let fd = open()
  if (fd < 0 && koffi.errno() === constants.errno.EACCES && letOurselvesPing()) fd = open()
  if (fd < 0) throw failed(getSystemErrorMessage(-koffi.errno()))
  const name = Buffer.from(`${link}\0`)
  if (setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, name, name.length) === 0) return fd
  const reason = getSystemErrorMessage(-koffi.errno())
  close(fd)
  throw failed(reason)
}

/** Permits ping sockets for our group if no group has them. A configured range is not changed. */
function letOurselvesPing(): boolean {
  if (!NO_GROUP.test(readFileSync(PING_GROUPS, 'utf8').trim())) return false
  const group = process.getegid?.() ?? 0
  writeFileSync(PING_GROUPS, `${group} ${group}`)
  return true
}

/**
 * Opens a TCP connection over a link and closes it. Returns the time until the other end accepts or refuses it, in milliseconds: a
 * refusal comes from the target as well (RFC 9293 §3.5.2). Undefined after the timeout.
 */
async function connectEcho({
  link,
  address,
  port,
  timeoutMs,
}: Extract<EchoOptions, { kind: 'tcp' }>): Promise<number | undefined> {
  const failed = (reason: string): CommandFailed => new CommandFailed(['connect', link, address], null, reason)
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const sentAt = performance.now()
  let stream: ReturnType<typeof connectOver>
  try {
    stream = connectOver(link, address, port)
  } catch (error) {
    throw failed((error as Error).message)
  }
  const timer = setTimeout(resolve, timeoutMs, undefined)
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'ECONNREFUSED') resolve(performance.now() - sentAt)
    else reject(failed(message))
  })
  // There is no `connect` event. The kernel accepts a write of no bytes once the connection is open (tcp_sendmsg).
  stream.write('', (error) => error ?? resolve(performance.now() - sentAt))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    stream.destroy()
  }
}
