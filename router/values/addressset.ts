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
  const merged: number[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.length - 1
    if (last > 0 && start <= merged[last]! + 1) merged[last] = Math.max(merged[last]!, end)
    else merged.push(start, end)
  }
  return Uint32Array.from(merged)
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
  const text = [...rangesOf(set)].map(rangeText).join(', ')
  texts.set(set, text)
  return text
}

export const rangeText = ({ start, end }: AddressRange): string =>
  start === end ? numberToIp(start) : `${numberToIp(start)}-${numberToIp(end)}`
