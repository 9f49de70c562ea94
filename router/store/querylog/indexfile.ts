import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { SegmentFiles } from '../../machine/segmentfiles.ts'
import { nextTurn } from '../../machine/turns.ts'
import { blockColumns, KIND_BYTES, type KindColumns } from './columns.ts'
import type { CurrentSegment } from './current.ts'
import type { NameTable } from './names.ts'
import { clientTerm, outcomeTerm, reasonTerm, Signatures, signatureBytes, typeTerm } from './signatures.ts'

/** Increased when the shape of an index changes. An index of another version is computed again. */
const VERSION = 4
/** Names of a block. Their index within it is stored in one byte. */
export const BLOCK_NAMES = 64
/** In the table of blocks: where a block begins, its first kind, bytes of its text, CRC-32; numbers of 4 bytes. */
export const BLOCK_FIELDS = 4
/** Pairs of a client and an outcome that are numbered. */
const MOST_PAIRS = 2 ** 16
/** Kinds or rows that one turn of the event loop sorts. */
const AT_ONCE = 2 ** 14
const numbers = z.array(z.number())
const count = z.int().nonnegative()

/**
 * The beginning of an index, as JSON after its length (4 bytes, big-endian), padded to 8 bytes. Then, in the byte order of the machine:
 * the frames, the table of the blocks and their signatures; the blocks, each with the columns of its kinds, by name, and its names; the kind of
 * each row; the rows of each kind, ascending; the pair of a client and an outcome of each row, unless there are too many pairs.
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
  /** Bytes of all blocks. */
  blockBytes: count,
  reasons: z.array(z.string()),
  /** Pairs of a client and an outcome that occur, in the order of their numbers: 256 times the index of the client, and the outcome. */
  outcomes: numbers,
  /** CRC-32 of the frames, the table and the signatures. */
  crc: count,
})
export type Head = z.infer<typeof Head>

export const indexName = (id: number): string => `${String(id).padStart(8, '0')}.index`
/** Whether an index has the pair of each row. */
export const hasPairs = ({ outcomes }: Pick<Head, 'outcomes'>): boolean => outcomes.length <= MOST_PAIRS
export const nameBlockCount = ({ names }: Pick<Head, 'names'>): number => Math.ceil(names / BLOCK_NAMES)
const eights = (bytes: number): number => (bytes + 7) & ~7
const sixteens = (bytes: number): number => (bytes + 15) & ~15

/** Where the parts of an index are, from the end of its head. */
export function layoutOf(head: Head) {
  const { frames, rows, blockBytes } = head
  const blocks = nameBlockCount(head)
  let at = 0
  const take = (bytes: number): number => {
    const start = at
    at += eights(bytes)
    return start
  }
  const lists = {
    first: take(8 * frames),
    last: take(8 * frames),
    frameRows: take(4 * frames),
    offsets: take(4 * frames),
    table: take(4 * BLOCK_FIELDS * blocks),
    signatures: take(signatureBytes(blocks)),
  }
  const listBytes = at
  const blockStart = take(blockBytes)
  const rowLists = { kindOf: take(4 * rows), rowsOf: take(4 * rows), pairOf: take(hasPairs(head) ? 2 * rows : 0) }
  return { ...lists, listBytes, blocks: blockStart, ...rowLists, end: at }
}

/** A head, and where it ends. */
export interface ReadHead {
  readonly head: Head
  readonly start: number
}

/** Reads the head of an index, and where it ends. Throws if it is damaged or too short. */
export async function readHead(files: SegmentFiles, id: number): Promise<ReadHead> {
  await using index = await files.open(indexName(id))
  const length = (await index.read(0, 4)).readUInt32BE()
  const head = Head.parse(JSON.parse((await index.read(4, length)).toString()))
  const start = eights(4 + length)
  const { end } = layoutOf(head)
  if (end > 0 && (await index.read(start + end - 1, 1)).length === 0) throw new Error('the index is too short')
  return { head, start }
}

/** Writes the index of a segment to which nothing is added any more, some of it in each turn of the event loop. */
export function writeIndex(files: SegmentFiles, segment: CurrentSegment): Promise<void> {
  return files.replace(indexName(segment.id), partsOf(segment))
}

async function* partsOf(segment: CurrentSegment): AsyncGenerator<Uint8Array> {
  const { columns, names } = segment.kinds
  const sorted = await kindsByName(columns, names.count)
  const counts = await rowCounts(segment.kindOf, columns.count)
  // The blocks are not in memory any more when the lists of rows are.
  const pairOf = yield* blockParts(segment, sorted, counts)
  const { placed, rowsOf, pairOfRow } = await rowsByKind(segment.kindOf, sorted.order, counts, pairOf)
  yield padded(placed)
  yield padded(rowsOf)
  if (pairOfRow) yield padded(pairOfRow)
}

/** All up to the lists of rows. Returns the number of the pair of each place; undefined if there are too many pairs. */
async function* blockParts(
  { frames, kinds, bytes, first, last, clients, hours, rows }: CurrentSegment,
  sorted: Sorted,
  counts: Uint32Array,
): AsyncGenerator<Uint8Array, Uint16Array | undefined> {
  const { columns, names, reasons } = kinds
  const { blocks, table, signatures, pairs, pairOf } = await blocksOf(columns, counts, names, sorted)
  const lists = Buffer.concat([frames.first, frames.last, frames.rows, frames.offsets, table, signatures].map(padded))
  const head: Head = {
    ...{ version: VERSION, journal: bytes, rows, first, last, clients: [...clients], hours: [...hours] },
    ...{ frames: frames.count, kinds: columns.count, names: names.count, blockBytes: blocks.length },
    ...{ reasons: [...reasons], outcomes: [...pairs.keys()], crc: crc32(lists) },
  }
  const text = Buffer.from(JSON.stringify(head))
  const beginning = Buffer.alloc(eights(4 + text.length))
  beginning.writeUInt32BE(text.length)
  beginning.set(text, 4)
  yield* [beginning, lists, blocks]
  return hasPairs(head) ? pairOf : undefined
}

