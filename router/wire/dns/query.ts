import { CLASS_IN, FLAG, HEADER_SIZE, TYPE } from './constants.ts'
import { writeName } from './name.ts'
import { OPT_SIZE, type Question, writeOpt } from './question.ts'

/** A query to an upstream. It contains nothing that identifies the client. */
export interface Query {
  /** The question section, in lower case. */
  readonly section: Buffer
  readonly type: number
  readonly checkingDisabled: boolean
  readonly dnssec: boolean
}

export const queryFor = (question: Question): Query => ({
  section: lowered(question.section),
  type: question.type,
  checkingDisabled: question.checkingDisabled,
  dnssec: question.edns?.dnssec === true,
})

/** A query of the router's own for a name's addresses. Throws if the name is invalid. */
export function addressQuery(name: string): Query {
  const typeAndClass = Buffer.alloc(4)
  typeAndClass.writeUInt16BE(TYPE.A, 0)
  typeAndClass.writeUInt16BE(CLASS_IN, 2)
  const section = Buffer.concat([writeName(name.toLowerCase()), typeAndClass])
  return { section, type: TYPE.A, checkingDisabled: false, dnssec: false }
}

/** A query of the router's own for the name servers of the root. */
export function rootQuery(): Query {
  const section = Buffer.alloc(5)
  section.writeUInt16BE(TYPE.NS, 1)
  section.writeUInt16BE(CLASS_IN, 3)
  return { section, type: TYPE.NS, checkingDisabled: false, dnssec: false }
}

const lowered = (section: Buffer): Buffer => {
  const copy = Buffer.from(section)
  // Only the name: type and class follow it. A length byte is below 64, so it is never taken for a letter.
  for (let i = 0; i < copy.length - 4; i++) if (copy[i]! >= 0x41 && copy[i]! <= 0x5a) copy[i]! += 0x20
  return copy
}

/** The padding option of EDNS, and the size of an option's header. RFC 7830. */
const PADDING = 12
const OPTION_HEAD = 4
/** Queries over TLS are padded to multiples of this, so that their length does not reveal the name. RFC 8467 §4.1. */
const PADDED_TO = 128

/** `plain` is for servers without EDNS, `padded` for encrypted connections. */
export function encodeQuery(query: Query, id: number, form: 'plain' | 'edns' | 'padded'): Buffer {
  const { section, checkingDisabled, dnssec } = query
  const end = HEADER_SIZE + section.length
  const optEnd = end + (form === 'plain' ? 0 : OPT_SIZE)
  const length = form === 'padded' ? Math.ceil((optEnd + OPTION_HEAD) / PADDED_TO) * PADDED_TO : optEnd
  const out = Buffer.allocUnsafe(length).fill(0)
  out.writeUInt16BE(id, 0)
  out[2] = FLAG.RD
  out[3] = FLAG.AD | (checkingDisabled ? FLAG.CD : 0)
  out.writeUInt16BE(1, 4)
  section.copy(out, HEADER_SIZE)
  if (form === 'plain') return out
  out.writeUInt16BE(1, 10)
  writeOpt(out, end, { dnssec, rcode: 0 })
  if (form === 'edns') return out
  out.writeUInt16BE(length - optEnd, optEnd - 2)
  out.writeUInt16BE(PADDING, optEnd)
  out.writeUInt16BE(length - optEnd - OPTION_HEAD, optEnd + 2)
  return out
}
