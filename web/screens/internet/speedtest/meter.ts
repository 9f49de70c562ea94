/** Left out at the beginning, while TCP increases its window. */
const WARM_UP_MS = 500
/** The needle shows the mean of this period. */
const WINDOW_MS = 800

const BITS_PER_BYTE = 8

/** Counts received or sent bytes. Times are milliseconds of a monotonic clock; rates are bits per second. */
export function openMeter(begin: number) {
  const counted: { at: number; bytes: number }[] = []
  let total = 0

  const rate = (from: number, to: number): number => {
    const bytes = counted.reduce((sum, counted) => (counted.at > from ? sum + counted.bytes : sum), 0)
    return to > from ? (bytes * BITS_PER_BYTE * 1000) / (to - from) : 0
  }

  return {
    add(bytes: number, at: number): void {
      counted.push({ at, bytes })
      total += bytes
    },
    /** Bytes counted so far. */
    total: () => total,
    /** The rate within the last `WINDOW_MS`. */
    now: (at: number): number => rate(Math.max(begin, at - WINDOW_MS), at),
    /** The rate of the whole measurement without its warm-up; a very short one is counted whole. */
    mean: (at: number): number => rate(at - begin > 2 * WARM_UP_MS ? begin + WARM_UP_MS : begin, at),
  }
}

const SMALLEST = 64 << 10
const LARGEST = 16 << 20

/** How much to send next: so much that it takes about a quarter of a second, and the needle moves. */
export function nextSize(size: number, tookMs: number): number {
  if (tookMs < 150) return Math.min(LARGEST, size * 2)
  if (tookMs > 500) return Math.max(SMALLEST, size / 2)
  return size
}
export const FIRST_SIZE = SMALLEST
export const LARGEST_SIZE = LARGEST

/** The position of the needle, 0 to 1: from 1 Mbit/s to 10 Gbit/s each decade takes as much of the scale. */
export const needleOf = (bitsPerSecond: number): number => Math.min(1, Math.log10(1 + bitsPerSecond / 1e6) / 4)

/** The marks of the scale, in Mbit/s. */
export const TICKS = [
  { megabits: 1, label: '1' },
  { megabits: 10, label: '10' },
  { megabits: 100, label: '100' },
  { megabits: 1000, label: '1 G' },
  { megabits: 10_000, label: '10 G' },
] as const

/** The position of a mark, around a half circle about (100, 100) that is 200 wide. */
export function tickAt(megabits: number): { x: number; y: number } {
  const angle = Math.PI * (1 - needleOf(megabits * 1e6))
  return { x: 100 + 105 * Math.cos(angle), y: 100 - 105 * Math.sin(angle) }
}