interface Sorted {
  /** The kind for each place. */
  readonly order: Uint32Array
  /** The first place of each name, and the number of all at the end. */
  readonly firsts: Uint32Array
}

/** The kinds in the order of the numbers of their names. */
async function kindsByName({ count, name: nameOf }: KindColumns, names: number): Promise<Sorted> {
  const firsts = new Uint32Array(names + 1)
  for (let kind = 0; kind < count; kind++) firsts[nameOf[kind]! + 1]!++
  for (let name = 0; name < names; name++) firsts[name + 1]! += firsts[name]!
  await nextTurn()
  const next = firsts.slice()
  const order = new Uint32Array(count)
  for (let kind = 0; kind < count; kind++) {
    order[next[nameOf[kind]!]!++] = kind
    if (kind % AT_ONCE === AT_ONCE - 1) await nextTurn()
  }
  return { order, firsts }
}

/** The number of rows of each kind. */
async function rowCounts(kindOf: Uint32Array, kinds: number): Promise<Uint32Array> {
  const counts = new Uint32Array(kinds)
  for (let row = 0; row < kindOf.length; row++) {
    counts[kindOf[row]!]!++
    if (row % AT_ONCE === AT_ONCE - 1) await nextTurn()
  }
  return counts
}

async function blocksOf(kinds: KindColumns, counts: Uint32Array, names: NameTable, { order, firsts }: Sorted) {
  const count = nameBlockCount({ names: names.count })
  const placesOf = (block: number): readonly [number, number] => [
    firsts[BLOCK_NAMES * block]!,
    firsts[Math.min(names.count, BLOCK_NAMES * (block + 1))]!,
  ]
  const table = new Uint32Array(BLOCK_FIELDS * count)
  let at = 0
  for (let block = 0; block < count; block++) {
    const [first, end] = placesOf(block)
    const text = names.start(BLOCK_NAMES * (block + 1)) - names.start(BLOCK_NAMES * block)
    table.set([at, first, text], BLOCK_FIELDS * block)
    at += KIND_BYTES * (end - first) + sixteens(text)
  }
  const blocks = Buffer.alloc(at)
  const signatures = new Signatures(count)
  const pairs = new Map<number, number>()
  const pairOf = new Uint16Array(order.length)
  let row = 0
  let done = 0
  for (let block = 0; block < count; block++) {
    const [first, end] = placesOf(block)
    const start = table[BLOCK_FIELDS * block]!
    const target = blockColumns(blocks.buffer, blocks.byteOffset + start, end - first)
    for (let place = first; place < end; place++) {
      const kind = order[place]!
      // Not as pairs, which would be a million arrays.
      const client = kinds.client[kind]!
      const outcome = kinds.outcome[kind]!
      const reason = kinds.reason[kind]!
      const type = kinds.type[kind]!
      const at = place - first
      target.start[at] = row
      target.rows[at] = counts[kind]!
      target.client[at] = client
      target.type[at] = type
      target.reason[at] = reason
      target.outcome[at] = outcome
      target.name[at] = kinds.name[kind]! - BLOCK_NAMES * block
      row += counts[kind]!
      const pair = pairs.get(256 * client + outcome) ?? pairs.size
      pairs.set(256 * client + outcome, pair)
      pairOf[place] = pair
      signatures.add(block, clientTerm(client))
      signatures.add(block, outcomeTerm(outcome))
      signatures.add(block, reasonTerm(reason))
      signatures.add(block, typeTerm(type))
    }
    const textStart = names.start(BLOCK_NAMES * block)
    const text = names.text.subarray(textStart, textStart + table[BLOCK_FIELDS * block + 2]!)
    blocks.set(text, start + KIND_BYTES * (end - first))
    signatures.addNames(block, text)
    const next = block + 1 < count ? table[BLOCK_FIELDS * (block + 1)] : blocks.length
    table[BLOCK_FIELDS * block + 3] = crc32(blocks.subarray(start, next))
    done += end - first + text.length
    if (done < AT_ONCE) continue
    done = 0
    await nextTurn()
  }
  return { blocks, table, signatures: signatures.bytes, pairs, pairOf }
}

/** The place of the kind of each row, and rows by kind, ascending within each; the pair of each row, from those by place. */
async function rowsByKind(kindOf: Uint32Array, order: Uint32Array, counts: Uint32Array, pairOf?: Uint16Array) {
  const placeOf = new Uint32Array(order.length)
  const next = new Uint32Array(order.length)
  let start = 0
  for (let place = 0; place < order.length; place++) {
    const kind = order[place]!
    placeOf[kind] = place
    next[place] = start
    start += counts[kind]!
    if (place % AT_ONCE === AT_ONCE - 1) await nextTurn()
  }
  const placed = new Uint32Array(kindOf.length)
  const rowsOf = new Uint32Array(kindOf.length)
  const pairOfRow = pairOf && new Uint16Array(kindOf.length)
  for (let row = 0; row < kindOf.length; row++) {
    const place = placeOf[kindOf[row]!]!
    placed[row] = place
    rowsOf[next[place]!++] = row
    if (pairOfRow) pairOfRow[row] = pairOf![place]!
    if (row % AT_ONCE === AT_ONCE - 1) await nextTurn()
  }
  return { placed, rowsOf, pairOfRow }
}

function padded({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  return byteLength % 8 === 0 ? bytes : Buffer.concat([bytes], eights(byteLength))
}
