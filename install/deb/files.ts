import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/** The folder, and all that is below it. */
function* entriesOf(folder: string): Generator<{ readonly path: string; readonly status: Stats }> {
  yield { path: folder, status: lstatSync(folder) }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* entriesOf(path)
    else yield { path, status: lstatSync(path) }
  }
}

/** Sets the modes 755 and 644, regardless of the umask of the person who builds (Debian Policy, 10.9). */
export function setModes(folder: string): void {
  for (const { path, status } of entriesOf(folder))
    if (!status.isSymbolicLink()) chmodSync(path, (status.mode & 0o100) === 0 ? 0o644 : 0o755)
}

/** The size of a folder in KiB: each file is rounded up, and a directory counts as one (deb-substvars(5), `Installed-Size`). */
export function sizeKibOf(folder: string): number {
  let kib = 0
  for (const { status } of entriesOf(folder)) kib += status.isFile() ? Math.ceil(status.size / 1024) : 1
  return kib
}
