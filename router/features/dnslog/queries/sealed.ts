import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { SegmentFiles, SegmentReader } from '../../../machine/segmentfiles.ts'
import { nextTurn } from '../../../machine/turns.ts'
import { type CurrentSegment, linesAt, scan } from './current.ts'
import { readFrame } from './frame.ts'
import { KIND_BYTES, KindRecords } from './records.ts'
import {
  type Frames,
  frameOf,
  type Hours,
  isWithin,
  type OpenedSegment,
  type RowRange,
  type Segment,
} from './segment.ts'
import type { Match, NameList, Selection } from './selection.ts'

/** Increased when the shape of an index changes. An index of another version is computed again. */
const VERSION = 1
const numbers = z.array(z.number())
const count = z.int().nonnegative()

/**
 * The beginning of an index, as JSON after its length (4 bytes, big-endian), padded to 8 bytes. Then, in the byte order of the machine:
 * the frames, and the names with the first kind of each; the records of the kinds, by name; the kind of each row; the rows of each kind, ascending.
 */
const Head = z.object({
  version: z.literal(VERSION),
  /** Size of the journal that it describes. */
  journal: count,
  rows: count,
  first: z.number(),
  last: z.number(),
  clients: numbers,
  hours: numbers,
  frames: count,
  kinds: count,
  names: count,
  nameBytes: count,
  reasons: z.array(z.string()),
  /** Pairs of a client and an outcome that occur: 256 times the index of the client, and the outcome. */
  outcomes: numbers,
  /** CRC-32 of the frames and the names, and of the kinds. */
  crc: count,
  kindsCrc: count,
})
type Head = z.infer<typeof Head>

const eights = (bytes: number): number => (bytes + 7) & ~7
export const journalName = (id: number): string => `${String(id).padStart(8, '0')}.log`
export const indexName = (id: number): string => `${String(id).padStart(8, '0')}.index`

/** Where the parts of an index are, from the end of its head. */
function layoutOf({ frames, kinds, names, nameBytes, rows }: Head) {
  let at = 0
  const take = (bytes: number): number => {
    const start = at
    at += eights(bytes)
    return start
  }
  const parts = {
    first: take(8 * frames),
    last: take(8 * frames),
    frameRows: take(4 * frames),
    offsets: take(4 * frames),
    nameKinds: take(4 * (names + 1)),
    nameText: take(nameBytes),
  }
  const listBytes = at
  const kindRecords = take(KIND_BYTES * kinds)
  return { ...parts, listBytes, kindRecords, kindOf: take(4 * rows), rowsOf: take(4 * rows), end: at }
}

/** Writes the index of a segment, some of it in each turn of the event loop. */
export async function writeIndex(files: SegmentFiles, segment: CurrentSegment): Promise<void> {
  const { frames, kindOf, kinds, bytes, first, last, clients, hours, rows } = segment
  const { records, nameOf, nameCount, reasons } = kinds
  const nameText = Buffer.from(kinds.nameText, 'latin1')
  const { order, placeOf, nameKinds } = byName(nameOf, nameCount)
  const kindPart = Buffer.from(records.sorted(order).buffer)
  const sorted = new KindRecords(kindPart.buffer, order.length)
  await nextTurn()
  const parts: ArrayBufferView[] = [frames.first, frames.last, frames.rows, frames.offsets, nameKinds, nameText]
  const lists = Buffer.concat(parts.map(padded))
  const outcomes = new Set<number>()
  for (let kind = 0; kind < records.count; kind++) outcomes.add(256 * records.client(kind) + records.outcome(kind))
  const head: Head = {
    ...{ version: VERSION, journal: bytes, rows, first, last, clients: [...clients], hours: [...hours] },
    ...{ frames: frames.count, kinds: records.count, names: nameCount, nameBytes: nameText.length },
    ...{ reasons: [...reasons], outcomes: [...outcomes], crc: crc32(lists), kindsCrc: crc32(kindPart) },
  }
  const text = Buffer.from(JSON.stringify(head))
  const beginning = Buffer.alloc(eights(4 + text.length))
  beginning.writeUInt32BE(text.length)
  beginning.set(text, 4)
  const { placed, rowsOf } = await sortedByKind(kindOf, placeOf, sorted)
  await files.replace(indexName(segment.id), [beginning, lists, kindPart, padded(placed), padded(rowsOf)])
}

