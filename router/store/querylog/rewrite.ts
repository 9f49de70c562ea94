import type { SegmentFiles } from '../../machine/segmentfiles.ts'
import { linesIn } from '../../model/dns/querylog/line.ts'
import type { CurrentSegment } from './current.ts'
import { lineDigestOf } from './digest.ts'
import { encodeFrame } from './frame.ts'
import { framesIn, journalBytes } from './journal.ts'

/**
 * Writes the lines of a journal whose clients are not deleted into another file, and adds them to `rewritten`, an empty segment with the same
 * number. False if it ended before because the log was closed.
 */
export async function rewriteJournal(
  files: SegmentFiles,
  part: string,
  rewritten: CurrentSegment,
  is: { deleted(client: number): boolean; closed(): boolean },
): Promise<boolean> {
  const write = (): void => {
    const frame = encodeFrame(rewritten.pending)
    files.write(part, rewritten.bytes, frame)
    rewritten.written(frame.length)
  }
  for await (const { lines } of framesIn(files, rewritten.id, journalBytes(files, rewritten.id))) {
    if (is.closed()) return false
    const repeats = new Map<number, number>()
    for (const line of linesIn(lines)) {
      const digest = lineDigestOf(line, lines)
      if (!digest || is.deleted(line.client)) continue
      if (!rewritten.hasRoom) {
        write()
        repeats.clear()
      }
      repeats.set(line.at, rewritten.add(line, line.time, line.client, digest, repeats.get(line.at)))
    }
  }
  if (rewritten.pending.length > 0) write()
  return true
}
