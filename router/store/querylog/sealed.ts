import { crc32 } from 'node:zlib'
import { free } from '../../machine/free.ts'
import { type SegmentFiles, type SegmentReader, systemCode } from '../../machine/segmentfiles.ts'
import { blockColumns, KIND_BYTES } from './columns.ts'
import { FoundKinds } from './found.ts'
import {
  BLOCK_FIELDS,
  BLOCK_NAMES,
  type Head,
  hasPairs,
  indexName,
  layoutOf,
  nameBlockCount,
  type ReadHead,
  readHead,
} from './indexfile.ts'
import { framesAt, journalName } from './journal.ts'
import { markNames } from './names.ts'
import { readRanges } from './ranges.ts'
import type { Recent } from './recent.ts'
import { inGroups, linesAt, type RowNumbers, scanRows } from './rows.ts'
import {
  type Frames,
  frameOf,
  type Hours,
  type OpenedSegment,
  type RowRange,
  type Segment,
  type Select,
} from './segment.ts'
import type { KindSelection, Match } from './selection.ts'
import { blocksIn, Signatures } from './signatures.ts'

/** Rows whose kinds are read together when a segment is searched from its newest row. */
const CHUNK_ROWS = 65_536

/**
 * If no words are wanted and more than this part of the blocks may have selected kinds, each row is looked at, newest first: the page of a search
 * is complete after few of them.
 */
const MANY_BLOCKS = 1 / 4

/** Selected kinds, or instead selected pairs of a client and an outcome. */
interface SealedMatch extends Match {
  readonly isOfPairs?: true
}

/** What is read of an index for each search. */
export interface Lists {
  readonly frames: Frames
  /** See `BLOCK_FIELDS`. */
  readonly table: Uint32Array
  readonly signatures: Signatures
}

/** A segment that is complete, with its index on the disk. In memory is only its summary. */
class SealedSegment implements Segment {
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
  readonly #layout: ReturnType<typeof layoutOf>
  readonly #recent: Recent<Lists>

  constructor(files: SegmentFiles, recent: Recent<Lists>, id: number, { head, start }: ReadHead, journal: number) {
    this.#recent = recent
    this.id = id
    this.#files = files
    this.#head = head
    this.#start = start
    this.#layout = layoutOf(head)
    this.bytes = journal + start + this.#layout.end
    this.rows = head.rows
    this.first = head.first
    this.last = head.last
    this.clients = head.clients
    this.hours = head.hours
  }

