import { mkdirSync, writeFileSync } from 'node:fs'
import { run } from '../../process/program.ts'

/** Mounts a disk of this size at a directory, which is created if it is missing. */
export async function mountDisk(directory: string, size: string): Promise<void> {
  mkdirSync(directory, { recursive: true })
  await run(['mount', '-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tight', directory])
}

/** Fills the disk that a file is on, with this file. */
export function fillDisk(ballast: string): void {
  for (let size = 1 << 20; size >= 1; size >>= 2)
    for (;;)
      try {
        writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' })
      } catch {
        break
      }
}
