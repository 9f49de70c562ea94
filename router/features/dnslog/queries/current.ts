import type { SegmentReader } from '../../../machine/segmentfiles.ts'
import { nextTurn } from '../../../machine/turns.ts'
import type { LineDigest } from '../digest.ts'
import { copyLine, type Line, LONGEST_LINE, lineAt, linesIn, repeatLine } from '../line.ts'
import { FRAME_BYTES, readFrame } from './frame.ts'
import { Growing } from './growing.ts'
import { Kinds, MOST_CLIENTS } from './kinds.ts'
import {
  type Frames,
  frameOf,
  type Hours,
  isWithin,
  type OpenedSegment,
  type RowRange,
  type Segment,
} from './segment.ts'
import type { Match } from './selection.ts'

/** The largest segment, in queries. */
const MOST_ROWS = 2 ** 20
const HOUR_MS = 3600_000
/** Rows that one turn of the event loop looks at. */
const ROWS_AT_ONCE = 2 ** 18

/** Opens the journal that the frames were written to. */
type OpenJournal = () => Promise<SegmentReader>

/** The segment that is being written, with its index in memory: 4 bytes per query, and the kinds. */
export class CurrentSegment implements Segment {
  readonly id: number
  /** Bytes in the journal. */
  bytes = 0
  first = Number.POSITIVE_INFINITY
  last = Number.NEGATIVE_INFINITY
  readonly clients: number[] = []
  readonly #openJournal: OpenJournal
  readonly kinds = new Kinds()
  readonly #kindOf = new Growing(new Uint32Array(1024))
  readonly #clientIndexes = new Map<number, number>()
  readonly #hours = new Map<number, Map<number, { total: number; blocked: number }>>()
  readonly #frameRows = new Growing(new Uint32Array(64))
  readonly #offsets = new Growing(new Uint32Array(64))
  readonly #first = new Growing(new Float64Array(64))
  readonly #last = new Growing(new Float64Array(64))
  /** Lines that are not in the journal yet. */
  readonly #lines = Buffer.allocUnsafeSlow(FRAME_BYTES)
  #used = 0

  constructor(id: number, openJournal: OpenJournal) {
    this.id = id
    this.#openJournal = openJournal
  }

  get isFull(): boolean {
    return this.#kindOf.length >= MOST_ROWS || this.clients.length >= MOST_CLIENTS - 1
  }

  /** The lines that are not in the journal yet. */
  get pending(): Uint8Array {
    return this.#lines.subarray(0, this.#used)
  }

  /** False if there is no room for the longest line: `written` makes it. */
  get hasRoom(): boolean {
    return this.#used + LONGEST_LINE <= FRAME_BYTES
  }

