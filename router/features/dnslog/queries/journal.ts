import type { SegmentFiles, SegmentReader } from '../../../machine/segmentfiles.ts'
import { nextTurn } from '../../../machine/turns.ts'
import { readFrame, readFrames } from './frame.ts'
import { readRanges } from './ranges.ts'
import type { Frames } from './segment.ts'

/** Read from a journal at once. */
const READ_BYTES = 1 << 20

export const journalName = (id: number): string => `${String(id).padStart(8, '0')}.log`

/** Size of the journal of a segment; 0 if there is none. */
export const journalBytes = (files: SegmentFiles, id: number): number =>
  files.list().find(({ name }) => name === journalName(id))?.bytes ?? 0

/** The frames of a journal up to the first that is torn or damaged, one in each turn of the event loop. */
export async function* framesIn(
  files: SegmentFiles,
  id: number,
  bytes: number,
): AsyncGenerator<{ lines: Buffer; size: number }> {
  await using journal = await files.open(journalName(id))
  for (let at = 0; at < bytes; ) {
    const part = await journal.read(at, READ_BYTES)
    let used = 0
    for (let frame = readFrame(part); frame; frame = readFrame(part, used)) {
      used += frame.size
      yield frame
      await nextTurn()
    }
    if (used === 0) return
    at += used
  }
}

/** The lines of frames of a journal of so many bytes; undefined for damaged ones. The numbers of the frames descend. */
export async function framesAt(
  journal: SegmentReader,
  { offsets }: Frames,
  bytes: number,
  numbers: readonly number[],
): Promise<(Buffer | undefined)[]> {
  const ranges = numbers.map((frame) => ({ start: offsets[frame]!, end: offsets[frame + 1] ?? bytes })).reverse()
  const frames: Buffer[] = []
  await readRanges(journal, 0, ranges, (range, part, offset) => {
    const { start, end } = ranges[range]!
    // Its memory is used for the next range.
    frames[range] = Buffer.from(part.subarray(offset, offset + end - start))
  })
  return readFrames(frames).reverse()
}
