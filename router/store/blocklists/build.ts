import { openNameHash } from './hash.ts'
import {
  type BlockListDirectory,
  type CompiledList,
  type HashSeed,
  HEADER_BYTES,
  holderOf,
  homeSlotOf,
  type ListSet,
  MOST_LISTS,
  MOST_NAMES,
  MOST_SETS,
  SLOT_BYTES,
  slotsFor,
  writeHeader,
} from './layout.ts'
import type { ListedNameReceiver } from './line.ts'

export interface TableBuilder {
  /** Starts a list, to which all names belong until the next call. Throws if there are too many lists. */
  begin(list: Pick<CompiledList, 'URI' | 'version'>): ListedNameReceiver
  /** The complete file; see `layout.ts`. */
  finish(): Uint8Array<ArrayBuffer>
}

export interface BuildOptions {
  /** About how many names there will be, to allocate memory once. */
  readonly expected?: number
  readonly limits?: Limits
}

interface Limits {
  readonly names: number
  readonly sets: number
}

interface Cancelled {
  readonly high: number
  readonly low: number
  /** The index of the list. */
  readonly number: number
  readonly spared: boolean
  readonly important: boolean
}

/** Compiles lists to one table, which has each name once with the set of lists that contain it. */
export function openTableBuilder(seed: HashSeed, options: BuildOptions = {}): TableBuilder {
  const { expected = 0, limits = { names: MOST_NAMES, sets: MOST_SETS } } = options
  const hash = openNameHash(...seed)
  const lists: { -readonly [K in keyof CompiledList]: CompiledList[K] }[] = []
  const sets = openSets(limits.sets)
  const names = openGrowing(Math.min(expected, MOST_EXPECTED))

  /** Rules to remove when all lists are read: a list may cancel a rule before it has it. */
  const cancelled: Cancelled[] = []
  const cancel = ({ high, low, number, spared, important }: Cancelled): void => {
    const slot = names.seek(high, low)
    const before = names.set(slot)
    const after = before === 0 ? undefined : sets.without(before, holderOf(number, spared, important))
    if (after === undefined || after === before) return
    names.put(slot, high, low, after)
    sets.move(before, after)
    if (sets.all[after]!.holders.includes(holderOf(number, spared, !important))) return
    if (spared) lists[number]!.spared--
    else lists[number]!.names--
  }

  return {
    begin({ URI, version }) {
      if (lists.length >= MOST_LISTS) throw new Error(`more than ${MOST_LISTS} lists`)
      const list = { URI, version, names: 0, spared: 0, ignored: 0, left: 0 }
      const number = lists.push(list) - 1
      return {
        name(wire, spared, important) {
          const last = hash.read(wire, 0) - 1
          const slot = names.seek(hash.high[last]!, hash.low[last]!)
          const before = names.set(slot)
          const after =
            before === 0 && names.size >= limits.names
              ? undefined
              : sets.with(before, holderOf(number, spared, important))
          if (after === undefined) list.left++
          else if (after !== before) {
            names.put(slot, hash.high[last]!, hash.low[last]!, after)
            sets.move(before, after)
            if (sets.all[before]!.holders.includes(holderOf(number, spared, !important))) return
            if (spared) list.spared++
            else list.names++
          }
        },
        cancel(wire, spared, important) {
          const last = hash.read(wire, 0) - 1
          cancelled.push({ high: hash.high[last]!, low: hash.low[last]!, number, spared, important })
        },
        ignore: () => void list.ignored++,
      }
    },
    finish() {
      for (const one of cancelled.splice(0)) cancel(one)
      const directory: BlockListDirectory = { lists, sets: sets.all }
      const text = Buffer.from(JSON.stringify(directory))
      const slots = slotsFor(names.size)
      const file = new Uint8Array(HEADER_BYTES + slots * SLOT_BYTES + text.length)
      const words = new Int32Array(file.buffer, HEADER_BYTES, slots * 2)
      names.each((high, low, set) => {
        let slot = homeSlotOf(high, slots)
        while (words[slot * 2 + 1] !== 0) slot = slot + 1 === slots ? 0 : slot + 1
        words[slot * 2] = low
        words[slot * 2 + 1] = (high << 16) | set
      })
      file.set(text, HEADER_BYTES + slots * SLOT_BYTES)
      writeHeader(file, { slots, seed, names: names.size, directoryBytes: text.length })
      return file
    },
  }
}

