import { writeFileSync } from 'node:fs'

/** Creates an empty file that only its owner can read. Throws if there is one with this name, or its folder cannot be written. */
export function reserve(path: string): void {
  try {
    writeFileSync(path, '', { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Error(`${path} exists already, and nothing was added; choose another file, or delete it`)
  }
}
