import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { SegmentFiles, SegmentReader } from '../../../machine/segmentfiles.ts'
import { nextTurn } from '../../../machine/turns.ts'
import { type CurrentSegment, linesAt, scan } from './current.ts'
import type { Dictionary, Match } from './dictionary.ts'
import { readFrame } from './frame.ts'
import {
  type Frames,
  frameOf,
  type Hours,
  isWithin,
  type OpenedSegment,
  type RowRange,
  type Segment,
} from './segment.ts'

/** Increased when the shape of an index changes. An index of another version is computed again. */
const VERSION = 1
const numbers = z.array(z.number())
const count = z.int().nonnegative()

/**
 * The beginning of an index, as JSON after its length (4 bytes, big-endian), padded to 8 bytes. Then, in the byte order of the machine:
 * the frames, the kinds and the names; the kind of each row; the rows of each kind, ascending.
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
  /** CRC-32 of the frames, the kinds and the names. */
  crc: count,
})
type Head = z.infer<typeof Head>

const eights = (bytes: number): number => (bytes + 7) & ~7
export const journalName = (id: number): string => `${String(id).padStart(8, '0')}.log`
export const indexName = (id: number): string => `${String(id).padStart(8, '0')}.index`

/** Where the parts of an index are, from the end of its head. */
function layoutOf({ frames, kinds, nameBytes, rows }: Head) {
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
    names: take(4 * kinds),
    counts: take(4 * kinds),
    clients: take(2 * kinds),
    types: take(2 * kinds),
    texts: take(2 * kinds),
    outcomes: take(kinds),
    nameText: take(nameBytes),
  }
  const dictionaryBytes = at
  return { ...parts, dictionaryBytes, kindOf: take(4 * rows), rowsOf: take(4 * rows), end: at }
}

/** Writes the index of a segment, some of it in each turn of the event loop. */
export async function writeIndex(files: SegmentFiles, segment: CurrentSegment): Promise<void> {
  const { frames, kindOf, dictionary } = segment
  const { first, last, clients, hours, rows } = segment
  const nameText = Buffer.from(dictionary.nameText, 'latin1')
  const parts: ArrayBufferView[] = [
    ...[frames.first, frames.last, frames.rows, frames.offsets],
    ...[
      dictionary.names,
      dictionary.counts,
      dictionary.clients,
      dictionary.types,
      dictionary.texts,
      dictionary.outcomes,
    ],
    nameText,
  ]
  const dictionaryPart = Buffer.concat(parts.map(padded))
  const head: Head = {
    ...{ version: VERSION, journal: segment.bytes, rows, first, last, clients: [...clients], hours: [...hours] },
    ...{ frames: frames.count, kinds: dictionary.count, names: dictionary.nameCount, nameBytes: nameText.length },
    ...{ reasons: [...dictionary.reasons], crc: crc32(dictionaryPart) },
  }
  const text = Buffer.from(JSON.stringify(head))
  const beginning = Buffer.alloc(eights(4 + text.length))
  beginning.writeUInt32BE(text.length)
  beginning.set(text, 4)
  const rowsOf = await sortedByKind(kindOf, dictionary.counts)
  await files.replace(indexName(segment.id), [beginning, dictionaryPart, padded(kindOf), padded(rowsOf)])
}

