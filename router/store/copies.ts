import { chmodSync, closeSync, copyFileSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { NotFound } from '../errors.ts'

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

/** The state as it was when a router last started well from it. */
const goodCopy = (path: string): string => `${path}.good`

/** Keep what has just been read without complaint: whole and in one file, or the older copy stays. */
export function keepGoodCopy(database: DatabaseSync, path: string): void {
  const draft = `${goodCopy(path)}.new`
  rmSync(draft, { force: true })
  try {
    // SQLite writes into a file that is there when it is empty, and leaves it its rights.
    keepPrivate(draft)
    database.prepare('VACUUM INTO ?').run(draft)
  } catch (error) {
    // Half a copy would only take room from a disk that is full.
    rmSync(draft, { force: true })
    throw error
  }
  renameSync(draft, goodCopy(path))
}

/** Keep state that cannot be read, once, for whoever can still make something of it. Gives its path. */
export function keepDamaged(path: string): string {
  const copy = `${path}.damaged`
  if (existsSync(copy) || !existsSync(path)) return copy
  // What was written ahead is part of it. The copy counts once it is whole.
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`)
  const draft = `${copy}.new`
  try {
    copyFileSync(path, draft)
  } catch (error) {
    for (const half of [draft, `${copy}-wal`]) rmSync(half, { force: true })
    throw error
  }
  renameSync(draft, copy)
  return copy
}

/** Put the good copy in the place of state that cannot be read. Throws `NotFound` when there never was one. */
export function restoreGoodCopy(path: string): void {
  if (!existsSync(goodCopy(path))) throw new NotFound('There is no older copy of the state to go back to.')
  replaceWith(path, (draft) => copyFileSync(goodCopy(path), draft))
}

/** Put the database that `make` leaves at the path it is given in the place of another. When it throws, that one stays. */
export function replaceWith(path: string, make: (draft: string) => void): void {
  const draft = `${path}.new`
  const discard = (): void => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${draft}${suffix}`, { force: true })
  }
  discard()
  try {
    make(draft)
  } catch (error) {
    discard()
    throw error
  }
  // What the other database had written ahead must not be replayed into this one.
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  renameSync(draft, path)
}

/** Move a damaged database out of the way, whole, for whoever can still make something of it. Gives its new path. */
export function setAside(path: string): string {
  const aside = `${path}.damaged`
  for (const suffix of ['-wal', '-shm', '']) {
    rmSync(`${aside}${suffix}`, { force: true })
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`)
  }
  return aside
}
