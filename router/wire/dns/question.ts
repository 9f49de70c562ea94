import { CLASS_IN, FLAG, HEADER_SIZE, PLAIN_UDP_SIZE, RCODE, TYPE, UDP_SIZE } from './constants.ts'
import { readName, skipName } from './name.ts'

/** A client's query: one question, and the client's options. */
export interface Question {
  readonly id: number
  /** Lower case, without the last dot; `.` is the root. Unusual bytes are escaped. */
  readonly name: string
  readonly type: number
  /** The question section in the client's case, which the response repeats. */
  readonly section: Buffer
  readonly recursionDesired: boolean
  readonly checkingDisabled: boolean
  /** The client understands the AD bit in a response. RFC 6840 §5.7. */
  readonly authenticity: boolean
  readonly edns: Edns | undefined
}

export interface Edns {
  /** The largest UDP response that the client can receive. */
  readonly udpSize: number
  /** The DO bit: include signatures. RFC 3225. */
  readonly dnssec: boolean
}

/** A query that is not accepted, and the complete error response. */
export interface RejectedQuery {
  readonly rcode: number
  readonly reply: Buffer
}

/** Decodes a query. Undefined for a message that must not be answered: too short, or a response. */
export function readQuestion(bytes: Buffer): Question | RejectedQuery | undefined {
  if (bytes.length < HEADER_SIZE || bytes[2]! & FLAG.QR) return undefined
  if (bytes[2]! & FLAG.OPCODE) return fault(bytes, RCODE.NOTIMP)
  if (bytes.readUInt16BE(4) !== 1 || bytes.readUInt16BE(6) !== 0 || bytes.readUInt16BE(8) !== 0) {
    return fault(bytes, RCODE.FORMERR)
  }
  const read = readName(bytes, HEADER_SIZE)
  if (!read || read.end + 4 > bytes.length) return fault(bytes, RCODE.FORMERR)
  const end = read.end + 4
  const type = bytes.readUInt16BE(read.end)
  if (bytes.readUInt16BE(read.end + 2) !== CLASS_IN) return fault(bytes, RCODE.REFUSED)
  if (type === TYPE.AXFR || type === TYPE.IXFR || type === TYPE.OPT) return fault(bytes, RCODE.REFUSED)

  const edns = readEdns(bytes, end, bytes.readUInt16BE(10))
  if (edns === 'malformed') return fault(bytes, RCODE.FORMERR)
  if (edns === 'unknown version') return badVersion(bytes, end)
  return {
    id: bytes.readUInt16BE(0),
    name: read.name,
    type,
    section: bytes.subarray(HEADER_SIZE, end),
    recursionDesired: (bytes[2]! & FLAG.RD) !== 0,
    checkingDisabled: (bytes[3]! & FLAG.CD) !== 0,
    authenticity: (bytes[3]! & FLAG.AD) !== 0 || edns?.dnssec === true,
    edns,
  }
}

/** RFC 6891 6.1.1: at most one OPT, owned by the root. Other additional records, such as a signature, are ignored. */
function readEdns(bytes: Buffer, start: number, count: number): Edns | undefined | 'malformed' | 'unknown version' {
  let at = start
  let edns: Edns | undefined
  for (let i = 0; i < count; i++) {
    const owner = at
    at = skipName(bytes, at)
    if (at < 0 || at + 10 > bytes.length) return 'malformed'
    const next = at + 10 + bytes.readUInt16BE(at + 8)
    if (next > bytes.length) return 'malformed'
    if (bytes.readUInt16BE(at) === TYPE.OPT) {
      if (edns || bytes[owner] !== 0) return 'malformed'
      if (bytes[at + 5] !== 0) return 'unknown version'
      edns = {
        udpSize: Math.max(PLAIN_UDP_SIZE, bytes.readUInt16BE(at + 2)),
        dnssec: (bytes[at + 6]! & 0x80) !== 0,
      }
    }
    at = next
  }
  return edns
}

const errorHeader = (bytes: Buffer, rcode: number): Buffer => {
  const reply = Buffer.alloc(HEADER_SIZE)
  bytes.copy(reply, 0, 0, 2)
  reply[2] = FLAG.QR | (bytes[2]! & (FLAG.OPCODE | FLAG.RD))
  reply[3] = FLAG.RA | (rcode & FLAG.RCODE)
  return reply
}

const fault = (bytes: Buffer, rcode: number): RejectedQuery => ({ rcode, reply: errorHeader(bytes, rcode) })

function badVersion(bytes: Buffer, end: number): RejectedQuery {
  const header = errorHeader(bytes, RCODE.BADVERS)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(1, 10)
  const reply = Buffer.concat([header, bytes.subarray(HEADER_SIZE, end)], end + OPT_SIZE)
  writeOpt(reply, end, { dnssec: false, rcode: RCODE.BADVERS })
  return { rcode: RCODE.BADVERS, reply }
}

/** Bytes of an OPT record without options. RFC 6891 6.1.2. */
export const OPT_SIZE = 11

/** Writes an OPT record without options to the `OPT_SIZE` bytes at `at`. */
export function writeOpt(out: Buffer, at: number, { dnssec, rcode }: { dnssec: boolean; rcode: number }): void {
  out[at] = 0
  out.writeUInt16BE(TYPE.OPT, at + 1)
  out.writeUInt16BE(UDP_SIZE, at + 3)
  out[at + 5] = rcode >> 4
  out[at + 6] = 0
  out.writeUInt16BE(dnssec ? 0x8000 : 0, at + 7)
  out.writeUInt16BE(0, at + 9)
}
