import { readdirSync, readlinkSync } from 'node:fs'

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
