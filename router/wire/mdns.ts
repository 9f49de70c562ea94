import packet from 'dns-packet'
import type { Ip } from '../values/ip.ts'
import { FLAG, HEADER_SIZE } from './dns/constants.ts'
import { readName, skipName } from './dns/name.ts'

/** What a multicast DNS message says, as far as one who passes it on has to know. RFC 6762 18. */
export interface MdnsMessage {
  readonly id: number
  readonly isResponse: boolean
  readonly questions: readonly MdnsQuestion[]
  /** Answers, or in a question what its sender knows already; then what it claims; then the rest. */
  readonly records: readonly MdnsRecord[]
}

export interface MdnsQuestion {
  /** Lower case, without the last dot. */
  readonly name: string
  readonly type: number
  /** May be answered to the sender alone. RFC 6762 5.4. */
  readonly wantsUnicast: boolean
  /** Offset of the byte with that bit. */
  readonly classAt: number
}

export interface MdnsRecord {
  readonly name: string
  readonly type: number
  readonly ttl: number
  readonly data: Buffer
  readonly section: 'answer' | 'authority' | 'additional'
}

/** Set in a question's class for an answer to the sender alone; in a record's, for "forget what you knew before". */
const TOP_BIT = 0x8000

/** The message, or undefined when anything in it lies outside of it, or a name leads in circles. */
export function readMdns(bytes: Buffer): MdnsMessage | undefined {
  if (bytes.length < HEADER_SIZE || bytes[2]! & FLAG.OPCODE) return undefined
  const questions: MdnsQuestion[] = []
  const records: MdnsRecord[] = []
  let at = HEADER_SIZE
  for (let left = bytes.readUInt16BE(4); left > 0; left--) {
    const read = readCompressed(bytes, at)
    if (!read || read.end + 4 > bytes.length) return undefined
    const wantsUnicast = (bytes.readUInt16BE(read.end + 2) & TOP_BIT) !== 0
    questions.push({ name: read.name, type: bytes.readUInt16BE(read.end), wantsUnicast, classAt: read.end + 2 })
    at = read.end + 4
  }
  for (const [i, section] of (['answer', 'authority', 'additional'] as const).entries()) {
    for (let left = bytes.readUInt16BE(6 + i * 2); left > 0; left--) {
      const read = readCompressed(bytes, at)
      if (!read || read.end + 10 > bytes.length) return undefined
      const start = read.end + 10
      const end = start + bytes.readUInt16BE(read.end + 8)
      if (end > bytes.length) return undefined
      const ttl = bytes.readUInt32BE(read.end + 4)
      records.push({
        name: read.name,
        type: bytes.readUInt16BE(read.end),
        ttl,
        data: bytes.subarray(start, end),
        section,
      })
      at = end
    }
  }
  return { id: bytes.readUInt16BE(0), isResponse: (bytes[2]! & FLAG.QR) !== 0, questions, records }
}

const NAME_LIMIT = 255

/** A name that may go on elsewhere: each time further to the front, so that it ends. RFC 1035 4.1.4. */
function readCompressed(bytes: Buffer, start: number): { name: string; end: number } | undefined {
  const end = skipName(bytes, start)
  if (end < 0) return undefined
  const labels: Buffer[] = []
  let length = 1
  for (let at = start; bytes[at] !== 0; ) {
    const size = bytes[at]!
    if (size >= 0xc0) {
      at = bytes.readUInt16BE(at) & 0x3fff
      if (skipName(bytes, at) < 0) return undefined
      continue
    }
    length += 1 + size
    if (length > NAME_LIMIT) return undefined
    labels.push(bytes.subarray(at, at + 1 + size))
    at += 1 + size
  }
  const whole = readName(Buffer.concat([...labels, Buffer.alloc(1)]), 0)
  return whole && { name: whole.name, end }
}

/** The same message with the QU bits cleared, so that responses are multicast. */
export function askingAll(bytes: Buffer, { questions }: MdnsMessage): Buffer {
  const copy = Buffer.from(bytes)
  for (const { classAt } of questions) copy[classAt]! &= 0x7f
  return copy
}

/** For how many seconds an address record may be kept. RFC 6762 10. */
export const HOST_TTL = 120

/**
 * That a name leads to this IPv4 address and to nothing else, so that nobody waits for an IPv6 one; for one who asked for
 * another type, only the latter. RFC 6762 6.1.
 */
export function encodeHost(name: string, ip: Ip, wanted: 'address' | 'another type'): Buffer {
  const own = { name, ttl: HOST_TTL, flush: true }
  const address: packet.Answer = { ...own, type: 'A', data: ip }
  const nothingElse: packet.Answer = { ...own, type: 'NSEC', data: { nextDomain: name, rrtypes: ['A'] } }
  return packet.encode({
    type: 'response',
    flags: packet.AUTHORITATIVE_ANSWER,
    ...(wanted === 'address' ? { answers: [address], additionals: [nothingElse] } : { answers: [nothingElse] }),
  })
}
