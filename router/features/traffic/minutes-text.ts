import type { Counts } from './change.ts'

const encoder = new TextEncoder()
/** What comes before each of the four counts of a `NetCount`, after its address. */
const FIELDS = ['{"LanIn":', ',"LanOut":', ',"WanIn":', ',"WanOut":'].map((text) => encoder.encode(text))
const [COMMA, QUOTE, COLON, OPEN, CLOSE, ZERO] = [...encoder.encode(',":{}0')] as [
  number,
  number,
  number,
  number,
  number,
  number,
]
/** The longest address, its quotes, all fields, and four counts of up to 16 digits. */
const MOST_BYTES = 17 + FIELDS.reduce((sum, { length }) => sum + length, 0) + 4 * 16 + 3

/**
 * One minute of the history as JSON: a map from address to `NetCount`. Written byte by byte: a day of 1,000 devices is more
 * than a million entries, and as text most of the time would go into joining it.
 */
export function minuteText(entries: ReadonlyMap<string, Counts>): Uint8Array {
  const bytes = new Uint8Array(2 + entries.size * MOST_BYTES)
  let at = 0
  bytes[at++] = OPEN
  for (const [address, counts] of entries) {
    if (at > 1) bytes[at++] = COMMA
    bytes[at++] = QUOTE
    for (let i = 0; i < address.length; i++) bytes[at++] = address.charCodeAt(i)
    bytes[at++] = QUOTE
    bytes[at++] = COLON
    for (let field = 0; field < FIELDS.length; field++) {
      const name = FIELDS[field]!
      bytes.set(name, at)
      at = writeNumber(bytes, at + name.length, counts[field]!)
    }
    bytes[at++] = CLOSE
  }
  bytes[at++] = CLOSE
  return bytes.subarray(0, at)
}

/** Up to here division of whole numbers stays one of integers, which takes a third of the time. */
const MOST_INT32 = 2 ** 31 - 1
const BILLION = 1e9

/** A whole number from 0 to 2^53 in decimal digits. Gives where it ends. */
function writeNumber(bytes: Uint8Array, start: number, value: number): number {
  if (value <= MOST_INT32) return writeDigits(bytes, start, value, 1)
  const upper = Math.floor(value / BILLION)
  return writeDigits(bytes, writeDigits(bytes, start, upper, 1), value - upper * BILLION, 9)
}

/** An integer of up to 31 bits in at least so many digits. */
function writeDigits(bytes: Uint8Array, start: number, value: number, least: number): number {
  let digits = least
  for (let power = 10 ** least; power <= value; power *= 10) digits++
  let rest = value
  for (let at = start + digits - 1; at >= start; at--) {
    const tenth = (rest / 10) | 0
    bytes[at] = ZERO + (rest - 10 * tenth)
    rest = tenth
  }
  return start + digits
}
