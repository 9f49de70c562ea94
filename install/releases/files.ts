import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file by one that is complete and on the disk. */
export function replaceFile(path: string, content: Uint8Array | string, mode = 0o644): void {
  const draft = `${path}.sallyport-new`
  writeFileSync(draft, content, { mode, flush: true })
  renameSync(draft, path)
  const directory = openSync(dirname(path), 'r')
  fsyncSync(directory)
  closeSync(directory)
}
