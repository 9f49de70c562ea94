import { RCODE } from '../../../wire/dns/constants.ts'
import { VERDICTS, type VerdictKind, verdictRow } from './verdict.ts'

/**
 * A line of the log as bytes: the client, the time and the result. A batch has one line after the other, as the
 * resolver's threads hand it over; a line that says the same as an earlier one of its batch names that one instead.
 *
 * Big-endian: size of the line (2 bytes), form (1), verdict and whether a cache had the answer (1), time in milliseconds since 1970 (8, a double), client (4),
 * its port (2), age of the answer in seconds (2). Then, whole: sizes of what decided and of the categories (1 each), both as
 * text, categories parted by line feeds, and the message, cut off where it was too long. Repeated: where in the batch the
 * whole line begins (4). Counted: how many queries of this client have no separate line (4), and how many of these were
 * blocked (4).
 */
export const LINE = {
  size: 0,
  form: 2,
  verdict: 3,
  time: 4,
  client: 12,
  port: 16,
  age: 18,
  head: 20,
  texts: 22,
} as const

export const FORM = { whole: 0, repeated: 1, counted: 2 } as const

/** Set in the byte of the verdict if the answer came from a cache. */
export const CACHED = 0x80

/** Whether no answer was requested, because the rules of the home decide. */
export function isBlocked(kind: VerdictKind, rcode: number): boolean {
  const { blocks } = verdictRow(kind)
  return blocks === 'always' || (blocks === 'with NXDOMAIN' && rcode === RCODE.NXDOMAIN)
}

/** A longer answer is cut off after this many bytes. */
export const MOST_MESSAGE = 512
/** What decided, and all categories together: each in so many bytes. */
export const MOST_TEXT = 255
/** The longest line there can be. */
export const LONGEST_LINE = LINE.texts + 2 * MOST_TEXT + MOST_MESSAGE

/** Numbers of queries of a client that have no separate line. */
export interface ClientTally {
  readonly client: number
  readonly total: number
  readonly blocked: number
}

/** The tallies in a batch. */
export function* talliesIn(bytes: Uint8Array): Generator<ClientTally, void, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at + SHORTEST <= bytes.length; at += Math.max(SHORTEST, view.getUint16(at))) {
    if (view.getUint8(at + LINE.form) !== FORM.counted || at + LINE.head + 8 > bytes.length) continue
    yield {
      client: view.getUint32(at + LINE.client),
      total: view.getUint32(at + LINE.head),
      blocked: view.getUint32(at + LINE.head + 4),
    }
  }
}

/** One line, as offsets into the bytes that hold it. The message is that of the whole line, wherever this one begins. */
export interface Line {
  readonly bytes: Uint8Array
  /** Milliseconds since 1970. */
  readonly time: number
  readonly client: number
  readonly port: number
  /** Seconds by which the TTLs in the message are too high. */
  readonly age: number
  /** The answer came from a cache of the router. */
  readonly isCached: boolean
  /** Where the whole line begins and ends: this one, or the one it repeats. */
  readonly at: number
  readonly end: number
}

/** In bytes: a line that repeats another one. */
const SHORTEST = LINE.head + 4

/** The lines of a batch, or of a chunk of history, in their order, from the one that begins at `start`. It ends at the first damaged one. */
export function* linesIn(bytes: Uint8Array, start = 0): Generator<Line, void, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = start; at + LINE.head <= bytes.length; ) {
    const size = view.getUint16(at)
    if (size < SHORTEST || at + size > bytes.length) return
    if (view.getUint8(at + LINE.form) === FORM.counted) {
      at += size
      continue
    }
    const time = view.getFloat64(at + LINE.time)
    const whole = view.getUint8(at + LINE.form) === FORM.whole ? at : view.getUint32(at + LINE.head)
    const end = whole <= at ? whole + view.getUint16(whole) : Number.POSITIVE_INFINITY
    // What a line repeats is a whole one before it.
    if (end > at + size || (whole < at && (end > at || view.getUint8(whole + LINE.form) !== FORM.whole))) return
    const repeatedAfter = whole === at ? 0 : time - view.getFloat64(whole + LINE.time)
    yield {
      bytes,
      time,
      client: view.getUint32(at + LINE.client),
      port: view.getUint16(at + LINE.port),
      age: view.getUint16(whole + LINE.age) + Math.max(0, Math.floor(repeatedAfter / 1000)),
      isCached: (view.getUint8(at + LINE.verdict) & CACHED) !== 0,
      at: whole,
      end,
    }
    at += size
  }
}

