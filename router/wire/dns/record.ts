import { HEADER_SIZE, TYPE } from './constants.ts'
import { readCompressedName } from './name.ts'

/** A resource record of an answer. `data` has the fields of its type, named as zone-file libraries name them. */
export interface ResourceRecord {
  /** Lower case, with the last dot. */
  readonly name: string
  readonly type: number
  readonly class: number
  readonly ttl: number
  readonly size: number
  readonly data: Readonly<Record<string, unknown>>
}

export interface DnsMessage {
  readonly rcode: number
  /** Lower case, with the last dot. */
  readonly name: string
  readonly type: number
  readonly class: number
  /** The complete records of the answer section. */
  readonly answers: readonly ResourceRecord[]
}

/**
 * Decodes a message with one question for display. Its bytes need not have been checked, and its end may be missing. Undefined
 * if the question is malformed.
 */
export function readDnsMessage(bytes: Buffer): DnsMessage | undefined {
  const question = bytes.length < HEADER_SIZE ? undefined : nameAt(bytes, HEADER_SIZE)
  if (!question || question.end + 4 > bytes.length) return undefined
  const answers: ResourceRecord[] = []
  let at = question.end + 4
  for (let left = bytes.readUInt16BE(6); left > 0; left--) {
    const owner = nameAt(bytes, at)
    if (!owner || owner.end + 10 > bytes.length) break
    const data = owner.end + 10
    const size = bytes.readUInt16BE(owner.end + 8)
    if (data + size > bytes.length) break
    const type = bytes.readUInt16BE(owner.end)
    answers.push({
      name: owner.name,
      type,
      class: bytes.readUInt16BE(owner.end + 2),
      ttl: bytes.readUInt32BE(owner.end + 4),
      size,
      data: dataOf(bytes, type, data, data + size),
    })
    at = data + size
  }
  return {
    rcode: bytes[3]! & 0x0f,
    name: question.name,
    type: bytes.readUInt16BE(question.end),
    class: bytes.readUInt16BE(question.end + 2),
    answers,
  }
}

const MX = 15
const TXT = 16
const SRV = 33
const DNAME = 39
const CAA = 257

type Data = Record<string, unknown>

/** Unknown types and malformed data are printed in hexadecimal. RFC 3597 5. */
const dataOf = (bytes: Buffer, type: number, at: number, end: number): Data =>
  knownData(bytes, type, at, end) ?? { Rdata: bytes.toString('hex', at, end) }

function knownData(bytes: Buffer, type: number, at: number, end: number): Data | undefined {
  const size = end - at
  const target = (from: number): string | undefined => (from < end ? nameAt(bytes, from)?.name : undefined)
  const named = (name: string, text: string | undefined, others: Data = {}): Data | undefined =>
    text === undefined ? undefined : { ...others, [name]: text }
  switch (type) {
    case TYPE.A:
      return size === 4 ? { A: bytes.subarray(at, end).join('.') } : undefined
    case TYPE.AAAA:
      return size === 16 ? { AAAA: ipv6Text(bytes, at) } : undefined
    case TYPE.CNAME:
    case DNAME:
      return named('Target', target(at))
    case TYPE.NS:
      return named('Ns', target(at))
    case TYPE.PTR:
      return named('Ptr', target(at))
    case MX:
      return size > 2 ? named('Mx', target(at + 2), { Preference: bytes.readUInt16BE(at) }) : undefined
    case TXT:
      return { Txt: stringsIn(bytes, at, end) }
    case SRV: {
      if (size <= 6) return undefined
      const [Priority, Weight, Port] = [0, 2, 4].map((offset) => bytes.readUInt16BE(at + offset))
      return named('Target', target(at + 6), { Priority, Weight, Port })
    }
    case TYPE.SVCB:
    case TYPE.HTTPS:
      return size > 2 ? named('Target', target(at + 2), { Priority: bytes.readUInt16BE(at) }) : undefined
    case TYPE.SOA:
      return zoneData(bytes, at, end)
    case CAA: {
      const tagEnd = size > 2 ? at + 2 + bytes[at + 1]! : end
      if (tagEnd >= end) return undefined
      const [Tag, Value] = [bytes.toString('latin1', at + 2, tagEnd), bytes.toString('latin1', tagEnd, end)]
      return { Flag: bytes[at], Tag, Value }
    }
    default:
      return undefined
  }
}

function zoneData(bytes: Buffer, at: number, end: number): Data | undefined {
  const server = nameAt(bytes, at)
  const mailbox = server && nameAt(bytes, server.end)
  if (!mailbox || mailbox.end + 20 !== end) return undefined
  const [Serial, Refresh, Retry, Expire, Minttl] = [0, 4, 8, 12, 16].map((offset) =>
    bytes.readUInt32BE(mailbox.end + offset),
  )
  return { Ns: server.name, Mbox: mailbox.name, Serial, Refresh, Retry, Expire, Minttl }
}

function stringsIn(bytes: Buffer, start: number, end: number): string[] {
  const strings: string[] = []
  for (let at = start; at < end; at += 1 + bytes[at]!)
    strings.push(bytes.toString('utf8', at + 1, Math.min(end, at + 1 + bytes[at]!)))
  return strings
}

/** RFC 5952 4: no leading zeros, and the longest run of two or more zero groups as `::`. */
function ipv6Text(bytes: Buffer, at: number): string {
  const groups = Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(at + 2 * i))
  let best = { from: 0, length: 1 }
  for (let from = 0; from < 8; from++) {
    let length = 0
    while (from + length < 8 && groups[from + length] === 0) length++
    if (length > best.length) best = { from, length }
  }
  const text = (some: readonly number[]): string => some.map((group) => group.toString(16)).join(':')
  if (best.length < 2) return text(groups)
  return `${text(groups.slice(0, best.from))}::${text(groups.slice(best.from + best.length))}`
}

/** A name that may be compressed, in lower case with its last dot, and the offset after it. */
function nameAt(bytes: Buffer, start: number): { name: string; end: number } | undefined {
  const read = readCompressedName(bytes, start)
  return read && { name: read.name === '.' ? '.' : `${read.name}.`, end: read.end }
}
