import { free } from '../../machine/free.ts'
import type { SegmentFiles, SegmentReader } from '../../machine/segmentfiles.ts'
import { nextTurn } from '../../machine/turns.ts'
import { readFrame, readFrames } from './frame.ts'
import { readRanges } from './ranges.ts'
import type { Frames } from './segment.ts'

/** Bytes of one read of a journal. */
const READ_BYTES = 1 << 20

/** The extension is the version: a journal in another format will have another one, and is then neither read nor deleted by this release. */
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

/**
 * Reads the lines of frames of a journal of so many bytes, whose numbers descend, and returns what `use` makes of them. Of damaged frames it gets
 * undefined; the others must not be used later.
 */
export async function framesAt<T>(
  journal: SegmentReader,
  { offsets }: Frames,
  bytes: number,
  numbers: readonly number[],
  use: (lines: readonly (Buffer | undefined)[]) => T,
): Promise<T> {
  const ranges = numbers.map((frame) => ({ start: offsets[frame]!, end: offsets[frame + 1] ?? bytes })).reverse()
  const frames: Buffer<ArrayBuffer>[] = []
  await readRanges(journal, 0, ranges, (range, part, offset) => {
    const { start, end } = ranges[range]!
    // `part` is freed afterwards.
    const frame = Buffer.allocUnsafeSlow(end - start)
    part.copy(frame, 0, offset, offset + end - start)
    frames[range] = frame
  })
  try {
    return readFrames(frames, (lines) => use(lines.reverse()))
  } finally {
    for (const frame of frames) free(frame)
  }
}

/** Copies of damaged journals. Each is at most an eighth of the log. */
const MOST_COPIES = 2
const COPY = /^(\d+)\.log\.damaged$/

/** Keeps a damaged journal as `.log.damaged`, for recovery by hand, and deletes all but the newest copies. Throws the system's error. */
export function keepCopy(files: SegmentFiles, id: number): void {
  files.rename(journalName(id), `${journalName(id)}.damaged`)
  for (const { name } of copiesIn(files).slice(0, -MOST_COPIES)) files.remove(name)
}

/** Deletes the copies of journals below this number. */
export function removeCopies(files: SegmentFiles, below: number): void {
  for (const { name, id } of copiesIn(files)) if (id < below) files.remove(name)
}

const copiesIn = (files: SegmentFiles): { name: string; id: number }[] =>
  files
    .list()
    .flatMap(({ name }) => (COPY.test(name) ? [{ name, id: Number.parseInt(name, 10) }] : []))
    .sort((a, b) => a.id - b.id)
