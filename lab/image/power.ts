import { closeSync, openSync } from 'node:fs'
import type { Random } from '../safety/random.ts'
import { applyWrite, readLog } from './writes.ts'

/**
 * A disk loses what it has in its cache when the power is cut. This writes to a disk what is on it afterwards: all that was flushed, and each
 * sector of the later writes or not. Returns the number of writes that could be lost.
 */
export function cutWrites(disk: string, logFile: string, random: Random): number {
  const [log, to] = [openSync(logFile, 'r'), openSync(disk, 'r+')]
  try {
    const entries = readLog(log)
    const flushed = entries.findLastIndex(({ isFlush }) => isFlush)
    let open = 0
    for (const [index, { write }] of entries.entries()) {
      if (!write) continue
      // The write of an entry comes after its flush.
      const isSafe = index < flushed || write.isForced
      if (!isSafe) open++
      applyWrite(log, write, to, 0, isSafe ? undefined : () => random.below(2) === 1)
    }
    return open
  } finally {
    closeSync(log)
    closeSync(to)
  }
}