/** Kinds by the indexes of their names: the kind for each place, the place of each kind, and the first place of each name. */
function byName(nameOf: Uint32Array, names: number) {
  const nameKinds = new Uint32Array(names + 1)
  for (const name of nameOf) nameKinds[name + 1]!++
  for (let name = 0; name < names; name++) nameKinds[name + 1]! += nameKinds[name]!
  const next = nameKinds.slice()
  const order = new Uint32Array(nameOf.length)
  const placeOf = new Uint32Array(nameOf.length)
  for (let kind = 0; kind < nameOf.length; kind++) {
    const place = next[nameOf[kind]!]!++
    order[place] = kind
    placeOf[kind] = place
  }
  return { order, placeOf, nameKinds }
}

function padded({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  return byteLength % 8 === 0 ? bytes : Buffer.concat([bytes], eights(byteLength))
}

/** The place of the kind of each row, and rows by kind, ascending within each. */
async function sortedByKind(kindOf: Uint32Array, placeOf: Uint32Array, records: KindRecords) {
  const next = Uint32Array.from({ length: records.count }, (_, kind) => records.start(kind))
  const placed = new Uint32Array(kindOf.length)
  const rowsOf = new Uint32Array(kindOf.length)
  for (let row = 0; row < kindOf.length; row++) {
    const place = placeOf[kindOf[row]!]!
    placed[row] = place
    rowsOf[next[place]!++] = row
    if (row % 65_536 === 65_535) await nextTurn()
  }
  return { placed, rowsOf }
}

/** Rows whose kinds are read at once when a segment is searched from its newest row. */
const CHUNK_ROWS = 65_536
/** Up to so many rows are found by their kinds, and not by reading the kinds of all rows. */
const FEW_ROWS = 8192
/** Parts of a file that are closer than this are read together. */
const GAP_BYTES = 16_384
/** The kinds of up to so many names are read by name, and not all kinds. */
const FEW_NAMES = 256

/** A segment that is complete, with its index on the disk. In memory is only its summary. */
export class SealedSegment implements Segment {
  readonly id: number
  readonly bytes: number
  readonly rows: number
  readonly first: number
  readonly last: number
  readonly clients: readonly number[]
  readonly hours: Hours
  readonly #files: SegmentFiles
  readonly #head: Head
  /** Where the parts begin in the index. */
  readonly #start: number
  /** Those of the last search, until memory is collected: a person searches several times, or reads page after page. */
  #lists: WeakRef<Lists> | undefined

  constructor(files: SegmentFiles, id: number, head: Head, start: number, bytes: number) {
    this.id = id
    this.bytes = bytes
    this.#files = files
    this.#head = head
    this.#start = start
    this.rows = head.rows
    this.first = head.first
    this.last = head.last
    this.clients = head.clients
    this.hours = head.hours
  }

  /** Throws if the index is damaged. */
  async open(): Promise<OpenedSegment> {
    const layout = layoutOf(this.#head)
    await using opening = new AsyncDisposableStack()
    const index = opening.use(await this.#files.open(indexName(this.id)))
    const { frames, nameKinds, names } = this.#lists?.deref() ?? (await this.#readLists(index))
    const journal = opening.use(await this.#files.open(journalName(this.id)))
    const opened = opening.move()
    const linesOf = async (frame: number): Promise<Buffer | undefined> => {
      const offset = frames.offsets[frame]!
      const end = frames.offsets[frame + 1] ?? this.#head.journal
      return readFrame(await journal.read(offset, end - offset))?.lines
    }
    return {
      names,
      reasons: this.#head.reasons,
      clients: this.clients,
      frames,
      select: (selection) => this.#select(index, layout.kindRecords, nameKinds, selection),
      rows: (match, range) =>
        match.total <= FEW_ROWS
          ? few(frames, rowsOfKinds(index, this.#start + layout.rowsOf, match), range)
          : this.#many(index, layout.kindOf, frames, match, range),
      lines: (rows) => linesAt(frames, linesOf, rows),
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    }
  }

  async #readLists(index: SegmentReader): Promise<Lists> {
    const layout = layoutOf(this.#head)
    const bytes = await index.read(this.#start, layout.listBytes)
    if (bytes.length < layout.listBytes || crc32(bytes) !== this.#head.crc) throw this.#damaged()
    const lists = listsOf(this.#head, layout, bytes)
    this.#lists = new WeakRef(lists)
    return lists
  }

  #damaged(): Error {
    return new Error(`the index of segment ${this.id} is damaged`)
  }

  async #select(
    index: SegmentReader,
    at: number,
    nameKinds: Uint32Array,
    selection: Selection,
  ): Promise<Match | undefined> {
    const { kinds, names, outcomes, kindsCrc } = this.#head
    if (!outcomes.some((pair) => selection.mayHave(Math.floor(pair / 256), pair % 256))) return undefined
    const chosen = new Uint8Array(kinds)
    const parts: { start: number; count: number }[] = []
    let total = 0
    /** `records` begin with this kind. */
    const choose = (records: KindRecords, first: number, name: number): void => {
      for (let kind = nameKinds[name]!; kind < nameKinds[name + 1]!; kind++) {
        if (!selection.has(records, kind - first, name)) continue
        chosen[kind] = 1
        const count = records.rows(kind - first)
        total += count
        if (total <= FEW_ROWS) parts.push({ start: records.start(kind - first), count })
      }
    }
    const wanted: number[] = []
    for (let name = 0; name < names && wanted.length <= FEW_NAMES; name++)
      if (selection.names?.[name] === 1) wanted.push(name)
    if (selection.names && wanted.length <= FEW_NAMES) {
      const ranges = wanted.map((name) => ({
        start: KIND_BYTES * nameKinds[name]!,
        end: KIND_BYTES * nameKinds[name + 1]!,
      }))
      await readTogether(index, this.#start + at, ranges, (bytes, place, start) => {
        const first = start / KIND_BYTES
        choose(new KindRecords(bytes.buffer, bytes.length / KIND_BYTES), first, wanted[place]!)
      })
    } else {
      const bytes = await index.read(this.#start + at, KIND_BYTES * kinds)
      if (crc32(bytes) !== kindsCrc) throw this.#damaged()
      const records = new KindRecords(bytes.buffer, kinds)
      for (let name = 0; name < names; name++) if (selection.names?.[name] !== 0) choose(records, 0, name)
    }
    return total === 0 ? undefined : { chosen, total, parts }
  }

  async *#many(index: SegmentReader, at: number, frames: Frames, match: Match, range: RowRange) {
    for (let top = this.#head.rows; top > 0; ) {
      // Chunks end between frames.
      const base = top <= CHUNK_ROWS ? 0 : frames.rows[frameOf(frames, top - CHUNK_ROWS)]!
      const rows = top - base
      const end = top
      const read = async (): Promise<Uint32Array> => {
        const bytes = await index.read(this.#start + at + 4 * base, 4 * rows)
        return new Uint32Array(bytes.buffer, 0, bytes.length / 4)
      }
      let chunk: Promise<Uint32Array> | undefined
      const kinds = (): Promise<Uint32Array> => {
        chunk ??= read()
        return chunk
      }
      if (range.before > base) yield* scan(frames, kinds, base, end, match, range)
      top = base
    }
  }
}

interface Lists {
  readonly frames: Frames
  /** The first kind of each name. */
  readonly nameKinds: Uint32Array
  readonly names: NameList
}

function listsOf(head: Head, layout: ReturnType<typeof layoutOf>, { buffer }: Buffer): Lists {
  const { frames, names, nameBytes } = head
  const nameText = Buffer.from(buffer, layout.nameText, nameBytes)
  let text: string | undefined
  return {
    frames: {
      count: frames,
      rows: new Uint32Array(buffer, layout.frameRows, frames),
      offsets: new Uint32Array(buffer, layout.offsets, frames),
      first: new Float64Array(buffer, layout.first, frames),
      last: new Float64Array(buffer, layout.last, frames),
    },
    nameKinds: new Uint32Array(buffer, layout.nameKinds, names + 1),
    names: {
      count: names,
      // In bytes first: most segments do not have a rare name.
      has: (part) => nameText.includes(part, 0, 'latin1'),
      get text() {
        text ??= nameText.toString('latin1')
        return text
      },
    },
  }
}

interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Reads ascending ranges of a file, those together that are close. Calls `take` with the bytes that hold a range, its number, and where the
 * bytes begin, from `at` on.
 */
async function readTogether(
  file: SegmentReader,
  at: number,
  ranges: readonly ByteRange[],
  take: (bytes: Buffer, range: number, start: number) => void,
): Promise<void> {
  const reads: Promise<void>[] = []
  for (let first = 0; first < ranges.length; ) {
    let next = first + 1
    while (next < ranges.length && ranges[next]!.start - ranges[next - 1]!.end <= GAP_BYTES) next++
    const [begin, end] = [first, next]
    const { start } = ranges[begin]!
    reads.push(
      file.read(at + start, ranges[end - 1]!.end - start).then((bytes) => {
        for (let range = begin; range < end; range++) take(bytes, range, start)
      }),
    )
    first = next
  }
  await Promise.all(reads)
}

/** The rows of the chosen kinds, newest first. */
async function rowsOfKinds(index: SegmentReader, at: number, { parts: given, total }: Match): Promise<Uint32Array> {
  const parts = given.toSorted((a, b) => a.start - b.start)
  const rows = new Uint32Array(total)
  const places: number[] = []
  let found = 0
  for (const { count } of parts) {
    places.push(found)
    found += count
  }
  const ranges = parts.map(({ start, count }) => ({ start: 4 * start, end: 4 * (start + count) }))
  await readTogether(index, at, ranges, (bytes, range, start) => {
    const { start: from, end } = ranges[range]!
    rows.set(
      new Uint32Array(bytes.buffer, from - start, (Math.min(end - start, bytes.length) - (from - start)) >> 2),
      places[range]!,
    )
  })
  return rows.sort().reverse()
}

async function* few(frames: Frames, sorted: Promise<Uint32Array>, range: RowRange): AsyncGenerator<readonly number[]> {
  const rows = [...(await sorted)].filter((row) => row < range.before && isWithin(frames, frameOf(frames, row), range))
  for (let at = 0; at < rows.length; at += range.group) yield rows.slice(at, at + range.group)
}

/** Reads the head of an index. Undefined if there is none for this journal, or it is damaged. */
export async function openSealed(
  files: SegmentFiles,
  id: number,
  journalBytes: number,
): Promise<SealedSegment | undefined> {
  try {
    await using index = await files.open(indexName(id))
    const length = (await index.read(0, 4)).readUInt32BE()
    const head = Head.parse(JSON.parse((await index.read(4, length)).toString()))
    const start = eights(4 + length)
    // The end of a journal may be torn.
    if (head.journal > journalBytes) return undefined
    return new SealedSegment(files, id, head, start, journalBytes + start + layoutOf(head).end)
  } catch {
    return undefined
  }
}
