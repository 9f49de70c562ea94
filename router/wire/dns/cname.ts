import { type Answer, NAME_AT } from './answer.ts'
import { CLASS_IN, FLAG, HEADER_SIZE, TYPE } from './constants.ts'
import { writeName } from './name.ts'
import type { Question } from './question.ts'

/** The highest offset of a compression pointer. RFC 1035 §4.1.4. */
const FARTHEST = 0x3fff
const POINTER = 0xc0

/** The same question with another name, in plain labels without the last dot. */
export function questionFor(question: Question, name: string): Question {
  const typeAndClass = question.section.subarray(question.section.length - 4)
  return { ...question, name, section: Buffer.concat([writeName(name), typeAndClass]) }
}

/**
 * Makes the name of `question` a CNAME of `target`'s, followed by the answer to `target`. RFC 1034 §3.6.2. `ttl`, in seconds, is
 * that of the CNAME record.
 */
export function withCname(question: Question, target: Question, { bytes, ...of }: Answer, ttl: number): Answer {
  const name = target.section.subarray(0, target.section.length - 4)
  const cname = Buffer.alloc(12 + name.length)
  cname.writeUInt16BE((POINTER << 8) | HEADER_SIZE, 0)
  cname.writeUInt16BE(TYPE.CNAME, 2)
  cname.writeUInt16BE(CLASS_IN, 4)
  cname.writeUInt32BE(ttl, 6)
  cname.writeUInt16BE(name.length, 10)
  name.copy(cname, 12)

  const nameAt = HEADER_SIZE + question.section.length + 12
  const recordsFrom = HEADER_SIZE + target.section.length
  const recordsAt = nameAt + name.length
  const out = Buffer.concat([bytes.subarray(0, HEADER_SIZE), question.section, cname, bytes.subarray(recordsFrom)])
  out[2]! &= ~FLAG.AA
  out[3]! &= ~FLAG.AD
  const records = countsOf(bytes)
  out.writeUInt16BE(bytes.readUInt16BE(6) + 1, 6)
  // Pointers to the question's name now point to the CNAME's target, and pointers to records to their new offsets.
  const moved = (to: number): number => (to < recordsFrom ? to - HEADER_SIZE + nameAt : to - recordsFrom + recordsAt)
  if (!movePointers(out, recordsAt, records, moved)) {
    out.writeUInt16BE(1, 6)
    out.fill(0, 8, HEADER_SIZE)
    return { ...of, bytes: out.subarray(0, recordsAt), ttlAt: [], ttl: 0 }
  }
  return { ...of, bytes: out, ttlAt: of.ttlAt.map((at) => at - recordsFrom + recordsAt) }
}

const countsOf = (bytes: Buffer): number => bytes.readUInt16BE(6) + bytes.readUInt16BE(8) + bytes.readUInt16BE(10)

/** False if a new offset exceeds that of a pointer. */
function movePointers(bytes: Buffer, start: number, records: number, moved: (to: number) => number): boolean {
  let at = start
  for (let left = records; left > 0; left--) {
    const type = movePointer(bytes, at, moved)
    if (type < 0) return false
    const data = type + 10
    const offset = NAME_AT.get(bytes.readUInt16BE(type))
    if (offset !== undefined) {
      const end = movePointer(bytes, data + offset, moved)
      if (end < 0) return false
      if (bytes.readUInt16BE(type) === TYPE.SOA && movePointer(bytes, end, moved) < 0) return false
    }
    at = data + bytes.readUInt16BE(type + 8)
  }
  return true
}

/** The offset after the name at `at`; -1 if its new target is too far. */
function movePointer(bytes: Buffer, at: number, moved: (to: number) => number): number {
  let label = at
  while (bytes[label]! > 0 && bytes[label]! < POINTER) label += 1 + bytes[label]!
  if (bytes[label]! === 0) return label + 1
  const to = moved(bytes.readUInt16BE(label) & FARTHEST)
  if (to > FARTHEST) return -1
  bytes.writeUInt16BE((POINTER << 8) | to, label)
  return label + 2
}