  async open(select: Select): Promise<OpenedSegment | undefined> {
    const { reasons, outcomes, journal: end } = this.#head
    const selection = select(reasons, this.clients)
    if (!selection) return undefined
    const pairs = Uint8Array.from(outcomes, (pair) => Number(selection.mayHave(Math.floor(pair / 256), pair % 256)))
    if (!pairs.includes(1)) return undefined
    const before = this.#recent.get(this)
    if (before && this.#blocks(before, selection).length === 0) return undefined
    await using opening = new AsyncDisposableStack()
    const index = opening.use(await this.#files.open(indexName(this.id)))
    const journal = opening.use(await this.#files.open(journalName(this.id)))
    const lists = before ?? (await this.#readLists(index))
    const { frames } = lists
    const match = await this.#select(index, lists, selection, pairs)
    if (!match) return undefined
    const { chosen } = match
    if (chosen) opening.defer(() => free(chosen))
    const opened = opening.move()
    return {
      rows: (range) =>
        match.parts ? this.#few(index, frames, match.parts, range) : this.#many(index, frames, match, range),
      lines: (rows) => linesAt(frames, (numbers, use) => framesAt(journal, frames, end, numbers, use), rows),
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    }
  }

  #blocks({ signatures }: Lists, selection: KindSelection): number[] {
    return blocksIn(selection.blocks(signatures), nameBlockCount(this.#head))
  }

  async #readLists(index: SegmentReader): Promise<Lists> {
    const { listBytes, ...layout } = this.#layout
    const { frames, crc } = this.#head
    const bytes = await index.read(this.#start, listBytes)
    if (bytes.length < listBytes || crc32(bytes) !== crc) throw this.#damaged()
    const { buffer } = bytes
    const blocks = nameBlockCount(this.#head)
    const lists: Lists = {
      frames: {
        count: frames,
        rows: new Uint32Array(buffer, layout.frameRows, frames),
        offsets: new Uint32Array(buffer, layout.offsets, frames),
        first: new Float64Array(buffer, layout.first, frames),
        last: new Float64Array(buffer, layout.last, frames),
      },
      table: new Uint32Array(buffer, layout.table, BLOCK_FIELDS * blocks),
      signatures: new Signatures(blocks, bytes.subarray(layout.signatures)),
    }
    this.#recent.keep(this, lists, listBytes)
    return lists
  }

  #damaged(): Error {
    return new Error(`the index of segment ${this.id} is damaged`)
  }

  /** `pairs` has 1 for each pair of a client and an outcome that may be selected. */
  async #select(
    index: SegmentReader,
    lists: Lists,
    selection: KindSelection,
    pairs: Uint8Array<ArrayBuffer>,
  ): Promise<SealedMatch | undefined> {
    const { kinds, blockBytes } = this.#head
    if (selection.isAll) return {}
    const { table } = lists
    const blocks = this.#blocks(lists, selection)
    const isManyBlocks = blocks.length > MANY_BLOCKS * nameBlockCount(this.#head)
    if (selection.words.length === 0 && isManyBlocks && hasPairs(this.#head)) return { chosen: pairs, isOfPairs: true }
    const field = (block: number, number: number): number | undefined => table[BLOCK_FIELDS * block + number]
    const marks = selection.words.map(() => new Uint8Array(BLOCK_NAMES))
    const found = new FoundKinds(kinds)
    const ranges = blocks.map((block) => ({ start: field(block, 0)!, end: field(block + 1, 0) ?? blockBytes }))
    await readRanges(index, this.#start + this.#layout.blocks, ranges, (range, bytes, offset) => {
      const block = blocks[range]!
      const { start, end } = ranges[range]!
      if (crc32(bytes.subarray(offset, offset + end - start)) !== field(block, 3)) throw this.#damaged()
      const first = field(block, 1)!
      const columns = blockColumns(bytes.buffer, offset, (field(block + 1, 1) ?? kinds) - first)
      const names = bytes.subarray(offset + KIND_BYTES * columns.count)
      for (const [at, { part, isNameOnly }] of selection.words.entries()) {
        const marked = marks[at]!.fill(0)
        markNames(names.subarray(0, field(block, 2)!), part, marked)
        if (isNameOnly && !marked.includes(1)) return
      }
      const selected = new Uint8Array(columns.count)
      selection.choose(columns, marks, selected, 0, columns.count)
      for (let kind = 0; kind < columns.count; kind++)
        if (selected[kind] === 1) found.add(first + kind, columns.start[kind]!, columns.rows[kind]!)
      free(selected)
    })
    return found.match
  }

  /** The rows of the chosen kinds, from the list of rows by kind. */
  async *#few(index: SegmentReader, frames: Frames, parts: NonNullable<Match['parts']>, range: RowRange) {
    const ranges = parts.map(({ start, count }) => ({ start: 4 * start, end: 4 * (start + count) }))
    ranges.sort((a, b) => a.start - b.start)
    const found = new Uint32Array(parts.reduce((sum, { count }) => sum + count, 0))
    let count = 0
    await readRanges(index, this.#start + this.#layout.rowsOf, ranges, (at, bytes, offset) => {
      const size = Math.min(ranges[at]!.end - ranges[at]!.start, bytes.length - offset)
      const rows = new Uint32Array(bytes.buffer, offset, Math.max(0, size >> 2))
      found.set(rows, count)
      count += rows.length
    })
    try {
      yield* inGroups(found.subarray(0, count), frames, range)
    } finally {
      free(found)
    }
  }

  /** Looks at the kinds or the pairs of all rows. */
  async *#many(index: SegmentReader, frames: Frames, match: SealedMatch, range: RowRange) {
    const [at, size] = match.isOfPairs ? [this.#layout.pairOf, 2] : [this.#layout.kindOf, 4]
    for (let top = this.#head.rows; top > 0; ) {
      // Chunks end between frames.
      const base = top <= CHUNK_ROWS ? 0 : frames.rows[frameOf(frames, top - CHUNK_ROWS)]!
      const rows = top - base
      let read: Buffer<ArrayBuffer> | undefined
      const numbers = async (): Promise<RowNumbers> => {
        read ??= await index.read(this.#start + at + size * base, size * rows)
        const count = Math.floor(read.length / size)
        return match.isOfPairs ? new Uint16Array(read.buffer, 0, count) : new Uint32Array(read.buffer, 0, count)
      }
      try {
        if (range.before > base) yield* scanRows(frames, numbers, base, top, match, range)
      } finally {
        if (read) free(read)
      }
      top = base
    }
  }
}

/** Opens a segment that has an index. Undefined if it has none for its journal of this size, or it is damaged. Throws other errors of the system. */
export async function openSealed(
  files: SegmentFiles,
  recent: Recent<Lists>,
  id: number,
  journalBytes: number,
): Promise<SealedSegment | undefined> {
  try {
    const read = await readHead(files, id)
    // The end of a journal may be torn.
    return read.head.journal > journalBytes ? undefined : new SealedSegment(files, recent, id, read, journalBytes)
  } catch (error) {
    const code = systemCode(error)
    if (code !== undefined && code !== 'ENOENT' && code !== 'EIO') throw error
    return undefined
  }
}
