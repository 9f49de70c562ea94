import { crc32 } from 'node:zlib'

/**
 * The file of compiled block lists, which the resolver's threads share. A header of 64 bytes, numbers of 32 bits,
 * little-endian: magic, version, slots, both halves of the seed, names, length of the directory, CRC-32 of the rest. Then the
 * slots, 8 bytes each; then the directory, as JSON.
 *
 * A slot has 48 bits of a name's hash and, in its lowest 16 bits, the number of the set of lists that contain the name; 0 is an
 * empty slot. The other bits of the hash give the first slot to probe, so that two names are only confused if nearly all 64 bits
 * are equal. Further slots are probed in order.
 */
export const HEADER_BYTES = 64
export const SLOT_BYTES = 8
const MAGIC = 0x4b4c4253
const VERSION = 2

/** Names beyond this limit are omitted from the table and reported. */
export const MOST_NAMES = 4_000_000
export const MOST_LISTS = 255
export const MOST_SETS = 65_535

/** A list in the table, and the results of reading it. */
export interface CompiledList {
  readonly URI: string
  /** Changes with the contents. */
  readonly version: string
  /** Names that it blocks, each counted once. */
  readonly names: number
  /** Names that it exempts. */
  readonly spared: number
  /** Entries that are not supported. */
  readonly ignored: number
  /** Names omitted because the table was full. */
  readonly left: number
}

/** A set of lists that contain the same names: for each, four times its index, plus one if it exempts them, plus two if that rule is important. */
export interface ListSet {
  readonly holders: readonly number[]
  names: number
}

export interface BlockListDirectory {
  readonly lists: readonly CompiledList[]
  /** By their numbers in the slots; the one with number 0 is empty. */
  readonly sets: readonly ListSet[]
}

export const holderOf = (list: number, spared: boolean, important: boolean): number =>
  list * 4 + (spared ? 1 : 0) + (important ? 2 : 0)
export const listOf = (holder: number): number => holder >> 2
export const isSpared = (holder: number): boolean => (holder & 1) === 1
/** The rule takes precedence over rules that are not important. */
export const isImportant = (holder: number): boolean => (holder & 2) === 2

/** Whether rules for a name and its parents block it: an important exception, an important block, an exception, a block decide in turn. */
export function blocks(holders: readonly number[]): boolean {
  const decides = holders.some(isImportant) ? holders.filter(isImportant) : holders
  return decides.length > 0 && !decides.some(isSpared)
}

export interface Header {
  readonly slots: number
  readonly seed: HashSeed
  readonly names: number
  readonly directoryBytes: number
}
export type HashSeed = readonly [high: number, low: number]

/** The share of slots in use: fewer take memory, more take time. */
const FILLED = 0.6
export const slotsFor = (names: number): number => Math.max(16, Math.ceil(names / FILLED))

/** The first slot to probe for a hash. */
export const homeSlotOf = (high: number, slots: number): number => Math.floor((high >>> 0) * (slots / 2 ** 32))

export function writeHeader(file: Uint8Array, { slots, seed, names, directoryBytes }: Header): void {
  const words = new Int32Array(file.buffer, file.byteOffset, HEADER_BYTES / 4)
  words.set([MAGIC, VERSION, slots, seed[0], seed[1], names, directoryBytes])
  words[SUM_AT] = sumOf(file)
}

/** The word of the header with the sum; the words before it are part of the sum. */
const SUM_AT = 7
const sumOf = (file: Uint8Array): number => crc32(file.subarray(HEADER_BYTES), crc32(file.subarray(0, SUM_AT * 4))) | 0

/** Undefined for an invalid file or another version. Checks the header only. */
export function readHeader(file: Uint8Array): Header | undefined {
  if (file.length < HEADER_BYTES) return undefined
  const words = new Int32Array(file.buffer, file.byteOffset, HEADER_BYTES / 4)
  const [magic, version, slots = 0, high = 0, low = 0, names = 0, directoryBytes = 0] = words
  if (magic !== MAGIC || version !== VERSION || slots < 1 || directoryBytes < 0) return undefined
  if (file.length !== HEADER_BYTES + slots * SLOT_BYTES + directoryBytes) return undefined
  return { slots, seed: [high, low], names, directoryBytes }
}

/** Whether a file is complete and its checksum is correct. */
export function isSound(file: Uint8Array): boolean {
  return (
    readHeader(file) !== undefined &&
    sumOf(file) === new Int32Array(file.buffer, file.byteOffset, HEADER_BYTES / 4)[SUM_AT]
  )
}
