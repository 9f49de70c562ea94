import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import koffi from 'koffi'
import { libc } from './libc.ts'

/** Reads directly into shared memory, without a second copy for the garbage collector. */
export function readShared(path: string): SharedArrayBuffer | undefined {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const buffer = new SharedArrayBuffer(fstatSync(fd).size)
    const bytes = new Uint8Array(buffer)
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(fd, bytes, at, bytes.length - at, at)
      if (read === 0) break
      at += read
    }
    return buffer
  } finally {
    closeSync(fd)
  }
}

const madvise = libc.func('int madvise(void *, size_t, int)')
const MADV_DONTNEED = 4
const PAGE = 4096

/** Releases all whole pages. Garbage collection would need all threads that use the memory, and may not run for a long time. */
export function releaseShared(memory: SharedArrayBuffer): void {
  if (memory.byteLength < 2 * PAGE) return
  const start = PAGE - Number(koffi.address(new Uint8Array(memory)) % BigInt(PAGE))
  const length = Math.floor((memory.byteLength - start) / PAGE) * PAGE
  madvise(new Uint8Array(memory, start), length, MADV_DONTNEED)
}
