import type { Bus } from '../../events/bus.ts'
import type { Machine } from '../../machine/machine.ts'

/** The disk is low below a tenth of its size, or below this on a large one. */
const MOST_LIMIT = 1 << 30
/** It is no longer low when this many times the limit is free, so that a size around the limit is one event. */
const RECOVERED = 1.2

interface Deps {
  readonly machine: Pick<Machine, 'diskSpace'>
  readonly bus: Pick<Bus, 'publish'>
  /** The data directory. */
  readonly path: string
}

/** Returns a check that publishes when the disk becomes low, and when it is no longer. */
export function openDiskCheck({ machine, bus, path }: Deps): () => void {
  let isLow = false
  return () => {
    const { free, total } = machine.diskSpace(path)
    const limit = Math.min(total / 10, MOST_LIMIT)
    if (isLow ? free < limit * RECOVERED : free >= limit) return
    isLow = !isLow
    bus.publish(isLow ? 'system:disk:low' : 'system:disk:ok', { Path: path, FreeBytes: free, TotalBytes: total })
  }
}
