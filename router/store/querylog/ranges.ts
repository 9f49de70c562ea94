import { free } from '../../machine/free.ts'
import type { SegmentReader } from '../../machine/segmentfiles.ts'

/** Parts of a file that are closer than this are read together. */
const GAP_BYTES = 16 << 10
/** Most bytes of one read, as long as a range has no more: each of them is evaluated in one turn of the event loop. */
const READ_BYTES = 256 << 10
/** Reads at the same time. */
const READS = 4

/** Bytes of a file, from `start` up to `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Reads ascending ranges of a file, those together that are close. Calls `take` with the number of each range, and bytes that hold it from
 * `offset` on; fewer at the end of the file.
 */
export async function readRanges(
  file: SegmentReader,
  at: number,
  ranges: readonly ByteRange[],
  take: (range: number, bytes: Buffer, offset: number) => void,
): Promise<void> {
  const groups: { first: number; next: number }[] = []
  for (let first = 0, next = 0; first < ranges.length; first = next) {
    const { start } = ranges[first]!
    for (next = first + 1; next < ranges.length; next++)
      if (ranges[next]!.start - ranges[next - 1]!.end > GAP_BYTES || ranges[next]!.end - start > READ_BYTES) break
    groups.push({ first, next })
  }
  const read = async (one: number): Promise<void> => {
    for (let group = one; group < groups.length; group += READS) {
      const { first, next } = groups[group]!
      const { start } = ranges[first]!
      const buffer = Buffer.allocUnsafeSlow(ranges[next - 1]!.end - start)
      const bytes = await file.read(at + start, buffer.length, buffer)
      for (let range = first; range < next; range++) take(range, bytes, ranges[range]!.start - start)
      free(buffer)
    }
  }
  await Promise.all(Array.from({ length: READS }, (_, one) => read(one)))
}
