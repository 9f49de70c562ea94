import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import koffi from 'koffi'
import { libc } from './libc.ts'

/** Read straight into the memory that is shared: no second copy is left for the garbage collector. */
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

/** All whole pages of it. The garbage collectors of several threads would have to agree first, and see no reason to begin. */
export function releaseShared(memory: SharedArrayBuffer): void {
  if (memory.byteLength < 2 * PAGE) return
  const start = PAGE - Number(koffi.address(new Uint8Array(memory)) % BigInt(PAGE))
  const length = Math.floor((memory.byteLength - start) / PAGE) * PAGE
  madvise(new Uint8Array(memory, start), length, MADV_DONTNEED)
}
