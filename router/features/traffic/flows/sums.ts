import { type Counts, eachChange, grown } from '../../../model/traffic/flows/change.ts'

const COUNTS = 4

/** How much counters have grown, minute by minute from the newest to older ones. */
export interface Sums {
  /** Go to the minute before: take off by how much this one differs from it (`encodeChange`). */
  subtract(change: Uint8Array): void
  /** The same without counting the growth of this minute. */
  skip(change: Uint8Array): void
  /** By how much each owner's counts have grown in the counted minutes; without those that did not change. */
  grown(): Map<number, Counts>
}

/** Begins with these totals by owner. Numbers are changed in place: a day of 1,000 devices is 1.4 million changes. */
export function openSums(totals: ReadonlyMap<number, Counts>): Sums {
  const rows = new Map<number, number>()
  let counts = new Float64Array(COUNTS * Math.max(16, totals.size))
  let sums = new Float64Array(counts.length)

  const rowOf = (owner: number): number => {
    const found = rows.get(owner)
    if (found !== undefined) return found
    const row = rows.size * COUNTS
    if (row === counts.length) {
      counts = doubled(counts)
      sums = doubled(sums)
    }
    rows.set(owner, row)
    return row
  }
  const subtractAt = (at: number, difference: number): void => {
    const after = counts[at]!
    counts[at] = after - difference
    sums[at]! += grown(after - difference, after)
  }
  for (const [owner, count] of totals) {
    const row = rowOf(owner)
    counts.set(count, row)
  }
  const changed = new Set<number>()

  return {
    skip: (change) =>
      eachChange(change, (owner, lanIn, lanOut, wanIn, wanOut) => {
        const row = rowOf(owner)
        counts[row]! -= lanIn
        counts[row + 1]! -= lanOut
        counts[row + 2]! -= wanIn
        counts[row + 3]! -= wanOut
      }),
    subtract: (change) =>
      eachChange(change, (owner, lanIn, lanOut, wanIn, wanOut) => {
        const row = rowOf(owner)
        changed.add(owner)
        subtractAt(row, lanIn)
        subtractAt(row + 1, lanOut)
        subtractAt(row + 2, wanIn)
        subtractAt(row + 3, wanOut)
      }),
    grown: () => new Map([...changed].map((owner) => [owner, countsAt(sums, rows.get(owner)!)])),
  }
}

const countsAt = (sums: Float64Array, row: number): Counts => [
  sums[row]!,
  sums[row + 1]!,
  sums[row + 2]!,
  sums[row + 3]!,
]

function doubled(numbers: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}
