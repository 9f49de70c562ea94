import { free } from '../../machine/free.ts'
import type { SegmentReader } from '../../machine/segmentfiles.ts'
import { nextTurn } from '../../machine/turns.ts'
import { copyLine, type Line, LONGEST_LINE, linesIn, repeatLine } from '../../model/dns/querylog/line.ts'
import { type KindColumns, someKinds } from './columns.ts'
import type { LineDigest } from './digest.ts'
import { FEW_ROWS } from './found.ts'
import { FRAME_BYTES } from './frame.ts'
import { Chains, Growing, ROWS_AT_FIRST } from './growing.ts'
import { framesAt } from './journal.ts'
import { Kinds } from './kinds.ts'
import { markNames } from './names.ts'
import { inGroups, linesAt, type ReadFrames, scanRows } from './rows.ts'
import type { Frames, Hours, OpenedSegment, Segment, Select } from './segment.ts'
import type { KindSelection, Match } from './selection.ts'

/** The largest segment, in queries. */
const MOST_ROWS = 2 ** 20
const HOUR_MS = 3600_000
/** Clients of a segment: its summary is in memory. */
const MOST_CLIENTS = 2048
/** Names and kinds that one turn of the event loop looks at. */
const NAMES_AT_ONCE = 2 ** 14
const KINDS_AT_ONCE = 2 ** 17
/** Names that are looked at together: most times none of them has a part, which is found out faster than which one has it. */
const NAMES_TOGETHER = 2 ** 9
/** Up to so many kinds of names that a search is for are looked at one by one. */
const FEW_KINDS = 4096

/** The rows of few kinds, or else what is known of all kinds. */
interface CurrentMatch extends Match {
  readonly rows?: Uint32Array<ArrayBuffer> | undefined
}

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
  readonly #kindOf = new Growing(new Uint32Array(ROWS_AT_FIRST))
  readonly #rowsOfKind = new Chains()
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
    const kind = this.kinds.add(index, digest, line.isCached)
    this.#kindOf.push(kind)
    this.#rowsOfKind.add(kind)
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

  async open(select: Select): Promise<OpenedSegment | undefined> {
    const { frames, kindOf, bytes } = this
    using opening = new DisposableStack()
    const pending = opening.adopt(Buffer.from(this.pending), free)
    const selection = select(this.kinds.reasons, this.clients)
    const match = selection && (await this.#select(selection))
    if (!match) return undefined
    for (const found of [match.chosen, match.rows]) if (found) opening.adopt(found, free)
    const journal = bytes === 0 ? undefined : await this.#openJournal()
    const readFrames: ReadFrames = async (numbers, use) => {
      if (!journal) return use(numbers.map(() => pending))
      // The newest frame may be one that is not in the journal yet.
      if (frames.offsets[numbers[0]!]! < bytes) return framesAt(journal, frames, bytes, numbers, use)
      return framesAt(journal, frames, bytes, numbers.slice(1), (stored) => use([pending, ...stored]))
    }
    const opened = opening.move()
    return {
      rows: (range) =>
        match.rows
          ? inGroups(match.rows, frames, range)
          : scanRows(frames, () => kindOf, 0, kindOf.length, match, range),
      lines: (rows) => linesAt(frames, readFrames, rows),
      async [Symbol.asyncDispose]() {
        opened.dispose()
        await journal?.[Symbol.asyncDispose]()
      },
    }
  }

  async #select(selection: KindSelection): Promise<CurrentMatch | undefined> {
    if (selection.isAll) return {}
    const { rows } = this
    const { names, columns } = this.kinds
    const { count } = columns
    using marked = new DisposableStack()
    const marks = selection.words.map(() => marked.adopt(new Uint8Array(names.count), free))
    for (const [index, { part, isNameOnly }] of selection.words.entries()) {
      const found = marks[index]!
      for (let first = 0; first < found.length; first += NAMES_TOGETHER) {
        const [start, end] = [names.start(first), names.start(Math.min(first + NAMES_TOGETHER, found.length))]
        markNames(Buffer.from(names.text.buffer, start, end - start), part, found, first)
        if (first % NAMES_AT_ONCE === 0) await nextTurn()
      }
      if (isNameOnly && !found.includes(1)) return undefined
    }
    const few = this.#fewRows(selection, marks, columns, rows)
    if (few) return few.length > 0 ? { rows: few } : undefined
    const chosen = new Uint8Array(count)
    for (let first = 0; first < count; first += KINDS_AT_ONCE) {
      selection.choose(columns, marks, chosen, first, Math.min(count, first + KINDS_AT_ONCE))
      await nextTurn()
    }
    return chosen.includes(1) ? { chosen } : undefined
  }

  /** The rows below `end` that are selected, if only few names are. Undefined if there are too many. */
  #fewRows(
    selection: KindSelection,
    marks: readonly Uint8Array[],
    columns: KindColumns,
    end: number,
  ): Uint32Array<ArrayBuffer> | undefined {
    const isName = marks.find((_, at) => selection.words[at]!.isNameOnly)
    if (!isName) return undefined
    const kinds: number[] = []
    for (let name = isName.indexOf(1); name >= 0; name = isName.indexOf(1, name + 1)) {
      for (const kind of this.kinds.ofName.of(name)) if (kind < columns.count) kinds.push(kind)
      if (kinds.length > FEW_KINDS) return undefined
    }
    const chosen = new Uint8Array(kinds.length)
    selection.choose(someKinds(columns, kinds), marks, chosen, 0, kinds.length)
    const rows: number[] = []
    for (const [at, kind] of kinds.entries()) {
      if (chosen[at] !== 1) continue
      for (const row of this.#rowsOfKind.of(kind)) if (row < end && rows.push(row) > FEW_ROWS) return undefined
    }
    return Uint32Array.from(rows)
  }
}
