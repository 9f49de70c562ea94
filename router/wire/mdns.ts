import packet from 'dns-packet'
import type { Ip } from '../values/ip.ts'
import { CLASS_IN, FLAG, HEADER_SIZE, TYPE } from './dns/constants.ts'
import { expandedName, plainNameEnd, readCompressedName } from './dns/name.ts'

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
  /** The name in the data of a PTR, SRV or NSEC record, as `name`; undefined for other types and for invalid data. */
  readonly target?: string | undefined
  /** Whether the class is IN, with or without the cache-flush bit. */
  readonly isInternet: boolean
  /** The record without compression, so that it can be sent in another message. */
  readonly bytes: Buffer
}

const SECTIONS = ['answer', 'authority', 'additional'] as const

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
  for (const [i, section] of SECTIONS.entries()) {
    for (let left = bytes.readUInt16BE(6 + i * 2); left > 0; left--) {
      const read = readCompressedName(bytes, at)
      if (!read || read.end + 10 > bytes.length) return undefined
      const start = read.end + 10
      const end = start + bytes.readUInt16BE(read.end + 8)
      if (end > bytes.length) return undefined
      const ttl = bytes.readUInt32BE(read.end + 4)
      const type = bytes.readUInt16BE(read.end)
      const data = readData(bytes, type, start, end)
      const fixed = Buffer.from(bytes.subarray(read.end, start))
      fixed.writeUInt16BE(data.expanded.length, 8)
      records.push({
        name: read.name,
        type,
        ttl,
        data: bytes.subarray(start, end),
        section,
        target: data.target,
        isInternet: (bytes.readUInt16BE(read.end + 2) & ~TOP_BIT) === CLASS_IN,
        bytes: Buffer.concat([expandedName(bytes, at), fixed, data.expanded]),
      })
      at = end
    }
  }
  return { id: bytes.readUInt16BE(0), isResponse: (bytes[2]! & FLAG.QR) !== 0, questions, records }
}

/** Where the name is in the data of these types. RFC 1035 §3.3.12, RFC 2782, RFC 4034 §4.1.1. */
const NAME_AT: ReadonlyMap<number, number> = new Map([
  [TYPE.PTR, 0],
  [TYPE.SRV, 6],
  [TYPE.NSEC, 0],
])

/** The data of a record without compression, and the name in it. */
function readData(bytes: Buffer, type: number, start: number, end: number): { target?: string; expanded: Buffer } {
  const offset = NAME_AT.get(type)
  const read = offset === undefined ? undefined : readCompressedName(bytes, start + offset)
  const fits = read && (type === TYPE.NSEC ? read.end <= end : read.end === end)
  if (!fits) return { expanded: bytes.subarray(start, end) }
  const at = start + offset!
  const parts = [bytes.subarray(start, at), expandedName(bytes, at), bytes.subarray(read.end, end)]
  return { target: read.name, expanded: Buffer.concat(parts) }
}

/** The record with the cache-flush bit cleared: its name is shared by several devices. RFC 6762 §10.2. */
export function asShared({ bytes, ...record }: MdnsRecord): MdnsRecord {
  const copy = Buffer.from(bytes)
  copy[plainNameEnd(copy, 0) + 2]! &= 0x7f
  return { ...record, bytes: copy }
}

/** The size of a packet that fits every link of the home, without the headers of IPv4 and UDP. */
const MESSAGE_SIZE = 1400

/**
 * Messages with these records in place of those of the original. A response is split into several if it does not fit one packet; a
 * query has its questions, and as many known answers as fit. A response to a legacy query repeats its questions (RFC 6762 §6.7).
 */
export function withRecords(
  bytes: Buffer,
  { isResponse, questions }: MdnsMessage,
  kept: readonly MdnsRecord[],
  { isLegacy = false } = {},
): Buffer[] {
  const asked = isResponse && !isLegacy ? [] : questions.map(({ classAt }) => classAt)
  const questionBytes = asked.length > 0 ? bytes.subarray(HEADER_SIZE, asked.at(-1)! + 2) : Buffer.alloc(0)
  const head = Buffer.from(bytes.subarray(0, HEADER_SIZE))
  head.writeUInt16BE(asked.length, 4)
  // In a query the authority section is needed; known answers are an optimization.
  const ordered = isResponse ? kept : kept.toSorted((a, b) => rank(a) - rank(b))
  const packed: MdnsRecord[][] = [[]]
  let size = HEADER_SIZE + questionBytes.length
  for (const record of ordered) {
    if (size + record.bytes.length > MESSAGE_SIZE && (packed.at(-1)!.length > 0 || !isResponse)) {
      if (!isResponse) continue
      packed.push([])
      size = HEADER_SIZE + questionBytes.length
    }
    packed.at(-1)!.push(record)
    size += record.bytes.length
  }
  return packed.map((records) => {
    const header = Buffer.from(head)
    const bySection = SECTIONS.map((section) => records.filter((record) => record.section === section))
    for (const [i, { length }] of bySection.entries()) header.writeUInt16BE(length, 6 + i * 2)
    return Buffer.concat([header, questionBytes, ...bySection.flat().map((record) => record.bytes)])
  })
}

const rank = ({ section }: MdnsRecord): number => (section === 'authority' ? 0 : 1)

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
