import { type Counts, eachChange } from '../../../model/traffic/flows/change.ts'

const encoder = new TextEncoder()
/** What comes before each of the four counts of a `NetCount`, the first one after its address. */
const [FIRST, ...OTHERS] = ['":{"LanIn":', ',"LanOut":', ',"WanIn":', ',"WanOut":'] as const
const FIELDS = OTHERS.map((text) => encoder.encode(text))
const COUNTS = 4
const [COMMA, OPEN, CLOSE, ZERO] = [...encoder.encode(',{}0')] as [number, number, number, number]
/** Four counts of up to 16 digits, three field names, a comma and a brace. */
const MOST_BYTES = 4 * 16 + FIELDS.reduce((sum, { length }) => sum + length, 0) + 2

/** An address, and where its counts are. */
interface Row {
  /** `"192.168.2.6":{"LanIn":` */
  readonly head: Uint8Array
  readonly at: number
}

/**
 * The history as JSON, minute by minute from the newest to older ones: for each a map from address to `NetCount`.
 */
export interface MinutesText {
  /** The present minute, after one more character. Addresses without traffic are left out. */
  text(before: '[' | ','): Uint8Array
  /** Go to the minute before: take off by how much this one differs from it (`encodeChange`). */
  subtract(change: Uint8Array): void
}

/**
 * Begins with these totals by owner; an owner without an address is left out, and owners with the same one are added up.
 * Written byte by byte into numbers that are changed in place: an hour of 1,000 devices is 60,000 entries.
 */
export function openMinutesText(
  totals: ReadonlyMap<number, Counts>,
  addressOf: (owner: number) => string | undefined,
): MinutesText {
  const rows: Row[] = []
  const rowByAddress = new Map<string, Row>()
  const rowByOwner = new Map<number, Row | undefined>()
  let counts = new Float64Array(COUNTS * Math.max(16, totals.size))
  let headBytes = 0
  /** Larger than a text comes out: what is returned is a copy of what was needed. */
  let room = new Uint8Array()

  const rowOf = (owner: number): Row | undefined => {
    if (rowByOwner.has(owner)) return rowByOwner.get(owner)
    const address = addressOf(owner)
    const row = address === undefined ? undefined : (rowByAddress.get(address) ?? addRow(address))
    rowByOwner.set(owner, row)
    return row
  }
  const addRow = (address: string): Row => {
    const row = { head: encoder.encode(`"${address}${FIRST}`), at: rows.length * COUNTS }
    if (row.at === counts.length) {
      const larger = new Float64Array(counts.length * 2)
      larger.set(counts)
      counts = larger
    }
    rows.push(row)
    rowByAddress.set(address, row)
    headBytes += row.head.length
    return row
  }
  const add = (owner: number, sign: 1 | -1, lanIn: number, lanOut: number, wanIn: number, wanOut: number): void => {
    const row = rowOf(owner)
    if (!row) return
    counts[row.at]! += sign * lanIn
    counts[row.at + 1]! += sign * lanOut
    counts[row.at + 2]! += sign * wanIn
    counts[row.at + 3]! += sign * wanOut
  }
  for (const [owner, count] of totals) add(owner, 1, ...count)

  return {
    subtract: (change) => eachChange(change, (owner, ...difference) => add(owner, -1, ...difference)),
    text(before) {
      const most = 3 + headBytes + rows.length * MOST_BYTES
      if (room.length < most) room = new Uint8Array(most)
      const bytes = room
      bytes[0] = before.charCodeAt(0)
      bytes[1] = OPEN
      let at = 2
      for (const { head, at: first } of rows) {
        if (!(counts[first] || counts[first + 1] || counts[first + 2] || counts[first + 3])) continue
        if (at > 2) bytes[at++] = COMMA
        for (let i = 0; i < head.length; i++) bytes[at++] = head[i]!
        at = writeNumber(bytes, at, counts[first]!)
        for (let field = 0; field < FIELDS.length; field++) {
          const name = FIELDS[field]!
          for (let i = 0; i < name.length; i++) bytes[at++] = name[i]!
          at = writeNumber(bytes, at, counts[first + 1 + field]!)
        }
        bytes[at++] = CLOSE
      }
      bytes[at++] = CLOSE
      return bytes.slice(0, at)
    },
  }
}

const BILLION = 1e9

/** A whole number from 0 to 2^53 in decimal digits. Returns where it ends. */
function writeNumber(bytes: Uint8Array, start: number, value: number): number {
  if (value < BILLION) return writeDigits(bytes, start, value | 0, digitsOf(value))
  const upper = Math.floor(value / BILLION)
  return writeDigits(bytes, writeDigits(bytes, start, upper, digitsOf(upper)), (value - upper * BILLION) | 0, 9)
}

/** Of a number below 10^9. */
function digitsOf(value: number): number {
  if (value < 1e4) return value < 1e2 ? (value < 10 ? 1 : 2) : value < 1e3 ? 3 : 4
  if (value < 1e7) return value < 1e5 ? 5 : value < 1e6 ? 6 : 7
  return value < 1e8 ? 8 : 9
}

/** An integer of up to 31 bits in so many digits: then division is one of integers, which takes a third of the time. */
function writeDigits(bytes: Uint8Array, start: number, value: number, digits: number): number {
  let rest = value
  for (let at = start + digits - 1; at >= start; at--) {
    const tenth = (rest / 10) | 0
    bytes[at] = ZERO + (rest - 10 * tenth)
    rest = tenth
  }
  return start + digits
}
