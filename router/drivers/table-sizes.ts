import type { Machine } from '../machine/machine.ts'

type Kernel = Pick<Machine, 'readFile' | 'readSysctl' | 'writeSysctl'>

/** A table of the kernel that packets of all senders fill. */
interface Table {
  /** The most entries, in `/proc/sys`. */
  readonly most: string
  /** The largest size of an entry in bytes, with its share of the hash table. */
  readonly entryBytes: number
  /** The share of the memory for a full table. */
  readonly share: number
  readonly bounds: readonly [least: number, most: number]
  /** Settings that belong to a size, in the order in which they are written. */
  settings(size: number): readonly (readonly [name: string, value: number])[]
}

const [MOST_CONNECTIONS, BUCKETS] = ['net.netfilter.nf_conntrack_max', 'net.netfilter.nf_conntrack_buckets']

/** The kernel's default with 1 GiB is 8,192 entries, which two devices fill. */
export const CONNECTION_TABLE: Table = {
  most: MOST_CONNECTIONS,
  entryBytes: 512,
  share: 1 / 32,
  bounds: [32_768, 262_144],
  // Four entries to a bucket when the table is full.
  settings: (size) => [
    [BUCKETS, size / 4],
    [MOST_CONNECTIONS, size],
  ],
}

const [COLLECTED, CROWDED, MOST_NEIGHBOURS] = [1, 2, 3].map((which) => `net.ipv4.neigh.default.gc_thresh${which}`) as [
  string,
  string,
  string,
]

/**
 * Hardware addresses of neighbours, of all links and namespaces. The kernel's default is 1,024 entries: a device that sends to as many
 * addresses in the provider's network as its limit of connections permits (`compiler/firewall/limits.ts`) fills it, and the entry of
 * the gateway is discarded. Entries of household devices are fixed and do not count. arp(7).
 */
export const NEIGHBOURS: Table = {
  most: MOST_NEIGHBOURS,
  entryBytes: 512,
  share: 1 / 128,
  bounds: [8192, 65_536],
  settings: (size) => [
    [MOST_NEIGHBOURS, size],
    [CROWDED, size / 2],
    [COLLECTED, size / 8],
  ],
}

/** The size of a table for this much memory: a power of two; for connections, 65,536 with 1 GiB. */
export const tableSize = ({ share, entryBytes, bounds: [least, most] }: Table, memoryBytes: number): number =>
  Math.min(most, Math.max(least, 2 ** Math.floor(Math.log2((memoryBytes * share) / entryBytes))))

/**
 * Enlarges the kernel's tables according to the memory. A larger table is kept. In a network namespace the sizes are the host's and
 * cannot be changed.
 */
export function enlargeTables(machine: Kernel): void {
  const memoryKiB = Number(/^MemTotal:\s+(\d+) kB$/m.exec(machine.readFile('/proc/meminfo') ?? '')?.[1])
  for (const table of [CONNECTION_TABLE, NEIGHBOURS]) {
    const have = machine.readSysctl(table.most)
    const want = tableSize(table, memoryKiB * 1024)
    if (have === undefined || !(Number(have) < want)) continue
    try {
      for (const [name, value] of table.settings(want)) machine.writeSysctl(name, `${value}`)
    } catch {
      // Read-only: the owner of the namespace decides.
    }
  }
}
