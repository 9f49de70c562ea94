import { randomBytes } from 'node:crypto'

const TABLE_BITS = 6
const TABLES = 1 << TABLE_BITS
/** Bits of a slot for the number of an item. The others have the highest bits of its hash, so that most other items are not looked at. */
const ITEM_BITS = 21
const ITEM_MASK = 2 ** ITEM_BITS - 1

/**
 * Finds items, which are numbered in the order in which they are added, by their hash; at most two million. Typed arrays with open addressing: a
 * `Map` stops the event loop for 20 ms when it grows beyond half a million keys, and the garbage collector visits all of them.
 */
export class HashIndex {
  /** By the lowest bits of the hash. A slot has the number of an item plus 1, and highest bits of its hash; or 0. */
  readonly #tables = Array.from({ length: TABLES }, (_, index) => ({
    slots: new Uint32Array(16),
    used: 0,
    /** Part of the slots that are used at most. Differs, so that each table grows at another time, and none for more than some milliseconds. */
    most: 0.5 + (0.3 * index) / TABLES,
  }))
  readonly #hashOf: (item: number) => number
  #size = 0

  /** `hashOf` computes the hash of an item again. */
  constructor(hashOf: (item: number) => number) {
    this.#hashOf = hashOf
  }

  get size(): number {
    return this.#size
  }

  /** The item with this hash that is the same; -1 if there is none. */
  find(hash: number, isSame: (item: number) => boolean): number {
    const { slots } = this.#tables[hash % TABLES]!
    for (let at = placeIn(slots, hash); ; at = (at + 1) & (slots.length - 1)) {
      const slot = slots[at]!
      if (slot === 0) return -1
      const item = (slot & ITEM_MASK) - 1
      if (slot >>> ITEM_BITS === hash >>> ITEM_BITS && isSame(item)) return item
    }
  }

  /** Adds an item that was not found. `hash` is an unsigned number of 32 bits. Returns the number of the item. */
  add(hash: number): number {
    const table = this.#tables[hash % TABLES]!
    if (++table.used > table.most * table.slots.length) {
      const larger = new Uint32Array(2 * table.slots.length)
      for (const slot of table.slots) if (slot > 0) insert(larger, this.#hashOf((slot & ITEM_MASK) - 1), slot)
      table.slots = larger
    }
    insert(table.slots, hash, (hash & ~ITEM_MASK) | ++this.#size)
    return this.#size - 1
  }
}

const placeIn = (slots: Uint32Array, hash: number): number => (hash >>> TABLE_BITS) & (slots.length - 1)

function insert(slots: Uint32Array, hash: number, slot: number): void {
  let at = placeIn(slots, hash)
  while (slots[at] !== 0) at = (at + 1) & (slots.length - 1)
  slots[at] = slot
}

/** Another one in each process, so that no device can choose names with the same hash, which would be found one after the other. */
const SEED = randomBytes(4).readUInt32LE()

/** Mixes a number into a hash of 32 bits, so that all bits of it depend on all bits of both (the last steps of MurmurHash3, with a seed). */
export function mixed(hash: number, value: number): number {
  let mix = Math.imul(hash ^ value ^ SEED, 0x85ebca6b)
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35)
  return (mix ^ (mix >>> 16)) >>> 0
}
