import packet from 'dns-packet'
import type { Ip } from '../values/ip.ts'
import { FLAG, HEADER_SIZE } from './dns/constants.ts'
import { readCompressedName } from './dns/name.ts'

/** A multicast DNS message, as far as a relay needs it. RFC 6762 §18. */
export interface MdnsMessage {
  readonly id: number
  readonly isResponse: boolean
  readonly questions: readonly MdnsQuestion[]
  /** In a response its answers, in a query its known answers; then the authority and additional sections. */
  readonly records: readonly MdnsRecord[]
}

export interface MdnsQuestion {
  /** Lower case, without the last dot. */
  readonly name: string
  readonly type: number
  /** The QU bit: the response may be unicast. RFC 6762 §5.4. */
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

/** The QU bit in the class of a question, and the cache-flush bit in that of a record. */
const TOP_BIT = 0x8000

/** Decodes a message. Undefined if it is truncated, or a name is invalid. */
export function readMdns(bytes: Buffer): MdnsMessage | undefined {
  if (bytes.length < HEADER_SIZE || bytes[2]! & FLAG.OPCODE) return undefined
  const questions: MdnsQuestion[] = []
  const records: MdnsRecord[] = []
  let at = HEADER_SIZE
  for (let left = bytes.readUInt16BE(4); left > 0; left--) {
    const read = readCompressedName(bytes, at)
    if (!read || read.end + 4 > bytes.length) return undefined
    const wantsUnicast = (bytes.readUInt16BE(read.end + 2) & TOP_BIT) !== 0
    questions.push({ name: read.name, type: bytes.readUInt16BE(read.end), wantsUnicast, classAt: read.end + 2 })
    at = read.end + 4
  }
  for (const [i, section] of (['answer', 'authority', 'additional'] as const).entries()) {
    for (let left = bytes.readUInt16BE(6 + i * 2); left > 0; left--) {
      const read = readCompressedName(bytes, at)
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

/** The same message with the QU bits cleared, so that responses are multicast. */
export function askingAll(bytes: Buffer, { questions }: MdnsMessage): Buffer {
  const copy = Buffer.from(bytes)
  for (const { classAt } of questions) copy[classAt]! &= 0x7f
  return copy
}

/** TTL of an address record, in seconds. RFC 6762 §10. */
export const HOST_TTL = 120

/**
 * A response that a name has this IPv4 address and no other record, so that clients do not wait for an IPv6 address. Without the
 * address for a query of another type. RFC 6762 §6.1.
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
