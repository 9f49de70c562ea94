import { type Ip, numberToIp } from '../../values/ip.ts'
import { firstAddress, insideV6, privateAddress, type RecordAt } from './address.ts'
import { FLAG, HEADER_SIZE, RCODE, TYPE } from './constants.ts'
import { expandedName, plainNameEnd, skipName } from './name.ts'
import type { Query } from './query.ts'

/** An answer that can be sent to any client with the same question. `encodeReply` adds the client's ID and case. */
export interface Answer {
  /** Header, question, records. No OPT: that belongs to one hop. */
  readonly bytes: Buffer
  readonly rcode: number
  /** Offsets of the TTLs in `bytes`. */
  readonly ttlAt: readonly number[]
  /** Seconds; 0 if it must not be cached. */
  readonly ttl: number
  /** The first address that is not public. */
  readonly privateAddress: string | undefined
  /** Targets of CNAME records, without compression pointers. */
  readonly cnameTargets: readonly Uint8Array[]
  /** Targets of SVCB and HTTPS records, except for the owner itself. RFC 9460 §2.4, §2.5. */
  readonly serviceTargets: readonly Uint8Array[]
  /** In a SERVFAIL of the router's own: why no upstream had a usable answer. */
  readonly failure?: string
}

export const NO_NAMES: readonly Uint8Array[] = []

/** An upstream's response. `truncated`: to be repeated over TCP. */
export type ReceivedAnswer = { readonly kind: 'answer'; readonly answer: Answer } | { readonly kind: 'truncated' }

/** The longest TTL of records and of negative answers in the cache, in seconds. */
const LONGEST = 86_400
const LONGEST_NEGATIVE = 3_600

/** Whether `bytes` is a response to this query: ID, question, and the QR bit. Names may differ in case. */
export function belongs(bytes: Buffer, query: Query, id: number): boolean {
  const end = HEADER_SIZE + query.section.length
  if (bytes.length < HEADER_SIZE || bytes.readUInt16BE(0) !== id) return false
  if (!(bytes[2]! & FLAG.QR) || bytes[2]! & FLAG.OPCODE) return false
  // A server that could not parse the query may omit the question; the response can then only be an error.
  if (bytes.length === HEADER_SIZE && bytes.readUInt16BE(4) === 0) return (bytes[3]! & FLAG.RCODE) !== 0
  if (bytes.length < end || bytes.readUInt16BE(4) !== 1) return false
  const { section } = query
  for (let i = 0; i < section.length; i++) {
    const byte = bytes[HEADER_SIZE + i]!
    const isName = i < section.length - 4
    if ((isName && byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte) !== section[i]) return false
  }
  return true
}

/** How an answer was received. */
export interface AnswerTransport {
  /** Over an authenticated connection. */
  readonly secure: boolean
  /** Whole seconds that it had been in an HTTP cache. */
  readonly ageSeconds?: number
}

/**
 * Decodes an answer that belongs to the query. Undefined if a record is malformed or exceeds the message. The result has its own
 * bytes, with bounded TTLs and without the AA bit, and with the AD bit only if `secure`. The TTL of a negative answer is also
 * written to its SOA record, which clients read. RFC 2308 §5.
 */
export function readAnswer(
  received: Buffer,
  query: Query,
  { secure, ageSeconds = 0 }: AnswerTransport,
): ReceivedAnswer | undefined {
  if (received.length === HEADER_SIZE) return { kind: 'answer', answer: bare(query, received[3]! & FLAG.RCODE) }
  if (received[2]! & FLAG.TC) return { kind: 'truncated' }

  const walk = walkRecords(received, query)
  if (!walk) return undefined
  const rcode = (received[3]! & FLAG.RCODE) | walk.extendedRcode
  const bytes = allocate(walk.end)
  received.copy(bytes, 0, 0, walk.end)
  bytes[2]! &= ~FLAG.AA
  if (!secure) bytes[3]! &= ~FLAG.AD
  bytes.writeUInt16BE(walk.additional, 10)
  const aged = (ttl: number): number => Math.max(0, ttl - ageSeconds)
  for (const at of walk.ttlAt) bytes.writeUInt32BE(aged(boundedTtl(bytes.readUInt32BE(at))), at)
  if (walk.negative) bytes.writeUInt32BE(aged(walk.negative.ttl), walk.negative.at)
  const ttl = aged(lifetime(rcode, walk))
  const { ttlAt, privateAddress, cnameAt, targetAt } = walk
  const namesAt = (places: readonly number[]) =>
    places.length === 0 ? NO_NAMES : places.map((at) => expandedName(bytes, at))
  const answer = {
    bytes,
    rcode,
    ttlAt,
    ttl,
    privateAddress,
    cnameTargets: namesAt(cnameAt),
    serviceTargets: namesAt(targetAt),
  }
  return { kind: 'answer', answer }
}

