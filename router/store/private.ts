import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'

/** Passphrases of devices are in there, and who went where: for root alone, whatever its directory lets others do. */
const MODE = 0o600

/**
 * Have a database readable by its owner alone, from before its first byte; one that was made otherwise is from now on.
 * SQLite gives what it writes beside it the same rights. Throws the system's error.
 */
export function keepPrivate(path: string): void {
  if (path === ':memory:') return
  closeSync(openSync(path, 'a', MODE))
  for (const suffix of ['', '-wal', '-shm', '.good', '.damaged', '.damaged-wal'])
    if (existsSync(`${path}${suffix}`)) chmodSync(`${path}${suffix}`, MODE)
}
