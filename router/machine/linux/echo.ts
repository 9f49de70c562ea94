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

const IPPROTO_ICMP = 1
const IPPROTO_UDP = 17

/** Which groups may open ping sockets: from, to. A new network namespace begins with this range, which holds nobody. */
const PING_GROUPS = '/proc/sys/net/ipv4/ping_group_range'
const NOBODY = /^1\s+0$/

/** A request, and how its reply is recognized. */
interface Question {
  readonly protocol: number
  readonly port: number
  readonly bytes: Uint8Array
  readonly isAnswer: (message: Uint8Array) => boolean
}

/**
 * One question over one link, and how long its answer took. ICMP goes through a ping socket (icmp(7)) instead of a raw
 * one: the kernel gives it the answers to its own questions alone, and Node's event loop takes it for a datagram
 * socket, so that many can wait at once without a thread.
 */
export async function echo(options: EchoOptions): Promise<number | undefined> {
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

/** Somebody who saw no question cannot make up its answer. */
function ping(): Question {
  const payload = randomBytes(16)
  return {
    protocol: IPPROTO_ICMP,
    // A ping socket takes an address with a port, and does without the port; Node sends to none that is 0.
    port: 1,
    bytes: encodeEchoRequest({ sequence: 1, payload }),
    isAnswer: (message) => payload.equals(decodeEchoReply(message)?.payload ?? new Uint8Array()),
  }
}

/** What is asked there may speak any protocol, so that any datagram from there is an answer. */
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

/** Where nobody may, our own group is let in. A range that somebody has chosen is left as it is. */
function letOurselvesPing(): boolean {
  if (!NOBODY.test(readFileSync(PING_GROUPS, 'utf8').trim())) return false
  const group = process.getegid?.() ?? 0
  writeFileSync(PING_GROUPS, `${group} ${group}`)
  return true
}
