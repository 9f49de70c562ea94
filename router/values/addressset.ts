import { numberToIp } from './ip.ts'

/** IPv4 addresses as numbers, both ends included. */
export interface AddressRange {
  readonly start: number
  readonly end: number
}

/** A set of IPv4 addresses: the ends of disjoint ranges in ascending order, two numbers each. Never changed. */
export type AddressSet = Uint32Array

/** Merges ranges that overlap or are adjacent. */
export function addressSet(ranges: readonly AddressRange[]): AddressSet {
  const pairs = new Uint32Array(2 * ranges.length)
  for (const [index, { start, end }] of ranges.entries()) {
    pairs[2 * index] = start
    pairs[2 * index + 1] = end
  }
  sort(pairs)
  return merged(pairs)
}

/** The addresses of both sets. Takes time in proportion to their length. */
export function unionOf(a: AddressSet, b: AddressSet): AddressSet {
  const pairs = new Uint32Array(a.length + b.length)
  for (let at = 0, left = 0, right = 0; at < pairs.length; at += 2) {
    const isLeft = right >= b.length || (left < a.length && a[left]! <= b[right]!)
    const from = isLeft ? a : b
    const index = isLeft ? left : right
    pairs[at] = from[index]!
    pairs[at + 1] = from[index + 1]!
    if (isLeft) left += 2
    else right += 2
  }
  return merged(pairs)
}

/** The addresses of all sets, joined in pairs with a pause after each. */
export async function unionOfAll(sets: readonly AddressSet[], pause: () => Promise<unknown>): Promise<AddressSet> {
  let level = [...sets]
  while (level.length > 1) {
    const next: AddressSet[] = []
    for (let at = 0; at < level.length; at += 2) {
      next.push(at + 1 < level.length ? unionOf(level[at]!, level[at + 1]!) : level[at]!)
      await pause()
    }
    level = next
  }
  return level[0] ?? new Uint32Array()
}

/** Sorts ranges without making objects of them: as 64-bit words, with the start in the upper half on a little-endian processor. */
function sort(pairs: Uint32Array<ArrayBuffer>): void {
  swapPairs(pairs)
  new BigUint64Array(pairs.buffer).sort()
  swapPairs(pairs)
}

/** Merges sorted ranges in place. */
function merged(pairs: Uint32Array<ArrayBuffer>): AddressSet {
  let length = 0
  for (let at = 0; at < pairs.length; at += 2) {
    const [start, end] = [pairs[at]!, pairs[at + 1]!]
    if (length > 0 && start <= pairs[length - 1]! + 1) pairs[length - 1] = Math.max(pairs[length - 1]!, end)
    else {
      pairs[length] = start
      pairs[length + 1] = end
      length += 2
    }
  }
  return pairs.slice(0, length)
}

function swapPairs(pairs: Uint32Array): void {
  for (let at = 0; at < pairs.length; at += 2) {
    const first = pairs[at]!
    pairs[at] = pairs[at + 1]!
    pairs[at + 1] = first
  }
}

export function* rangesOf(set: AddressSet): Generator<AddressRange> {
  for (let at = 0; at < set.length; at += 2) yield { start: set[at]!, end: set[at + 1]! }
}

/** The number of ranges. */
export const rangeCount = (set: AddressSet): number => set.length / 2

/** Whether an address, as a number, is in the set. */
export function hasAddress(set: AddressSet, address: number): boolean {
  let low = 0
  let high = rangeCount(set)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (set[2 * middle + 1]! < address) low = middle + 1
    else high = middle
  }
  return low < rangeCount(set) && set[2 * low]! <= address
}

const texts = new WeakMap<AddressSet, string>()

/** The ranges in the syntax of nft: `192.0.2.7, 198.51.100.0-198.51.100.255`. Made once for each set. */
export function addressSetText(set: AddressSet): string {
  const known = texts.get(set)
  if (known !== undefined) return known
  const text = textOf(set)
  texts.set(set, text)
  return text
}

const textOf = (set: AddressSet): string => [...rangesOf(set)].map(rangeText).join(', ')

/** Numbers of a set that one step converts to text. */
const AT_ONCE = 4096

/** Makes the text of a large set in parts, with a pause after each, so that `addressSetText` has it already. */
export async function prepareText(set: AddressSet, pause: () => Promise<unknown>): Promise<void> {
  if (texts.has(set)) return
  const parts: string[] = []
  for (let at = 0; at < set.length; at += AT_ONCE) {
    parts.push(textOf(set.subarray(at, at + AT_ONCE)))
    await pause()
  }
  texts.set(set, parts.join(', '))
}

export const rangeText = ({ start, end }: AddressRange): string =>
  start === end ? numberToIp(start) : `${numberToIp(start)}-${numberToIp(end)}`
