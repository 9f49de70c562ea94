/** What is left out at the beginning: a connection takes a while to get up to speed. */
const WARM_UP_MS = 500
/** The needle shows the mean of this long. */
const WINDOW_MS = 800

/** Counts bytes as they come. Times in milliseconds, of any clock that only goes forward. */
export function openMeter(begin: number) {
  const counted: { at: number; bytes: number }[] = []
  let total = 0

  const since = (from: number): number => counted.reduce((sum, { at, bytes }) => (at > from ? sum + bytes : sum), 0)

  return {
    add(bytes: number, at: number): void {
      counted.push({ at, bytes })
      total += bytes
    },
    total: () => total,
    /** Bytes a second, of the last moment. */
    now(at: number): number {
      const from = Math.max(begin, at - WINDOW_MS)
      return at > from ? (since(from) * 1000) / (at - from) : 0
    },
    /** Bytes a second, of the whole without its beginning; with it where it was over before that. */
    mean(at: number): number {
      const from = at - begin > 2 * WARM_UP_MS ? begin + WARM_UP_MS : begin
      return at > from ? (since(from) * 1000) / (at - from) : 0
    },
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
export function needleOf(bytesPerSecond: number): number {
  const megabits = (bytesPerSecond * 8) / 1e6
  return Math.min(1, Math.log10(1 + megabits) / 4)
}

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
  const angle = Math.PI * (1 - needleOf((megabits * 1e6) / 8))
  return { x: 100 + 105 * Math.cos(angle), y: 100 - 105 * Math.sin(angle) }
}
