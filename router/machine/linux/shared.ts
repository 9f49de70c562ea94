import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

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
