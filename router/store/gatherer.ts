import type { Clock } from '../machine/machine.ts'
import type { Disk } from './history.ts'

/**
 * Histories are gathered in memory, and written at multiples of this time. Each write costs several times its own size (pages of the
 * database, and of the file system's journal), and those of several files at the same time share that.
 */
export const GATHER_MS = 5 * 60_000

/** Milliseconds until the next write. */
export const untilGathered = (now: number, gatherMs = GATHER_MS): number => gatherMs - (now % gatherMs)

/** A log with records to write. */
export interface GatheredLog {
  /** Called in a transaction. */
  write(): void
  /** Called after it. False if the disk rejected it. */
  settle(isWritten: boolean): void
}

/** Writes the records of several logs together, and what is left when it is closed. */
export interface Gatherer extends Disposable {
  readonly add: (log: GatheredLog) => void
}

export function openGatherer(disk: Pick<Disk, 'write'>, clock: Clock): Gatherer {
  const logs = new Set<GatheredLog>()
  let timer: Disposable | undefined

  const write = (): void => {
    timer = undefined
    const written = [...logs]
    logs.clear()
    const isWritten = disk.write(() => {
      for (const log of written) log.write()
    })
    for (const log of written) {
      log.settle(isWritten)
      // Tried again with the next records, or when this is closed.
      if (!isWritten) logs.add(log)
    }
  }

  return {
    add(log) {
      logs.add(log)
      timer ??= clock.after(untilGathered(clock.now()), write)
    },
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]()
      if (logs.size > 0) write()
    },
  }
}
