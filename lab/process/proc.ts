import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

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

/** Identifies the network namespace of a process; undefined if there is no such process. */
function networkOf(pid: number | string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    return undefined
  }
}

/** The IDs of all processes in the network namespaces of these processes. */
export function networkPeersOf(pids: readonly number[]): number[] {
  const networks = new Set(pids.map(networkOf).filter((network) => network !== undefined))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && networks.has(networkOf(name) ?? ''))
    .map(Number)
}