/** Small, because one cached answer keeps its whole slab in memory. */
const SLAB_BYTES = 1024
let slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
let slabUsed = 0

/** Memory for an answer. Short answers share slabs: an `ArrayBuffer` for each costs V8 a tenth of a forwarded query. */
function allocate(length: number): Buffer {
  if (length > SLAB_BYTES / 4) return Buffer.allocUnsafeSlow(length)
  if (slabUsed + length > SLAB_BYTES) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
    slabUsed = 0
  }
  const start = slabUsed
  slabUsed += length
  return slab.subarray(start, slabUsed)
}

/** The IPv4 addresses in an answer, including those of CNAME targets. Its records have been checked. */
export function addressesIn({ bytes }: Answer): Ip[] {
  const addresses: Ip[] = []
  for (const { type, data, next } of recordsIn(bytes, bytes.readUInt16BE(6)))
    if (type === TYPE.A && next - data === 4) addresses.push(numberToIp(bytes.readUInt32BE(data)))
  return addresses
}

/** The first of `ips` in a record of any section, as an address or an address hint. Its records have been checked. */
export function addressAmong({ bytes }: Answer, ips: ReadonlySet<Ip>): Ip | undefined {
  const v4 = (_: Buffer, at: number): Ip | undefined => {
    const ip = numberToIp(bytes.readUInt32BE(at))
    return ips.has(ip) ? ip : undefined
  }
  const wanted = { v4, v6: (_: Buffer, at: number) => insideV6(bytes, at, v4) }
  const records = bytes.readUInt16BE(6) + bytes.readUInt16BE(8) + bytes.readUInt16BE(10)
  for (const record of recordsIn(bytes, records)) {
    const found = firstAddress(bytes, record, wanted)
    if (found !== undefined) return found
  }
  return undefined
}

/** The first `count` records of a message whose records have been checked. */
function* recordsIn(bytes: Buffer, count: number): Generator<RecordAt, void, undefined> {
  let at = skipName(bytes, HEADER_SIZE) + 4
  for (let left = count; left > 0; left--) {
    const start = skipName(bytes, at)
    const data = start + 10
    at = data + bytes.readUInt16BE(start + 8)
    yield { type: bytes.readUInt16BE(start), data, next: at }
  }
}

function bare(query: Query, rcode: number): Answer {
  const bytes = Buffer.concat([Buffer.alloc(HEADER_SIZE), query.section])
  bytes[2] = FLAG.QR
  bytes[3] = rcode
  bytes.writeUInt16BE(1, 4)
  return {
    bytes,
    rcode,
    ttlAt: [],
    ttl: 0,
    privateAddress: undefined,
    cnameTargets: NO_NAMES,
    serviceTargets: NO_NAMES,
  }
}

/** The offset of the name in the data of a record, for types whose names may be compressed (RFC 3597 §4), and SRV. */
export const NAME_AT: ReadonlyMap<number, number> = new Map([
  [TYPE.NS, 0],
  [TYPE.CNAME, 0],
  [TYPE.SOA, 0],
  [TYPE.PTR, 0],
  [TYPE.MX, 2],
  [TYPE.SRV, 6],
  [TYPE.DNAME, 0],
])
/** The offset of the target name of an SVCB or HTTPS record, which is never compressed. RFC 9460 §2.2. */
const TARGET_AT = 2
/** CNAME and service targets that an answer may have. Each takes up to 255 bytes, although a pointer to it takes two. */
const MOST_TARGETS = 64
const isService = (type: number): boolean => type === TYPE.SVCB || type === TYPE.HTTPS
/** The numbers after the names of a SOA record. */
const SOA_NUMBERS = 20