function padded({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  return byteLength % 8 === 0 ? bytes : Buffer.concat([bytes], eights(byteLength))
}

/** Rows by kind, ascending within each. */
async function sortedByKind(kindOf: Uint32Array, counts: Uint32Array): Promise<Uint32Array> {
  const next = startsOf(counts)
  const rowsOf = new Uint32Array(kindOf.length)
  for (let row = 0; row < kindOf.length; row++) {
    rowsOf[next[kindOf[row]!]!++] = row
    if (row % 65_536 === 65_535) await nextTurn()
  }
  return rowsOf
}

function startsOf(counts: Uint32Array): Uint32Array {
  const starts = new Uint32Array(counts.length)
  for (let kind = 1; kind < counts.length; kind++) starts[kind] = starts[kind - 1]! + counts[kind - 1]!
  return starts
}

/** Rows whose kinds are read at once when a segment is searched from its newest row. */
const CHUNK_ROWS = 65_536
/** Up to so many rows are found by their kinds, and not by reading the kinds of all rows. */
const FEW_ROWS = 8192
/** Rows of two kinds that are closer in the file are read together. */
const GAP_ROWS = 4096

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
    const bytes = await index.read(this.#start, layout.dictionaryBytes)
    if (bytes.length < layout.dictionaryBytes || crc32(bytes) !== this.#head.crc)
      throw new Error(`the index of segment ${this.id} is damaged`)
    const { frames, dictionary } = viewsOf(this.#head, layout, bytes)
    const journal = opening.use(await this.#files.open(journalName(this.id)))
    const opened = opening.move()
    const linesOf = async (frame: number): Promise<Buffer | undefined> => {
      const offset = frames.offsets[frame]!
      const end = frames.offsets[frame + 1] ?? this.#head.journal
      return readFrame(await journal.read(offset, end - offset))?.lines
    }
    return {
      dictionary,
      clients: this.clients,
      frames,
      rows: (match, range) =>
        match.total <= FEW_ROWS
          ? few(frames, rowsOfKinds(index, this.#start + layout.rowsOf, dictionary.counts, match), range)
          : this.#many(index, layout.kindOf, frames, match, range),
      lines: (rows) => linesAt(frames, linesOf, rows),
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    }
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

function viewsOf(
  head: Head,
  layout: ReturnType<typeof layoutOf>,
  { buffer }: Buffer,
): { frames: Frames; dictionary: Dictionary } {
  const { kinds, frames, nameBytes } = head
  return {
    frames: {
      count: frames,
      rows: new Uint32Array(buffer, layout.frameRows, frames),
      offsets: new Uint32Array(buffer, layout.offsets, frames),
      first: new Float64Array(buffer, layout.first, frames),
      last: new Float64Array(buffer, layout.last, frames),
    },
    dictionary: {
      count: kinds,
      names: new Uint32Array(buffer, layout.names, kinds),
      counts: new Uint32Array(buffer, layout.counts, kinds),
      clients: new Uint16Array(buffer, layout.clients, kinds),
      types: new Uint16Array(buffer, layout.types, kinds),
      texts: new Uint16Array(buffer, layout.texts, kinds),
      outcomes: new Uint8Array(buffer, layout.outcomes, kinds),
      nameText: Buffer.from(buffer, layout.nameText, nameBytes).toString('latin1'),
      nameCount: head.names,
      reasons: head.reasons,
    },
  }
}

/** The rows of the chosen kinds, newest first. */
async function rowsOfKinds(
  index: SegmentReader,
  at: number,
  counts: Uint32Array,
  { chosen, total }: Match,
): Promise<Uint32Array> {
  const rows = new Uint32Array(total)
  const reads: Promise<void>[] = []
  let found = 0
  let start = 0
  /** Ranges of kinds that are read together, and where their rows go. */
  let group: { start: number; end: number; parts: { start: number; count: number; to: number }[] } | undefined
  const readGroup = (): void => {
    const { start, end, parts } = group!
    reads.push(
      index.read(at + 4 * start, 4 * (end - start)).then((bytes) => {
        const all = new Uint32Array(bytes.buffer, 0, bytes.length / 4)
        for (const part of parts) rows.set(all.subarray(part.start - start, part.start - start + part.count), part.to)
      }),
    )
  }
  for (let kind = 0; kind < counts.length; kind++) {
    const count = counts[kind]!
    if (chosen[kind] === 1) {
      if (group && start - group.end > GAP_ROWS) {
        readGroup()
        group = undefined
      }
      group ??= { start, end: start, parts: [] }
      group.parts.push({ start, count, to: found })
      group.end = start + count
      found += count
    }
    start += count
  }
  if (group) readGroup()
  await Promise.all(reads)
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
