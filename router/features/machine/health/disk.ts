import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'

/** The disk is low below a tenth of its size, or below this on a large one. */
const MOST_LIMIT = 1 << 30
/** It is no longer low when this many times the limit is free, so that a size around the limit is one event. */
const RECOVERED = 1.2

/** Free bytes below which a disk of this size is low. */
const limitOf = (total: number): number => Math.min(total / 10, MOST_LIMIT)

/** Whether a disk with so many free bytes is low. */
export const isLow = (free: number, total: number): boolean => free < limitOf(total)

interface Deps extends Pick<Core, 'bus'> {
  readonly machine: Pick<Machine, 'diskSpace'>
  /** The data directory. */
  readonly path: string
}

/** Returns a check that publishes when the disk becomes low, and when it is no longer. */
export function openDiskCheck({ machine, bus, path }: Deps): () => void {
  let wasLow = false
  return () => {
    const { free, total } = machine.diskSpace(path)
    if (wasLow ? free < limitOf(total) * RECOVERED : !isLow(free, total)) return
    wasLow = !wasLow
    bus.publish(wasLow ? 'system:disk:low' : 'system:disk:ok', { Path: path, FreeBytes: free, TotalBytes: total })
  }
}