/** Whether addresses have their size, and names are valid and within the data. Not every device checks that. */
function isSound(bytes: Buffer, type: number, data: number, next: number): boolean {
  if (type === TYPE.A) return next - data === 4
  if (type === TYPE.AAAA) return next - data === 16
  if (isService(type)) {
    const end = plainNameEnd(bytes, data + TARGET_AT)
    return end >= 0 && end <= next
  }
  const offset = NAME_AT.get(type)
  if (offset === undefined) return true
  const end = skipName(bytes, data + offset)
  if (type !== TYPE.SOA) return end === next
  return end >= 0 && end < next && skipName(bytes, end) + SOA_NUMBERS === next
}

interface Walk {
  ttlAt: number[]
  /** The lowest TTL of all records. */
  lowest: number
  /** Whether there is a record of the queried type. */
  found: boolean
  /** The negative TTL of the SOA record, and the offset of the record's TTL. Undefined without one. RFC 2308 5. */
  negative: { readonly ttl: number; readonly at: number } | undefined
  /** The upper bits, from the OPT record. RFC 6891 6.1.3. */
  extendedRcode: number
  privateAddress: string | undefined
  /** Offsets of the targets of CNAME records. */
  cnameAt: number[]
  /** Offsets of the target names of SVCB and HTTPS records. */
  targetAt: number[]
  end: number
  additional: number
}

const boundedTtl = (ttl: number): number => (ttl > 0x7fffffff ? 0 : Math.min(ttl, LONGEST)) // RFC 2181 8

function walkRecords(bytes: Buffer, query: Query): Walk | undefined {
  const answers = bytes.readUInt16BE(6)
  const authorityEnd = answers + bytes.readUInt16BE(8)
  const total = authorityEnd + bytes.readUInt16BE(10)
  const walk: Walk = {
    ttlAt: [],
    lowest: LONGEST,
    found: false,
    negative: undefined,
    extendedRcode: 0,
    privateAddress: undefined,
    cnameAt: [],
    targetAt: [],
    end: HEADER_SIZE + query.section.length,
    additional: 0,
  }
  for (let i = 0; i < total; i++) {
    const at = skipName(bytes, walk.end)
    if (at < 0 || at + 10 > bytes.length) return undefined
    const type = bytes.readUInt16BE(at)
    const data = at + 10
    const next = data + bytes.readUInt16BE(at + 8)
    if (next > bytes.length) return undefined
    if (type === TYPE.OPT) {
      if (i < authorityEnd) return undefined
      walk.extendedRcode = bytes[at + 4]! << 4
      // The rest of the additional section is optional. Omitting it keeps pointers into the other records valid.
      break
    }
    if (!isSound(bytes, type, data, next)) return undefined
    const ttl = boundedTtl(bytes.readUInt32BE(at + 4))
    walk.ttlAt.push(at + 4)
    walk.lowest = Math.min(walk.lowest, ttl)
    if (i < answers && (type === query.type || query.type === TYPE.ANY)) walk.found = true
    if (type === TYPE.SOA && i >= answers && i < authorityEnd) {
      walk.negative = { ttl: Math.min(ttl, boundedTtl(bytes.readUInt32BE(next - 4)), LONGEST_NEGATIVE), at: at + 4 }
    }
    walk.privateAddress ??= privateAddress(bytes, type, data, next)
    // In any section: the records of an HTTPS target may be in the additional section. RFC 9460 §4.2.
    if (type === TYPE.CNAME) walk.cnameAt.push(data)
    // The root as a target is the owner of the record, or no service. RFC 9460 §2.5.
    if (isService(type) && bytes[data + TARGET_AT] !== 0) walk.targetAt.push(data + TARGET_AT)
    if (walk.cnameAt.length + walk.targetAt.length > MOST_TARGETS) return undefined
    if (i >= authorityEnd) walk.additional++
    walk.end = next
  }
  return walk
}

function lifetime(rcode: number, walk: Walk): number {
  if (rcode === RCODE.NOERROR && walk.found) return walk.lowest
  if (rcode === RCODE.NOERROR || rcode === RCODE.NXDOMAIN) return Math.min(walk.negative?.ttl ?? 0, walk.lowest)
  return 0
}