/** The same line with its own bytes. */
export function ownLine(line: Line): Line {
  const bytes = Uint8Array.prototype.slice.call(line.bytes, line.at, line.end)
  return { ...line, bytes, at: 0, end: bytes.length }
}

/** Where the line begins that has this number, for lines that are all stored. */
export function lineAt(bytes: Buffer, number: number): number {
  let at = 0
  for (let left = number; left > 0 && at + 2 <= bytes.length; left--) at += Math.max(1, bytes.readUInt16BE(at))
  return at
}

export const verdictOfLine = ({ bytes, at }: Line): VerdictKind =>
  VERDICTS[bytes[at + LINE.verdict]! & ~CACHED] ?? 'passed'

/** Where its message begins. */
export const messageAt = ({ bytes, at }: Line): number =>
  at + LINE.texts + bytes[at + LINE.head]! + bytes[at + LINE.head + 1]!

/** Who decided, and what the lists say of the name. */
export function textsOfLine({ bytes, at }: Line): { by: string; categories: string[] } {
  const middle = at + LINE.texts + bytes[at + LINE.head]!
  if (bytes[at + LINE.head] === 0 && bytes[at + LINE.head + 1] === 0) return { by: '', categories: [] }
  const end = middle + bytes[at + LINE.head + 1]!
  const categories = text.decode(bytes.subarray(middle, end))
  return {
    by: text.decode(bytes.subarray(at + LINE.texts, middle)),
    categories: categories === '' ? [] : categories.split('\n'),
  }
}

const text = new TextDecoder()

/** What a stored line has in place of what the resolver wrote. */
interface Stored {
  readonly time: number
  readonly client: number
}

/** Writes the line as a whole one at `to`, without the message's ID, which compresses badly. Returns its end. */
export function copyLine(line: Line, { time, client }: Stored, target: Buffer, to: number): number {
  target.set(line.bytes.subarray(line.at, line.end), to)
  target[to + LINE.verdict] = (target[to + LINE.verdict]! & ~CACHED) | (line.isCached ? CACHED : 0)
  target.writeDoubleBE(time, to + LINE.time)
  target.writeUInt32BE(client, to + LINE.client)
  target.writeUInt16BE(line.port, to + LINE.port)
  target.writeUInt16BE(Math.min(line.age, 0xffff), to + LINE.age)
  const message = to + messageAt(line) - line.at
  const end = to + line.end - line.at
  if (message + 2 <= end) target.fill(0, message, message + 2)
  return end
}

/** Writes the line at `to` as one that repeats the whole line at `whole`. Returns its end. */
export function repeatLine(line: Line, { time, client }: Stored, whole: number, target: Buffer, to: number): number {
  target.writeUInt16BE(SHORTEST, to)
  target[to + LINE.form] = FORM.repeated
  target[to + LINE.verdict] = (line.bytes[line.at + LINE.verdict]! & ~CACHED) | (line.isCached ? CACHED : 0)
  target.writeDoubleBE(time, to + LINE.time)
  target.writeUInt32BE(client, to + LINE.client)
  target.writeUInt16BE(line.port, to + LINE.port)
  target.writeUInt16BE(0, to + LINE.age)
  target.writeUInt32BE(whole, to + LINE.head)
  return to + SHORTEST
}
