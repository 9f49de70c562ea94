import { readdirSync, readFileSync } from 'node:fs'

/**
 * The processor time of a process so far, of all its threads, in milliseconds; 0 if it has ended. From the scheduler, in nanoseconds: the
 * ticks of /proc/PID/stat are too coarse.
 */
export function cpuMsOf(pid: number | string): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0,
    )
  } catch {
    return 0
  }
}
