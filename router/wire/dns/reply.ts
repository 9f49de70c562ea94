import { type Ip, ipToNumber } from '../../values/ip.ts'
import { type Answer, NO_NAMES } from './answer.ts'
import { CLASS_IN, FLAG, HEADER_SIZE, PLAIN_UDP_SIZE, RCODE, TYPE, UDP_SIZE } from './constants.ts'
import { writeName } from './name.ts'
import { OPT_SIZE, type Question, writeOpt } from './question.ts'

/** A record of the router's own. Its owner is the name in the question, or `zone`. */
export interface OwnRecord {
  readonly zone?: string
  readonly type: number
  readonly ttl: number
  readonly data: Buffer
}

export function addressRecord(ip: Ip, ttl: number): OwnRecord {
  const data = Buffer.alloc(4)
  data.writeUInt32BE(ipToNumber(ip))
  return { type: TYPE.A, ttl, data }
}

/** `ip`: an IPv6 address without an embedded IPv4 address in dotted text. */
export function address6Record(ip: string, ttl: number): OwnRecord {
  const [before = '', after] = ip.split('::')
  const groups = (text = ''): string[] => text.split(':').filter(Boolean)
  const left = groups(before)
  const right = groups(after)
  const data = Buffer.alloc(16)
  for (const [index, group] of left.entries()) data.writeUInt16BE(Number.parseInt(group, 16), index * 2)
  for (const [index, group] of right.entries())
    data.writeUInt16BE(Number.parseInt(group, 16), 16 - (right.length - index) * 2)
  return { type: TYPE.AAAA, ttl, data }
}

export const pointerRecord = (name: string, ttl: number): OwnRecord => ({ type: TYPE.PTR, ttl, data: writeName(name) })

/** A SOA record, whose minimum is the TTL of negative answers. RFC 2308 §3. */
export function zoneRecord(zone: string, ttl: number): OwnRecord {
  const numbers = Buffer.alloc(20)
  for (const [i, value] of [1, 3600, 600, 86_400, ttl].entries()) numbers.writeUInt32BE(value, i * 4)
  return { zone, type: TYPE.SOA, ttl, data: Buffer.concat([writeName(zone), writeName(`hostmaster.${zone}`), numbers]) }
}

export interface OwnAnswer {
  readonly rcode: number
  readonly authoritative?: boolean
  readonly answers?: readonly OwnRecord[]
  readonly authority?: readonly OwnRecord[]
}

/** Builds an answer of the router's own. */
export function compose(question: Question, own: OwnAnswer): Answer {
  const { rcode, authoritative = false, answers = [], authority = [] } = own
  const header = Buffer.alloc(HEADER_SIZE)
  header[2] = FLAG.QR | (authoritative ? FLAG.AA : 0)
  header[3] = rcode
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers.length, 6)
  header.writeUInt16BE(authority.length, 8)
  const parts = [header, question.section]
  const ttlAt: number[] = []
  let at = HEADER_SIZE + question.section.length
  for (const { zone, type, ttl, data } of [...answers, ...authority]) {
    const owner = zone === undefined ? Buffer.from([0xc0, HEADER_SIZE]) : writeName(zone)
    const fixed = Buffer.alloc(10)
    fixed.writeUInt16BE(type, 0)
    fixed.writeUInt16BE(CLASS_IN, 2)
    fixed.writeUInt32BE(ttl, 4)
    fixed.writeUInt16BE(data.length, 8)
    ttlAt.push(at + owner.length + 4)
    at += owner.length + 10 + data.length
    parts.push(owner, fixed, data)
  }
  return {
    bytes: Buffer.concat(parts),
    rcode,
    ttlAt,
    ttl: 0,
    privateAddress: undefined,
    cnameTargets: NO_NAMES,
    serviceTargets: NO_NAMES,
  }
}

/** The largest UDP response for this client. */
export const datagramLimit = (question: Question): number =>
  question.edns ? Math.min(question.edns.udpSize, UDP_SIZE) : PLAIN_UDP_SIZE

/** The TTL of an expired record. RFC 8767 §4. */
const STALE_TTL = 30

/**
 * Encodes an answer for one client, with its ID, case and flags, TTLs lowered by the answer's age, and an OPT record if it sent
 * one. A response of more than `limit` bytes becomes an empty one with the TC bit. RFC 2181 §9.
 */
export function encodeReply(answer: Answer, question: Question, ageSeconds: number, limit: number): Buffer {
  const { section, edns } = question
  const optSize = edns ? OPT_SIZE : 0
  const fits = answer.bytes.length + optSize <= limit
  const body = fits ? answer.bytes.length : HEADER_SIZE + section.length
  const out = Buffer.allocUnsafe(body + optSize)
  answer.bytes.copy(out, 0, 0, body)
  out.writeUInt16BE(question.id, 0)
  out[2] = FLAG.QR | (out[2]! & FLAG.AA) | (question.recursionDesired ? FLAG.RD : 0) | (fits ? 0 : FLAG.TC)
  out[3] =
    FLAG.RA |
    (question.authenticity ? out[3]! & FLAG.AD : 0) |
    (question.checkingDisabled ? FLAG.CD : 0) |
    (answer.rcode & FLAG.RCODE)
  section.copy(out, HEADER_SIZE)
  if (!fits) out.fill(0, 6, HEADER_SIZE)
  else if (ageSeconds > 0) lowerTtls(out, 0, answer, ageSeconds)
  if (edns) {
    out.writeUInt16BE(out.readUInt16BE(10) + 1, 10)
    writeOpt(out, body, { dnssec: edns.dnssec, rcode: answer.rcode })
  }
  return out
}

/** Writes the remaining TTLs to a message that begins at `start` and has the answer's records. */
export function lowerTtls(out: Buffer, start: number, { bytes, ttlAt }: Answer, ageSeconds: number): void {
  for (const at of ttlAt) {
    const ttl = bytes.readUInt32BE(at)
    out.writeUInt32BE(ttl > ageSeconds ? ttl - ageSeconds : STALE_TTL, start + at)
  }
}

/** An answer without records. */
export const empty = (question: Question, rcode: number = RCODE.NOERROR): Answer => compose(question, { rcode })
