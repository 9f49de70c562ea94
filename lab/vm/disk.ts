import { closeSync, existsSync, ftruncateSync, openSync, renameSync } from 'node:fs'
import { tool } from './debian.ts'

const BYTES = 2 * 2 ** 30

/**
 * A file that is the disk of a virtual machine, with an ext4 file system; it takes only as much space as is used. A database
 * does not run well on a shared directory: every page that it writes is a message to this machine.
 */
export function makeDisk(file: string): void {
  if (existsSync(file)) return
  // Renamed when complete: an interrupted start leaves nothing that looks complete.
  const draft = `${file}.new`
  const handle = openSync(draft, 'w', 0o600)
  ftruncateSync(handle, BYTES)
  closeSync(handle)
  tool(['/usr/sbin/mkfs.ext4', '-q', '-F', '-E', 'root_owner=0:0', draft])
  renameSync(draft, file)
}
