import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { NotFound, Unavailable } from '../errors.ts'
import { phrase } from '../phrases/phrase.ts'

/** The databases contain passphrases and histories of devices: readable by root only. */
const MODE = 0o600

/**
 * Makes a database readable by its owner only: creates a missing file with this mode and changes that of an existing one. SQLite
 * gives its other files the same mode. Throws the system's error.
 */
export function keepPrivate(path: string): void {
  if (path === ':memory:') return
  closeSync(openSync(path, 'a', MODE))
  for (const suffix of ['', '-wal', '-shm', '.good', '.damaged', '.damaged-wal'])
    if (existsSync(`${path}${suffix}`)) chmodSync(`${path}${suffix}`, MODE)
}

/** The path of the last good copy of the state. */
const goodCopy = (path: string): string => `${path}.good`

/** Copies a sound database into one file. If that fails, the older copy is kept. */
export function keepGoodCopy(database: DatabaseSync, path: string): void {
  const draft = `${goodCopy(path)}.new`
  rmSync(draft, { force: true })
  try {
    // SQLite writes into an existing empty file and keeps its mode.
    keepPrivate(draft)
    database.prepare('VACUUM INTO ?').run(draft)
  } catch (error) {
    // An incomplete copy would occupy a full disk.
    rmSync(draft, { force: true })
    throw error
  }
  putInPlace(draft, goodCopy(path))
}

/** Keeps one copy of damaged state for recovery by hand. Returns its path. */
export function keepDamaged(path: string): string {
  const copy = `${path}.damaged`
  if (existsSync(copy) || !existsSync(path)) return copy
  // Includes the write-ahead log. The copy is renamed when it is complete.
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`)
  const draft = `${copy}.new`
  try {
    copyFileSync(path, draft)
  } catch (error) {
    for (const half of [draft, `${copy}-wal`]) rmSync(half, { force: true })
    throw error
  }
  putInPlace(draft, copy)
  return copy
}

/** Replaces damaged state with the good copy. Throws `NotFound` if there is none. */
export function restoreGoodCopy(path: string): void {
  if (!existsSync(goodCopy(path))) throw new NotFound(phrase('machine.olderStateMissing'))
  replaceWith(path, (draft) => copyFileSync(goodCopy(path), draft))
}

/**
 * Replaces a database with the one that `make` writes to the path `draft`. If `make` throws, nothing changes. After a power failure
 * the database is the old or the new one, if `finishReplacement` is called before it is opened.
 */
export function replaceWith(path: string, make: (draft: string) => void): void {
  const draft = `${path}.new`
  const discard = (): void => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${draft}${suffix}`, { force: true })
  }
  discard()
  try {
    make(draft)
    // SQLite leaves it if it could not be written to the database.
    if (existsSync(`${draft}-wal`)) throw new Unavailable(phrase('machine.stateWriteFailed'))
  } catch (error) {
    discard()
    throw error
  }
  putInPlace(draft, replacement(path))
  finishReplacement(path)
}

/** The path of a complete database that replaces the one at `path`, whose files may be partly removed. */
const replacement = (path: string): string => `${path}.next`

/** Finishes a replacement that a power failure interrupted. Does nothing if there is none. Throws the system's error. */
export function finishReplacement(path: string): void {
  if (!existsSync(replacement(path))) return
  // The write-ahead log of the old database must not be applied to the new one.
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  sync(dirname(path))
  putInPlace(replacement(path), path)
}

/** Renames a file to a path in the same directory. Its content is on the disk before its name, and both when this returns. */
function putInPlace(draft: string, path: string): void {
  sync(draft)
  renameSync(draft, path)
  sync(dirname(path))
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Moves a damaged database with all its files to another path, for recovery by hand. Returns that path. */
export function setAside(path: string): string {
  const aside = `${path}.damaged`
  for (const suffix of ['-wal', '-shm', '']) {
    rmSync(`${aside}${suffix}`, { force: true })
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`)
  }
  return aside
}

/** A check of a database has failed. To `isDamage` the same as the codes of SQLite, which has none for this. */
export class Damaged extends Error {}

/** Whether a database is damaged: SQLITE_CORRUPT and SQLITE_NOTADB, in the low byte of SQLite's codes, or a failed check. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Damaged || [11, 26].includes(Number((error as { errcode?: unknown }).errcode) & 255)
