import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import type { Random } from '../safety/random.ts'

/**
 * A disk loses what it has in its cache when the power is cut. QEMU's driver `blklogwrites` logs each write and each flush of a virtual disk in the
 * format of the kernel's target log-writes (Documentation/admin-guide/device-mapper/log-writes.rst): a sector with a header, and the data.
 */

const SECTOR = 512
const MAGIC = 0x6a736677736872n
const FLUSH = 1n
const FUA = 2n

interface LoggedWrite {
  /** Where its data is in the log, and on the disk, in bytes. */
  readonly from: number
  readonly to: number
  readonly length: number
  /** It was on the disk before the guest received the answer. */
  readonly isForced: boolean
}

/** The writes in a log, and how many of them were followed by a flush. The last one may be incomplete: it is left out. */
function readLog(log: number): { readonly writes: readonly LoggedWrite[]; readonly flushed: number } {
  const size = fstatSync(log).size
  const header = Buffer.alloc(SECTOR)
  const writes: LoggedWrite[] = []
  let flushed = 0
  if (size < SECTOR) return { writes, flushed }
  readSync(log, header, 0, SECTOR, 0)
  if (header.readBigUInt64LE(0) !== MAGIC) throw new Error('not a log of writes')
  for (let at = SECTOR; at + SECTOR <= size; ) {
    readSync(log, header, 0, SECTOR, at)
    const [sector, count, flags] = [0, 8, 16].map((offset) => header.readBigUInt64LE(offset)) as [
      bigint,
      bigint,
      bigint,
    ]
    const length = Number(count) * SECTOR
    const from = at + SECTOR
    if ((length === 0 && flags === 0n) || from + length > size) break
    // A flush is about the writes before it.
    if (flags & FLUSH) flushed = writes.length
    if (length > 0) writes.push({ from, to: Number(sector) * SECTOR, length, isForced: (flags & FUA) !== 0n })
    at = from + length
  }
  return { writes, flushed }
}

/**
 * Writes to a disk what is on it after a power cut: all that was flushed, and each sector of the later writes or not. Returns the number of
 * writes, and of those that could be lost.
 */
export function cutWrites(
  disk: string,
  log: string,
  random: Random,
): { readonly writes: number; readonly open: number } {
  const [from, to] = [openSync(log, 'r'), openSync(disk, 'r+')]
  try {
    const { writes, flushed } = readLog(from)
    for (const [index, write] of writes.entries()) {
      const data = Buffer.alloc(write.length)
      readSync(from, data, 0, write.length, write.from)
      if (index < flushed || write.isForced) writeSync(to, data, 0, write.length, write.to)
      else
        for (let at = 0; at < write.length; at += SECTOR)
          if (random.below(2) === 1) writeSync(to, data, at, SECTOR, write.to + at)
    }
    return { writes: writes.length, open: writes.length - flushed }
  } finally {
    closeSync(from)
    closeSync(to)
  }
}
