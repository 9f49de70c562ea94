import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskSpace, listFiles, readFile, writeFile } from './linux/files.ts'

/** Waits until what was written to a file is on the disk, without blocking the event loop. Rejects with the system's error. */
export async function syncData(path: string): Promise<void> {
  await using file = await open(path)
  await file.datasync()
}

/** The files of one directory, which only this process writes. All methods throw the system's error. */
export interface SegmentFiles {
  list(): readonly { readonly name: string; readonly bytes: number }[]
  /**
   * Writes bytes at an offset; at offset 0, a file that exists is truncated first. Does not wait for the disk: the system writes them
   * within half a minute.
   */
  write(name: string, at: number, bytes: Uint8Array): void
  /** Replaces a small file atomically, and waits until it is on the disk. */
  writeText(name: string, text: string): void
  /** The text of a small file; undefined if it does not exist. */
  readText(name: string): string | undefined
  open(name: string): Promise<SegmentReader>
  /** Writes a new file, waits until it is on the disk, and puts it in the place of the old one. */
  replace(name: string, parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>
  /** No failure if it does not exist. */
  remove(name: string): void
  rename(from: string, to: string): void
  /** Waits until a file is on the disk. */
  sync(name: string): Promise<void>
  /** Free and total bytes of the file system. */
  space(): { readonly free: number; readonly total: number }
}

/** An open file. Reads fewer bytes at its end. */
export interface SegmentReader extends AsyncDisposable {
  /** Reads into `target`, or else into new memory, which typed arrays can view. */
  read(at: number, length: number, target?: Buffer<ArrayBuffer>): Promise<Buffer<ArrayBuffer>>
}

/** The code of a system's error, such as `EIO`; undefined for other errors, such as those of a damaged file. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error ? (error as NodeJS.ErrnoException).code : undefined

/** The files of a directory, which is created with the first file, accessible to this user only. */
export function openSegmentFiles(directory: string): SegmentFiles {
  const create = (): void => void mkdirSync(directory, { recursive: true, mode: 0o700 })
  const pathOf = (name: string): string => join(directory, name)
  return {
    list: () => listFiles(directory).map((name) => ({ name, bytes: statSync(pathOf(name)).size })),
    write(name, at, bytes) {
      if (at === 0) create()
      const fd = openSync(pathOf(name), at === 0 ? 'w' : 'r+', 0o600)
      try {
        for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, at + done)
      } finally {
        closeSync(fd)
      }
    },
    writeText(name, text) {
      create()
      writeFile(pathOf(name), text, 0o600)
    },
    readText: (name) => readFile(pathOf(name)),
    async open(name) {
      const file = await open(pathOf(name), 'r')
      return {
        read: (at, length, target) => readFully(file, at, length, target),
        [Symbol.asyncDispose]: () => file.close(),
      }
    },
    async replace(name, parts) {
      const beside = `${pathOf(name)}.new`
      try {
        await using file = await open(beside, 'w', 0o600)
        for await (const part of parts) await file.writeFile(part)
        await file.sync()
      } catch (error) {
        // An incomplete file must not occupy a full disk.
        rmSync(beside, { force: true })
        throw error
      }
      renameSync(beside, pathOf(name))
    },
    remove: (name) => rmSync(pathOf(name), { force: true }),
    rename: (from, to) => renameSync(pathOf(from), pathOf(to)),
    async sync(name) {
      await using file = await open(pathOf(name), 'r+')
      await file.sync()
    },
    space() {
      try {
        return diskSpace(directory)
      } catch {
        return diskSpace(dirname(directory))
      }
    },
  }
}

async function readFully(
  file: FileHandle,
  at: number,
  length: number,
  target?: Buffer<ArrayBuffer>,
): Promise<Buffer<ArrayBuffer>> {
  const buffer = target ?? Buffer.allocUnsafeSlow(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(buffer, done, length - done, at + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return buffer.subarray(0, done)
}
