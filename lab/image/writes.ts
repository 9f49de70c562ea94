import { fstatSync, readSync, writeSync } from 'node:fs'

/**
 * QEMU's driver `blklogwrites` logs each write and each flush of a virtual disk in the format of the kernel's target log-writes
 * (Documentation/admin-guide/device-mapper/log-writes.rst): a sector with a header, and the data.
 */

export const SECTOR = 512
const MAGIC = 0x6a736677736872n
const FLUSH = 1n
const FUA = 2n
const DISCARD = 4n

export interface LoggedWrite {
  /** Where its data is in the log, and on the disk, in bytes. */
  readonly from: number
  readonly to: number
  readonly length: number
  /** It was on the disk before the guest received the answer. */
  readonly isForced: boolean
}

/** An entry of the log: a flush of all writes before it, a write, or both, in this order. */
export interface LogEntry {
  readonly isFlush: boolean
  readonly write?: LoggedWrite
  /** The size of the log with this entry, in bytes. */
  readonly end: number
}

/** The entries of a log. The last one may be incomplete: it is left out. */
export function readLog(log: number): readonly LogEntry[] {
  const size = fstatSync(log).size
  const header = Buffer.alloc(SECTOR)
  const entries: LogEntry[] = []
  if (size < SECTOR) return entries
  readSync(log, header, 0, SECTOR, 0)
  if (header.readBigUInt64LE(0) !== MAGIC) throw new Error('not a log of writes')
  for (let end = SECTOR; end + SECTOR <= size; ) {
    readSync(log, header, 0, SECTOR, end)
    const [sector, count, flags] = [0, 8, 16].map((offset) => header.readBigUInt64LE(offset)) as [
      bigint,
      bigint,
      bigint,
    ]
    // A discard has no data. Nothing reads what it was about before the next write.
    const length = flags & DISCARD ? 0 : Number(count) * SECTOR
    const from = end + SECTOR
    if ((length === 0 && flags === 0n) || from + length > size) break
    end = from + length
    const write = { from, to: Number(sector) * SECTOR, length, isForced: (flags & FUA) !== 0n }
    entries.push({ isFlush: (flags & FLUSH) !== 0n, ...(length > 0 ? { write } : {}), end })
  }
  return entries
}

/** Copies a write from the log to a file that begins at byte `origin` of the disk. With `isKept`, only the sectors of which that is true. */
export function applyWrite(
  log: number,
  { from, to, length }: LoggedWrite,
  file: number,
  origin: number,
  isKept?: () => boolean,
): void {
  const data = Buffer.alloc(length)
  readSync(log, data, 0, length, from)
  const step = isKept ? SECTOR : length
  for (let at = 0; at < length; at += step) if (isKept?.() ?? true) writeSync(file, data, at, step, to - origin + at)
}
