import { readFileSync } from 'node:fs'
import { libc } from './libc.ts'

const mallocTrim = libc.func('int malloc_trim(size_t)')
const madvise = libc.func('int madvise(uintptr_t, size_t, int)')

/** `asm-generic/mman-common.h` */
const MADV_DONTNEED = 4
const CHECK_MS = 2000
/** A trim takes milliseconds, on another thread. */
const GROWN_BYTES = 8 << 20

/**
 * Keeps the resident memory of this process small: unmaps pages of the program that only the start needed, and returns freed
 * memory to the system after growth, checked every 2 seconds. glibc returns freed pages only from the end of a heap
 * (malloc_trim(3)); listing the whole firewall or a few large replies leave tens of MiB of them.
 */
export function keepMemorySmall(): void {
  unmapProgram(readFileSync('/proc/self/smaps', 'latin1'), (start, length) => madvise(start, length, MADV_DONTNEED))
  const { rss } = process.memoryUsage
  let had = 0
  const trim = (): void => {
    if (rss() > had + GROWN_BYTES) mallocTrim.async(0, () => (had = rss()))
  }
  setInterval(trim, CHECK_MS).unref()
}

/**
 * Calls `unmap` with the address and the length of each mapping of the running program that has no changed pages. The kernel
 * reads such pages again from the file when they are used.
 */
export function unmapProgram(smaps: string, unmap: (start: bigint, length: bigint) => void): void {
  for (const mapping of smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
    const [, from, to, file] = /^([0-9a-f]+)-([0-9a-f]+) r-[-x]p \S+ \S+ \d+ +(.*)\n/.exec(mapping) ?? []
    // A private copy of a changed page, such as one that was relocated, would be lost.
    if (file !== process.execPath || !/^Anonymous: +0 kB$/m.test(mapping)) continue
    unmap(BigInt(`0x${from}`), BigInt(`0x${to}`) - BigInt(`0x${from}`))
  }
}