  /**
   * Adds a query of the client with this number. `repeated` is where its whole line is among the pending ones, if it is. Returns where
   * its own is, if it is whole.
   */
  add(line: Line, time: number, client: number, digest: LineDigest, repeated: number | undefined): number {
    if (this.#used === 0) this.#beginFrame(this.bytes)
    const at = this.#used
    this.#used =
      repeated === undefined
        ? copyLine(line, { time, client }, this.#lines, at)
        : repeatLine(line, { time, client }, repeated, this.#lines, at)
    this.#index(line, time, client, digest)
    return repeated ?? at
  }

  /** The pending lines are in the journal, as this many bytes. */
  written(bytes: number): void {
    this.bytes += bytes
    this.#used = 0
  }

  /** Adds the lines of a frame that was read from the journal. */
  restore(lines: Buffer, size: number, digestOf: (line: Line) => LineDigest | undefined): void {
    this.#beginFrame(this.bytes)
    for (const line of linesIn(lines)) {
      const digest = digestOf(line)
      // Every line of a frame has a row, so that its number says where it is.
      if (!digest) break
      this.#index(line, line.time, line.client, digest)
    }
    this.bytes += size
  }

  #beginFrame(offset: number): void {
    this.#frameRows.push(this.#kindOf.length)
    this.#offsets.push(offset)
    this.#first.push(Number.POSITIVE_INFINITY)
    this.#last.push(Number.NEGATIVE_INFINITY)
  }

  #index(line: Line, time: number, client: number, digest: LineDigest): void {
    const index = this.#clientIndex(client)
    this.#kindOf.push(this.kinds.add(index, digest, line.isCached))
    this.count(client, time, 1, Number(digest.isBlocked))
    const frame = this.#first.length - 1
    if (time < this.#first.get(frame)) this.#first.set(frame, time)
    if (time > this.#last.get(frame)) this.#last.set(frame, time)
    this.first = Math.min(this.first, time)
    this.last = Math.max(this.last, time)
  }

  #clientIndex(client: number): number {
    let index = this.#clientIndexes.get(client)
    if (index === undefined) {
      index = this.clients.push(client) - 1
      this.#clientIndexes.set(client, index)
    }
    return index
  }

  /** Counts queries of a client within the hour of a time, whether they have lines or not. */
  count(client: number, time: number, total: number, blocked: number): void {
    const index = this.#clientIndex(client)
    const hour = Math.floor(time / HOUR_MS)
    let clients = this.#hours.get(hour)
    if (!clients) {
      clients = new Map()
      this.#hours.set(hour, clients)
    }
    let sums = clients.get(index)
    if (!sums) {
      sums = { total: 0, blocked: 0 }
      clients.set(index, sums)
    }
    sums.total += total
    sums.blocked += blocked
  }

  get rows(): number {
    return this.#kindOf.length
  }

  get hours(): Hours {
    const hours: number[] = []
    for (const [hour, clients] of this.#hours)
      for (const [client, { total, blocked }] of clients) hours.push(hour, client, total, blocked)
    return hours
  }

  get kindOf(): Uint32Array {
    return this.#kindOf.values
  }

  get frames(): Frames {
    return {
      count: this.#frameRows.length,
      rows: this.#frameRows.values,
      offsets: this.#offsets.values,
      first: this.#first.values,
      last: this.#last.values,
    }
  }

  async open(): Promise<OpenedSegment> {
    const frames = this.frames
    const kindOf = this.kindOf
    const pending = Buffer.from(this.pending)
    const written = this.bytes
    const { records, nameOf, nameText, nameCount, reasons } = this.kinds
    const count = records.count
    const clients = [...this.clients]
    const journal = written === 0 ? undefined : await this.#openJournal()
    const linesOf = async (frame: number): Promise<Buffer | undefined> => {
      const offset = frames.offsets[frame]!
      if (offset >= written || !journal) return pending
      return readFrame(await journal.read(offset, (frames.offsets[frame + 1] ?? written) - offset))?.lines
    }
    return {
      names: { text: nameText, count: nameCount, has: (part) => nameText.includes(part) },
      reasons,
      clients,
      frames,
      async select(selection) {
        const chosen = new Uint8Array(count)
        let total = 0
        for (let kind = 0; kind < count; kind++) {
          if (!selection.has(records, kind, nameOf[kind]!)) continue
          chosen[kind] = 1
          total += records.rows(kind)
        }
        return total === 0 ? undefined : { chosen, total, parts: [] }
      },
      rows: (match, range) => scan(frames, () => kindOf, 0, kindOf.length, match, range),
      lines: (rows) => linesAt(frames, linesOf, rows),
      [Symbol.asyncDispose]: async () => journal?.[Symbol.asyncDispose](),
    }
  }
}

/** Matching rows of frames within the range, newest first. */
export async function* scan(
  frames: Frames,
  kindsFrom: (row: number) => Uint32Array | Promise<Uint32Array>,
  base: number,
  end: number,
  { chosen }: Match,
  range: RowRange,
): AsyncGenerator<readonly number[]> {
  let found: number[] = []
  let looked = 0
  let top = Math.min(range.before, end)
  if (top <= base) return
  for (let frame = frameOf(frames, top - 1); frame >= 0; frame--) {
    const bottom = frames.rows[frame]!
    if (isWithin(frames, frame, range)) {
      const kinds = await kindsFrom(bottom)
      for (let row = top - 1; row >= bottom; row--) if (chosen[kinds[row - base]!] === 1) found.push(row)
      looked += top - bottom
    }
    top = bottom
    if (found.length >= range.group) {
      yield found
      found = []
    } else if (looked > ROWS_AT_ONCE) {
      looked = 0
      await nextTurn()
    }
  }
  if (found.length > 0) yield found
}

/** The lines of rows, which descend, from their frames, which are read at the same time. */
export async function linesAt(
  frames: Frames,
  linesOf: (frame: number) => Promise<Buffer | undefined>,
  rows: readonly number[],
): Promise<{ row: number; line: Line }[]> {
  const byFrame = Map.groupBy(rows, (row) => frameOf(frames, row))
  const parts = await Promise.all(
    [...byFrame].map(async ([frame, wanted]) => {
      const bytes = await linesOf(frame)
      if (!bytes) return []
      const first = frames.rows[frame]!
      return wanted.flatMap((row) => {
        const { value } = linesIn(bytes, lineAt(bytes, row - first)).next()
        return value ? [{ row, line: value }] : []
      })
    }),
  )
  return parts.flat()
}
