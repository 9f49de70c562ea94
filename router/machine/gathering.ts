/**
 * Histories are gathered in memory, and written at multiples of this time. Each write costs several times its own size (pages of the
 * database, and of the file system's journal), and those of several files at the same time share that.
 */
export const GATHER_MS = 5 * 60_000

/** Milliseconds until the next write. */
export const untilGathered = (now: number, gatherMs = GATHER_MS): number => gatherMs - (now % gatherMs)
