/** Bits of the signature of a block. A block of 64 names of 20 letters sets about a quarter of them. */
const BITS_LOG = 13
const BITS = 1 << BITS_LOG
/** Letters of a name that follow each other: names are found by groups of both lengths. */
const SHORT = 3
const LONG = 4
const LINE_FEED = 0x0a

/** The index of a client, a reason, an outcome or a record type, as a number that differs from those of other fields. */
export type Term = number
const TAG = 1 << 24
export const clientTerm = (client: number): Term => TAG | client
export const outcomeTerm = (outcome: number): Term => (2 * TAG) | outcome
export const reasonTerm = (reason: number): Term => (3 * TAG) | reason
export const typeTerm = (type: number): Term => (4 * TAG) | type

/** One bit for each block, the lowest bit of the first byte for the first block. */
export type BlockSet = Uint8Array

const bytesFor = (blocks: number): number => (blocks + 7) >> 3
/** Bytes of the signatures of so many blocks. */
export const signatureBytes = (blocks: number): number => BITS * bytesFor(blocks)

/**
 * Says which blocks of a segment may have queries with a part of a name, or with another property: a Bloom filter for each block. They are
 * stored by bit and not by block, so that a search combines a few short sets of blocks.
 */
export class Signatures {
  readonly bytes: Uint8Array
  readonly #size: number

  constructor(blocks: number, bytes: Uint8Array = new Uint8Array(signatureBytes(blocks))) {
    this.bytes = bytes
    this.#size = bytesFor(blocks)
  }

  #set(block: number, bit: number): void {
    this.bytes[this.#size * bit + (block >> 3)]! |= 1 << (block & 7)
  }

  add(block: number, term: Term): void {
    this.#set(block, hash(term))
    this.#set(block, hash(~term))
  }

  /** Adds names, each with a line feed after it. */
  addNames(block: number, text: Uint8Array): void {
    let length = 0
    let group = 0
    for (const byte of text) {
      length = byte === LINE_FEED ? 0 : length + 1
      group = (group << 8) | byte
      if (length >= SHORT) this.#set(block, shortHash(group))
      if (length >= LONG) this.add(block, group)
    }
  }

  get all(): BlockSet {
    return new Uint8Array(this.#size).fill(0xff)
  }

  /** Removes the blocks that do not have a bit. */
  #keep(found: BlockSet, bit: number): void {
    const start = this.#size * bit
    for (let at = 0; at < found.length; at++) found[at]! &= this.bytes[start + at]!
  }

  /** Blocks that may have any of the terms. */
  withAny(terms: Iterable<Term>): BlockSet {
    const found: BlockSet = new Uint8Array(this.#size)
    for (const term of terms) {
      const [one, other] = [this.#size * hash(term), this.#size * hash(~term)]
      for (let at = 0; at < found.length; at++) found[at]! |= this.bytes[one + at]! & this.bytes[other + at]!
    }
    return found
  }

  /** Blocks that may have a name with this part: all for parts of less than three bytes. */
  withPart(part: Uint8Array): BlockSet {
    const found = this.all
    let group = 0
    for (let at = 0; at < part.length; at++) {
      group = (group << 8) | part[at]!
      if (at + 1 >= SHORT) this.#keep(found, shortHash(group))
      if (at + 1 < LONG) continue
      this.#keep(found, hash(group))
      this.#keep(found, hash(~group))
    }
    return found
  }
}

const hash = (value: number): number => Math.imul(value ^ (value >>> 15), 0x9e3779b1) >>> (32 - BITS_LOG)
const shortHash = (group: number): number => Math.imul(group & 0xffffff, 0x85ebca6b) >>> (32 - BITS_LOG)

export const common = (a: BlockSet, b: BlockSet): BlockSet => a.map((byte, at) => byte & b[at]!)
export const either = (a: BlockSet, b: BlockSet): BlockSet => a.map((byte, at) => byte | b[at]!)

/** The numbers of the blocks in a set, of so many. */
export function blocksIn(set: BlockSet, count: number): number[] {
  const numbers: number[] = []
  for (let block = 0; block < count; block++) if ((set[block >> 3]! >> (block & 7)) & 1) numbers.push(block)
  return numbers
}
