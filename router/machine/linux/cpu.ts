import { readFileSync } from 'node:fs'

/** The unit of times in `/proc/PID/stat`, which is the same on all architectures: proc(5). */
const TICK_MS = 10

/** The CPU time of a process and of its descendants down to `depth` generations, in milliseconds; 0 for one that has ended. */
export function cpuMsOf(pid: number, depth: number): number {
  try {
    // The name of the program is in parentheses and may contain any character: proc(5).
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = (Number(fields[11]) + Number(fields[12])) * TICK_MS
    const children = depth > 0 ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim() : ''
    return children.split(' ').reduce((sum, one) => sum + (one === '' ? 0 : cpuMsOf(Number(one), depth - 1)), own)
  } catch {
    return 0
  }
}
