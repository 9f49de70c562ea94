import { type Answer, NO_NAMES } from './answer.ts'
import { CLASS_IN, FLAG, HEADER_SIZE, RCODE, TYPE } from './constants.ts'
import type { Question } from './question.ts'

/** Seconds. Short, since the owner may change the rules at any time. */
const TTL = 10
const POINTER_SIZE = 2
const POINTER = 0xc000

/** The header of a response with one record in its authority section. */
const HEADER = Buffer.alloc(HEADER_SIZE)
HEADER[2] = FLAG.QR | FLAG.AA
HEADER.writeUInt16BE(1, 4)
HEADER.writeUInt16BE(1, 8)

/** A SOA record without its owner. Primary server and mailbox are pointers to the owner, too. RFC 1035 §3.3.13. */
const RECORD = Buffer.alloc(10 + 2 * POINTER_SIZE + 20)
RECORD.writeUInt16BE(TYPE.SOA, 0)
RECORD.writeUInt16BE(CLASS_IN, 2)
RECORD.writeUInt32BE(TTL, 4)
RECORD.writeUInt16BE(RECORD.length - 10, 8)
const NUMBERS = 10 + 2 * POINTER_SIZE
for (const [index, value] of [1, 3600, 600, 86_400, TTL].entries()) RECORD.writeUInt32BE(value, NUMBERS + index * 4)

/**
 * A negative answer of the router's own: NXDOMAIN, or NODATA with `rcode` NOERROR. The zone is the name at offset `at` of the
 * question section: the whole name or one of its parents. Its SOA record sets the TTL. RFC 2308 §3, §5.
 */
export function denial({ section }: Question, at: number, rcode: number = RCODE.NXDOMAIN): Answer {
  const owner = HEADER_SIZE + section.length
  const record = owner + POINTER_SIZE
  const bytes = Buffer.allocUnsafe(record + RECORD.length)
  HEADER.copy(bytes, 0)
  bytes[3] = rcode
  section.copy(bytes, HEADER_SIZE)
  RECORD.copy(bytes, record)
  const pointer = POINTER | (HEADER_SIZE + at)
  bytes.writeUInt16BE(pointer, owner)
  bytes.writeUInt16BE(pointer, record + 10)
  bytes.writeUInt16BE(pointer, record + 10 + POINTER_SIZE)
  return {
    bytes,
    rcode,
    ttlAt: [record + 4],
    ttl: 0,
    privateAddress: undefined,
    cnameTargets: NO_NAMES,
    serviceTargets: NO_NAMES,
  }
}
