import { parseArgs } from 'node:util'
import koffi from 'koffi'
import { openSocket, sendMany, socketAddress } from './batches.ts'
import { doRounds } from './rounds.ts'

/**
 * Sends segments of one open TCP connection: tcp-flood.ts ADDRESS PORT COUNT, as many for each line of the input.
 * It is the same segment of 64 bytes each time, and is sent through a raw socket: neither offloading nor congestion control decides how many packets it becomes. The
 * receiver has to drop what has the traffic class `FLOODED`.
 */
const [address = '', port = '', count = ''] = parseArgs({ allowPositionals: true }).positionals
/** The DSCP, in the upper six bits of the second byte of the IP header. */
const FLOODED = 1
const [AF_INET, SOCK_STREAM, SOCK_RAW, IPPROTO_TCP, IPPROTO_RAW] = [2, 1, 3, 6, 255]
/** netinet/tcp.h: sequence numbers can be read while a socket is being repaired. */
const [TCP_REPAIR, TCP_REPAIR_QUEUE, TCP_QUEUE_SEQ] = [19, 20, 21]
const [RECEIVE_QUEUE, SEND_QUEUE] = [1, 2]
const PUSH_AND_ACK = 0x18

const libc = koffi.load('libc.so.6')
const connect = libc.func('int connect(int, void *, unsigned int)')
const getsockname = libc.func('int getsockname(int, void *, void *)')
const setsockopt = libc.func('int setsockopt(int, int, int, void *, unsigned int)')
const getsockopt = libc.func('int getsockopt(int, int, int, void *, void *)')

const check = (what: string, result: number): void => {
  if (result !== 0) throw new Error(`${what} failed`)
}
const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const fd = openSocket(AF_INET, SOCK_STREAM, 0)
check('connect', connect(fd, socketAddress(address, Number(port)), 16))
const own = Buffer.alloc(16)
check('getsockname', getsockname(fd, own, word(16)))
check('TCP_REPAIR', setsockopt(fd, IPPROTO_TCP, TCP_REPAIR, word(1), 4))
function sequenceOf(queue: number): number {
  check('TCP_REPAIR_QUEUE', setsockopt(fd, IPPROTO_TCP, TCP_REPAIR_QUEUE, word(queue), 4))
  const value = word(0)
  check('TCP_QUEUE_SEQ', getsockopt(fd, IPPROTO_TCP, TCP_QUEUE_SEQ, value, word(4)))
  return value.readUInt32LE()
}

function segment(): Buffer {
  const [source, destination] = [own.subarray(4, 8), Buffer.from(address.split('.').map(Number))]
  const tcp = Buffer.alloc(20 + 64)
  tcp.writeUInt16BE(own.readUInt16BE(2), 0)
  tcp.writeUInt16BE(Number(port), 2)
  tcp.writeUInt32BE(sequenceOf(SEND_QUEUE), 4)
  tcp.writeUInt32BE(sequenceOf(RECEIVE_QUEUE), 8)
  tcp[12] = 5 << 4
  tcp[13] = PUSH_AND_ACK
  tcp.writeUInt16BE(64, 14)
  const pseudo = Buffer.concat([source, destination, Buffer.from([0, IPPROTO_TCP, 0, tcp.length]), tcp])
  tcp.writeUInt16BE(checksum(pseudo), 16)
  const header = Buffer.alloc(20)
  header[0] = 0x45
  header[1] = FLOODED << 2
  header.writeUInt16BE(header.length + tcp.length, 2)
  header[8] = 64
  header[9] = IPPROTO_TCP
  header.set(source, 12)
  header.set(destination, 16)
  return Buffer.concat([header, tcp])
}

/** RFC 1071. */
function checksum(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 2) sum += bytes.readUInt16BE(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16)
  return ~sum & 0xffff
}

const raw = openSocket(AF_INET, SOCK_RAW, IPPROTO_RAW)
const bytes = segment()
await doRounds(() => sendMany(raw, bytes, address, 0, Number(count)))
