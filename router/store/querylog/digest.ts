import { isBlocked, type Line, messageAt, textsOfLine, verdictOfLine } from '../../model/dns/querylog/line.ts'
import { type Result, reasonOfVerdict, resultOf } from '../../model/dns/querylog/record.ts'
import type { VerdictKind } from '../../model/dns/querylog/verdict.ts'
import { HEADER_SIZE, TYPE } from '../../wire/dns/constants.ts'
import { readName } from '../../wire/dns/name.ts'

/** The fields of a line that are counted and indexed when it arrives. */
export interface LineDigest {
  /** Lower case, without the last dot. */
  readonly name: string
  /** The record type as a number (IANA). */
  readonly type: number
  readonly result: Result
  readonly verdict: VerdictKind
  readonly isBlocked: boolean
  /** The reason and the categories, in lower case. */
  readonly text: string
  /** The IPv4 addresses in the answer, as numbers. */
  readonly addresses: readonly number[]
}

/** At most so many addresses of a response are recorded. */
const MOST_ADDRESSES = 8

/** `batch` holds the line. Undefined for an invalid message. */
export function lineDigestOf(line: Line, batch: Buffer): LineDigest | undefined {
  const start = messageAt(line)
  const question = start + HEADER_SIZE
  if (question + 5 > line.end) return undefined
  const read = readName(batch, question)
  if (!read || read.end + 2 > line.end) return undefined
  const verdict = verdictOfLine(line)
  const rcode = batch[start + 3]! & 0x0f
  const answers = batch.readUInt16BE(start + 6)
  return {
    name: read.name,
    type: batch.readUInt16BE(read.end),
    result: resultOf(verdict, rcode, answers),
    verdict,
    isBlocked: isBlocked(verdict, rcode),
    text: textOf(line, verdict),
    addresses: addressesIn(batch, answers, read.end + 4, line.end),
  }
}

function textOf(line: Line, verdict: VerdictKind): string {
  const { by, categories } = textsOfLine(line)
  return [reasonOfVerdict(verdict, by), ...categories].join('\n').toLowerCase()
}

function addressesIn(bytes: Buffer, count: number, start: number, end: number): number[] {
  const addresses: number[] = []
  let at = start
  for (let left = count; left > 0 && addresses.length < MOST_ADDRESSES; left--) {
    const type = afterName(bytes, at, end)
    if (type + 10 > end) break
    const data = type + 10
    at = data + bytes.readUInt16BE(type + 8)
    if (at > end) break
    if (bytes.readUInt16BE(type) === TYPE.A && at - data === 4) addresses.push(bytes.readUInt32BE(data))
  }
  return addresses
}

/** Where a name ends; wherever its pointers lead, from here it is over. */
function afterName(bytes: Buffer, start: number, end: number): number {
  let at = start
  while (at < end && bytes[at] !== 0) {
    if (bytes[at]! >= 0xc0) return at + 2
    at += 1 + bytes[at]!
  }
  return at + 1
}
