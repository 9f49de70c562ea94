import type { DatabaseSync } from 'node:sqlite'
import type { z } from 'zod'
import { Unavailable } from '../errors.ts'
import { phrase } from '../phrases/phrase.ts'

// Every file of the router has a version: a database in SQLite's `user_version`, a JSON file in its field `Version`. A file without one
// has version 1. A file of a later version, which a later release has written, is refused and left unchanged.

/** Returns the error for a file of a later version than this release reads. */
type TooNew = (version: number, present: number) => Error

/** A file that a later release has written. */
export class NewerVersion extends Unavailable {}

/** A file whose content does not match its schema. */
export class DamagedFile extends Unavailable {}

/** The error for a file of a later version, with its path. */
export const newerFile =
  (path: string): TooNew =>
  (version, present) =>
    new NewerVersion(phrase('machine.fileTooNew', path, version, present))

/** The version that this release writes: the n-th migration leads from version n to n + 1. */
export const presentVersion = (migrations: readonly unknown[]): number => migrations.length + 1

/** The migrations from a stored version to the present one, in their order. Throws what `tooNew` returns. */
export function migrationsFrom<M>(migrations: readonly M[], version: number, tooNew: TooNew): readonly M[] {
  const present = presentVersion(migrations)
  if (version < 1 || version > present) throw tooNew(version, present)
  return migrations.slice(version - 1)
}

/** Changes the tables of a database from one version to the next. */
export type DatabaseMigration = (database: DatabaseSync) => void

interface DatabaseFormat {
  readonly migrations: readonly DatabaseMigration[]
  /** Creates the tables of the present version. */
  readonly create: (database: DatabaseSync) => void
  readonly tooNew: TooNew
}

/**
 * Creates the tables of a new database, or migrates those of an existing one, in one transaction. Writes nothing if the database has the
 * present version. Throws what `tooNew` returns, and the errors of SQLite.
 */
export function migrateDatabase(database: DatabaseSync, { migrations, create, tooNew }: DatabaseFormat): void {
  const stored = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  const present = presentVersion(migrations)
  if (stored === present) return
  const isNew = stored === 0 && database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  const missing = migrationsFrom(migrations, stored || 1, tooNew)
  database.exec('BEGIN IMMEDIATE')
  try {
    if (isNew) create(database)
    else for (const migrate of missing) migrate(database)
    database.exec(`PRAGMA user_version = ${present}; COMMIT`)
  } catch (error) {
    // SQLite rolls back a transaction itself if the disk is full.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** A JSON file. */
export interface DocumentFormat<T extends object> {
  /** Its content, without the version. */
  readonly schema: z.ZodType<T>
  /** Each converts the content from one version to the next. */
  readonly migrations: readonly ((content: unknown) => unknown)[]
}

/** The migrated content of a JSON file. Throws `NewerVersion`, and `DamagedFile` if it does not match its schema. */
export function readDocument<T extends object>(
  text: string,
  { schema, migrations }: DocumentFormat<T>,
  path: string,
): T {
  const { content, version } = parseVersioned(text, path)
  const missing = migrationsFrom(migrations, version, newerFile(path))
  try {
    return schema.parse(missing.reduce((older, migrate) => migrate(older), content))
  } catch (cause) {
    throw damagedFile(path, cause)
  }
}

/** The content of a JSON file with its version, to be written as JSON. */
export const withVersion = <T extends object>({ migrations }: DocumentFormat<T>, content: T) => ({
  Version: presentVersion(migrations),
  ...content,
})

function parseVersioned(text: string, path: string): { content: unknown; version: number } {
  try {
    const content: unknown = JSON.parse(text)
    const version = (content as { readonly Version?: unknown } | null)?.Version ?? 1
    if (!Number.isSafeInteger(version)) throw new Error(`its version is ${JSON.stringify(version)}`)
    return { content, version: version as number }
  } catch (cause) {
    throw damagedFile(path, cause)
  }
}

const damagedFile = (path: string, cause: unknown): DamagedFile =>
  new DamagedFile(phrase('machine.fileDamaged', path), { cause })
