import {
  closeSync,
  type Dirent,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { readFile as readWhole } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { DiskSpace } from '../machine.ts'

/** Whether a file does not exist. A file of `/proc` has ESRCH if its process ends before it is read (proc(5)). */
const isMissing = (error: unknown): boolean => ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')

export function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export async function readBytes(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readWhole(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export const listFiles = (path: string): string[] => namesIn(path, (entry) => entry.isFile())

export const listDirectories = (path: string): string[] => namesIn(path, (entry) => entry.isDirectory())

function namesIn(path: string, matches: (entry: Dirent) => boolean): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter(matches)
      .map(({ name }) => name)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Writes a temporary file, syncs it, and renames it over the old one. */
export function writeFile(path: string, text: string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true })
  const beside = `${path}.new`
  // A program that may write to the directory could have placed a link to another file here.
  rmSync(beside, { force: true })
  const fd = openSync(beside, 'wx', mode)
  try {
    writeFileSync(fd, text)
    fsyncSync(fd)
  } catch (error) {
    // An incomplete file must not occupy a full disk.
    rmSync(beside, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
  renameSync(beside, path)
}

export const makeDirectory = (path: string): void => void mkdirSync(path, { recursive: true, mode: 0o700 })

export const removeFile = (path: string): void => rmSync(path, { force: true })

export const removeDirectory = (path: string): void => rmSync(path, { force: true, recursive: true })

/** Watches the directory, since a new file replaces the old one. */
export function watchFile(path: string, changed: () => void): Disposable {
  mkdirSync(dirname(path), { recursive: true })
  const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
    if (name === basename(path)) changed()
  })
  return { [Symbol.dispose]: () => watcher.close() }
}

export function diskSpace(path: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(path)
  return { free: bavail * bsize, total: blocks * bsize }
}
