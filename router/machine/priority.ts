import { setPriority } from 'node:os'

/** A third of the processor time of an ordinary thread while both want it (sched(7)). */
const NICE = 5

/** Lowers the priority of the calling thread; on Linux, nice values are those of threads. */
export const lowerPriority = (): void => setPriority(NICE)