/** Sets of lists, each different one once. */
function openSets(most: number) {
  const all: ListSet[] = [{ holders: [], names: 0 }]
  /** From a set and one more holder to the set with both: a cache, since most names are in the same few sets. */
  const ways = new Map<number, number>()
  const byHolders = new Map<string, number>()
  const numberOf = (holders: readonly number[]): number | undefined => {
    const key = holders.join()
    const found = byHolders.get(key)
    if (found === undefined && all.length > most) return undefined
    const number = found ?? all.push({ holders, names: 0 }) - 1
    byHolders.set(key, number)
    return number
  }
  return {
    all,
    /** Undefined if there are too many sets. */
    with(set: number, holder: number): number | undefined {
      const way = set * 4 * (MOST_LISTS + 1) + holder
      const known = ways.get(way)
      if (known !== undefined) return known
      const { holders } = all[set]!
      const more = holders.includes(holder) ? holders : [...holders, holder].sort((a, b) => a - b)
      const number = more === holders ? set : numberOf(more)
      if (number !== undefined) ways.set(way, number)
      return number
    },
    /** Undefined if there are too many sets. A set without holders is not the empty one: its names stay in the table. */
    without(set: number, holder: number): number | undefined {
      const { holders } = all[set]!
      return holders.includes(holder) ? numberOf(holders.filter((one) => one !== holder)) : set
    },
    move(from: number, to: number): void {
      if (from !== 0) all[from]!.names--
      all[to]!.names++
    },
  }
}

/** The largest share of slots in use. */
const FULL = 0.7
/** The limit of `expected`. */
const MOST_EXPECTED = 1_400_000

/** Words of a slot: both halves of the hash, the set, and an unused one, so that a slot is in one cache line. */
const WORDS = 4

/** A growing hash table of hashes and their sets, with open addressing. */
function openGrowing(expected: number) {
  let mask = (1 << Math.max(12, Math.ceil(Math.log2(expected / FULL)))) - 1
  let words = new Int32Array((mask + 1) * WORDS)
  let size = 0

  const seek = (high: number, low: number): number => {
    let slot = high & mask
    for (; ; slot = (slot + 1) & mask) {
      const at = slot * WORDS
      if (words[at + 2] === 0 || (words[at] === high && words[at + 1] === low)) return slot
    }
  }
  const write = (slot: number, high: number, low: number, set: number): void => {
    const at = slot * WORDS
    words[at] = high
    words[at + 1] = low
    words[at + 2] = set
  }
  const grow = (): void => {
    const old = words
    mask = mask * 2 + 1
    words = new Int32Array((mask + 1) * WORDS)
    eachIn(old, (high, low, set) => write(seek(high, low), high, low, set))
  }
  return {
    get size() {
      return size
    },
    seek,
    set: (slot: number): number => words[slot * WORDS + 2]!,
    /** Writes to the slot that `seek` returned for this hash. */
    put(slot: number, high: number, low: number, set: number): void {
      const isNew = words[slot * WORDS + 2] === 0
      write(slot, high, low, set)
      if (isNew && ++size > mask * FULL) grow()
    },
    each: (visit: (high: number, low: number, set: number) => void): void => eachIn(words, visit),
  }
}

function eachIn(words: Int32Array, visit: (high: number, low: number, set: number) => void): void {
  for (let at = 0; at < words.length; at += WORDS)
    if (words[at + 2] !== 0) visit(words[at]!, words[at + 1]!, words[at + 2]!)
}
