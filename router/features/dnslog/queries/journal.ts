import type { SegmentFiles } from '../../../machine/segmentfiles.ts'
import { nextTurn } from '../../../machine/turns.ts'
import { readFrame } from './frame.ts'

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
