import type { NetCount } from './counters.ts'

/** Bytes of one device, or by how much they differ: LanIn, LanOut, WanIn, WanOut. */
export type Counts = readonly [number, number, number, number]

/** The counts of a device without traffic. */
export const NOTHING: Counts = [0, 0, 0, 0]

export const sumOfCounts = (a: Counts, b: Counts): Counts => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
export const minus = (a: Counts, b: Counts): Counts => [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]]
/** What was added from one reading of a counter to the next; one that got smaller started again from 0. */
export const growth = (before: Counts, after: Counts): Counts => [
  grown(before[0], after[0]),
  grown(before[1], after[1]),
  grown(before[2], after[2]),
  grown(before[3], after[3]),
]
/** The same of one count. */
export const grown = (before: number, after: number): number => (after >= before ? after - before : after)

export const netCount = ([LanIn, LanOut, WanIn, WanOut]: Counts): NetCount => ({ LanIn, LanOut, WanIn, WanOut })

export const isNothing = ([a, b, c, d]: Counts): boolean => a === 0 && b === 0 && c === 0 && d === 0

/**
 * By how much the counts of some addresses (as numbers) differ, in a few bytes each: the distance from the address
 * before, then four differences. Counts that restart make negative ones.
 */
export function encodeChange(differences: Iterable<readonly [ip: number, difference: Counts]>): Uint8Array {
  const bytes: number[] = []
  let before = 0
  for (const [ip, difference] of [...differences].sort(([a], [b]) => a - b)) {
    write(bytes, ip - before)
    for (const count of difference) write(bytes, folded(count))
    before = ip
  }
  return Uint8Array.from(bytes)
}

/** Takes what `encodeChange` has written, address by address: each with its four differences. */
export function eachChange(
  bytes: Uint8Array,
  take: (ip: number, lanIn: number, lanOut: number, wanIn: number, wanOut: number) => void,
): void {
  const reader = { bytes, at: 0 }
  let ip = 0
  while (reader.at < bytes.length) {
    ip += read(reader)
    take(ip, unfolded(read(reader)), unfolded(read(reader)), unfolded(read(reader)), unfolded(read(reader)))
  }
}

/** Small negative numbers become small positive ones: 0, -1, 1, -2, 2 are 0, 1, 2, 3, 4. */
const folded = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const unfolded = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

/** Seven bits a byte, the lowest first; the highest bit says that more follow. Beyond 32 bits, shifts would not do. */
function write(bytes: number[], value: number): void {
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

function read(reader: { readonly bytes: Uint8Array; at: number }): number {
  let value = 0
  let weight = 1
  for (;;) {
    const byte = reader.bytes[reader.at++] ?? 0
    value += (byte & 127) * weight
    if (byte < 128) return value
    weight *= 128
  }
}
