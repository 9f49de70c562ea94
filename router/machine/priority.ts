import { getPriority, setPriority } from 'node:os'

/** A third of the processor time of an ordinary thread while both want it (sched(7)). */
const NICE = 5

/** Lowers the priority of the calling thread; on Linux, nice values are those of threads. */
export function lowerPriority(): void {
  // Only root may raise it, of a router that was started with a lower one.
  if (getPriority() < NICE) setPriority(NICE)
}
