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
 * Keeps the resident memory of this process small, now and after growth, checked every 2 seconds: unmaps pages of the program, of which
 * the start, a new thread and rare work need many once, and returns freed memory to the system. glibc returns freed pages only
 * from the end of a heap (malloc_trim(3)); listing the whole firewall or a few large replies leave tens of MiB of them.
 */
export function keepMemorySmall(): void {
  const program = unchangedProgram(readFileSync('/proc/self/smaps', 'latin1'))
  // The kernel maps those that are still used again, 64 KiB at a time: a millisecond in all.
  const unmap = (): void => program.forEach(([start, length]) => void madvise(start, length, MADV_DONTNEED))
  const { rss } = process.memoryUsage
  let had = 0
  const check = (): void => {
    const has = rss()
    if (has > had + GROWN_BYTES) {
      unmap()
      mallocTrim.async(0, () => undefined)
      had = has
    } else had = Math.min(had, has)
  }
  unmap()
  setInterval(check, CHECK_MS).unref()
}

/** The address and the length of each read-only mapping of the running program that has no changed pages. */
export function unchangedProgram(smaps: string): [start: bigint, length: bigint][] {
  return smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m).flatMap((mapping) => {
    const [, from, to, file] = /^([0-9a-f]+)-([0-9a-f]+) r-[-x]p \S+ \S+ \d+ +(.*)\n/.exec(mapping) ?? []
    // A private copy of a changed page, such as one that was relocated, would be lost.
    if (file !== process.execPath || !/^Anonymous: +0 kB$/m.test(mapping)) return []
    return [[BigInt(`0x${from}`), BigInt(`0x${to}`) - BigInt(`0x${from}`)]]
  })
}
