import type { Machine } from '../machine/machine.ts'

const MAX = 'net.netfilter.nf_conntrack_max'
const BUCKETS = 'net.netfilter.nf_conntrack_buckets'
/** Maximum size of an entry, with its extensions and its share of the hash table. */
const ENTRY_BYTES = 512
/** The share of the memory for a full table. */
const PART = 1 / 32
const [LEAST, MOST] = [32_768, 262_144]
/** Entries to a bucket when the table is full. */
const CHAIN = 4

/** The size of the connection table for this much memory: a power of two, 65,536 with 1 GiB. */
export const tableSize = (memoryBytes: number): number =>
  Math.min(MOST, Math.max(LEAST, 2 ** Math.floor(Math.log2((memoryBytes * PART) / ENTRY_BYTES))))

/**
 * Enlarges the kernel's connection table according to the memory: the kernel's default with 1 GiB is 8,192 entries, which two
 * devices fill. A larger table is kept. In a network namespace the size is the host's and cannot be changed.
 */
export function enlargeConnectionTable(machine: Pick<Machine, 'readFile' | 'readSysctl' | 'writeSysctl'>): void {
  const memoryKiB = Number(/^MemTotal:\s+(\d+) kB$/m.exec(machine.readFile('/proc/meminfo') ?? '')?.[1])
  const have = machine.readSysctl(MAX)
  const want = tableSize(memoryKiB * 1024)
  if (have === undefined || !(Number(have) < want)) return
  try {
    machine.writeSysctl(BUCKETS, `${want / CHAIN}`)
    machine.writeSysctl(MAX, `${want}`)
  } catch {
    // Read-only: the owner of the namespace decides.
  }
}
