import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dataOf } from '../bench/stage.ts'
import type { Router } from '../guests/router.ts'
import { kernelOf } from '../safety/kernel.ts'

/** What the router takes of its machine at a moment. */
export interface Sample {
  /** Since the beginning, in seconds. */
  readonly seconds: number
  /** Resident memory of the daemon, in bytes. */
  readonly memory: number
  /** Processor time of the daemon since its start, in seconds. */
  readonly processor: number
  /** Bytes that the daemon has caused to be written to the disk since its start. */
  readonly written: number
  /** Size of its saved state, in bytes. */
  readonly saved: number
  readonly openFiles: number
  readonly threads: number
  /** Rules, elements, addresses, neighbours and routes in the kernel. */
  readonly kernel: number
  readonly connections: number
}

/** proc(5): clock ticks in a second, on every architecture of Debian. */
const TICKS = 100

export async function takeSample(router: Router, seconds: number): Promise<Sample> {
  const proc = (name: string): string => readFileSync(`/proc/${router.daemon.pid}/${name}`, 'utf8')
  const field = (name: string, of: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(of)?.[1])
  const [status, io] = [proc('status'), proc('io')]
  // The name of the program, in parentheses, may contain spaces.
  const stat = proc('stat').split(') ')[1]?.split(' ') ?? []
  const count = await router.namespace.run(['cat', '/proc/sys/net/netfilter/nf_conntrack_count'])
  return {
    seconds,
    memory: field('VmRSS', status) * 1024,
    processor: (Number(stat[11]) + Number(stat[12])) / TICKS,
    written: field('write_bytes', io) - field('cancelled_write_bytes', io),
    saved: sizeOf(dataOf(router)),
    openFiles: readdirSync(`/proc/${router.daemon.pid}/fd`).length,
    threads: field('Threads', status),
    kernel: (await kernelOf(router)).length,
    connections: Number(count),
  }
}

/** The bytes of all files in a folder. One that has just been deleted has none. */
function sizeOf(folder: string): number {
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const state = statSync(join(folder, name), { throwIfNoEntry: false })
    if (state?.isFile()) bytes += state.size
  }
  return bytes
}
