import type { SegmentFiles } from '../../machine/segmentfiles.ts'

/** The log is not written while less is free, so that settings can still be saved: this much, or a part of a small disk. */
const LEAST_FREE = 64 << 20
const LEAST_PART = 1 / 20

/** Throws ENOSPC if the disk is almost full. */
export function demandSpace(files: SegmentFiles): void {
  const { free, total } = files.space()
  if (free < Math.min(LEAST_FREE, total * LEAST_PART))
    throw Object.assign(new Error(`only ${Math.floor(free / 1e6)} MB of the disk are free`), { code: 'ENOSPC' })
}
