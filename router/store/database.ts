import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Invalid, Unavailable } from '../errors.ts'
import { isSaved } from '../model/tables.ts'
import { type Phrase, phrase, phraseIn, schemaPhrase } from '../phrases/phrase.ts'
import { finishReplacement, keepDamaged, keepGoodCopy, keepPrivate, replaceWith } from './copies.ts'
import { defaultSettings, schemaOf } from './documents.ts'
import { type Migration, migrations, type Row } from './migrations.ts'
import type { Entry } from './table.ts'
import { type DatabaseMigration, migrateDatabase } from './versions.ts'

/** The saved facts: one SQLite database. Each change is a transaction that is on the disk when it returns. */
export interface Database extends Disposable {
  /** All saved rows, as entries that add them to an empty ledger. */
  load(): readonly Entry[]
  /** Saves a copy of the present state, for a later restore, if it has changed since the last one. Throws if the disk is full. */
  keepCopy(): void
  /**
   * Validates and writes the entries of saved tables. Throws `Invalid`, or `Unavailable` if the disk rejects them. `commit` makes
   * them durable; until then `rollback` discards them.
   */
  begin(entries: readonly Entry[]): Saving
}

export interface Saving {
  commit(): void
  rollback(): void
}

const nothingToSave: Saving = { commit: () => undefined, rollback: () => undefined }

/**
 * Opens the database, or creates it, with an exclusive lock. State that cannot be read is not
 * repaired: a copy is kept, and `Unavailable` names it. Other errors do not mean that the state is damaged.
 */
export function openDatabase(path: string): Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const database = openSound(path)
  const put = database.prepare('INSERT INTO rows VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  const remove = database.prepare('DELETE FROM rows WHERE name = ? AND key = ?')
  let isCopied = false
  return {
    load() {
      try {
        return loadRows(database)
      } catch (cause) {
        throw damaged(path, cause)
      }
    },
    keepCopy() {
      if (isCopied) return
      keepGoodCopy(database, path)
      isCopied = true
    },
    begin(entries) {
      const remembered = entries.filter(isRemembered)
      if (remembered.length === 0) return nothingToSave
      for (const entry of remembered) demandShape(entry)
      const step = (sql: string): void => {
        try {
          database.exec(sql)
        } catch (cause) {
          throw new Unavailable(phrase('machine.changeSaveFailed'), { cause })
        }
      }
      // SQLite itself ends a transaction that ran out of disk.
      const rollback = (): void => {
        if (database.isTransaction) database.exec('ROLLBACK')
      }
      step('BEGIN IMMEDIATE')
      try {
        for (const entry of remembered) write(entry, put, remove)
      } catch (cause) {
        rollback()
        throw new Unavailable(phrase('machine.changeSaveFailed'), { cause })
      }
      const commit = (): void => {
        step('COMMIT')
        isCopied = false
      }
      return { commit, rollback }
    },
    [Symbol.dispose]: () => database.close(),
  }
}

function openSound(path: string): DatabaseSync {
  const database = openFile(path)
  try {
    database.exec('PRAGMA busy_timeout = 2000')
    // With exclusive access the write-ahead log needs no index file, so the database also opens on a full disk.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    const [check] = database.prepare('PRAGMA quick_check(1)').all()
    if (check?.quick_check !== 'ok') throw new Error(String(check?.quick_check))
    migrateDatabase(database, { create: createRows, migrations: migrations.map(ofRows), tooNew })
    return database
  } catch (cause) {
    // Copied before closing, which may change the file.
    const complaint = cause instanceof Unavailable ? cause : complaintOf(path, cause)
    database.close()
    throw complaint
  }
}

function openFile(path: string): DatabaseSync {
  try {
    finishReplacement(path)
    keepPrivate(path)
    return new DatabaseSync(path)
  } catch (cause) {
    throw cannotOpen(path, cause)
  }
}

/** Error codes that do not mean damage: no permission, in use, read-only, disk full, cannot open. Low bytes of SQLite's codes. */
const CIRCUMSTANCES = [3, 5, 8, 13, 14]

const complaintOf = (path: string, cause: unknown): Error =>
  CIRCUMSTANCES.includes(Number((cause as { errcode?: unknown }).errcode) & 255)
    ? cannotOpen(path, cause)
    : damaged(path, cause)

/** Replaces damaged state with a database of these rows of the present version. Throws `Unavailable`. */
export const rewriteState = (path: string, rows: readonly Row[]): void =>
  replaceWith(path, (draft) => {
    using database = openDatabase(draft)
    database.begin(rows.map(({ table, key, value }) => ({ table, key, before: undefined, after: value }))).commit()
  })

function write(entry: Entry, put: StatementSync, remove: StatementSync): void {
  if (entry.after === undefined) remove.run(entry.table, entry.key)
  else put.run(entry.table, entry.key, JSON.stringify(entry.after))
}

const isRemembered = ({ table }: Entry): boolean => isSaved(table)

/** Validates a row before it is written. */
function demandShape({ table, key, after }: Entry): void {
  if (after === undefined) return
  const result = schemaOf(table, key)?.safeParse(after)
  if (!result) throw new Invalid(phrase('machine.savedStatePartUnknown'), `${table}.${key}`)
  if (!result.success)
    throw new Invalid(
      phraseIn(result.error.issues[0]?.message ?? schemaPhrase('machine.savedValueMismatch')),
      `${table}.${key}`,
    )
}

function loadRows(database: DatabaseSync): Entry[] {
  const entries: Entry[] = []
  for (const [key, after] of Object.entries(defaultSettings()))
    entries.push({ table: 'settings', key, before: undefined, after })
  for (const row of database.prepare('SELECT name, key, value FROM rows').all()) {
    const [table, key] = [String(row.name), String(row.key)]
    const schema = schemaOf(table, key)
    if (!schema) throw new Error(`there is no place for ${table} ${key}`)
    const after = schema.parse(JSON.parse(String(row.value)))
    entries.push({ table, key, before: undefined, after })
  }
  return entries
}

const createRows = (database: DatabaseSync): void =>
  database.exec('CREATE TABLE rows (name TEXT, key TEXT, value TEXT NOT NULL, PRIMARY KEY (name, key)) WITHOUT ROWID')

/** Applies the migration to each row. */
const ofRows =
  (migration: Migration): DatabaseMigration =>
  (database) => {
    for (const row of database.prepare('SELECT name, key, value FROM rows').all()) {
      const before = { table: String(row.name), key: String(row.key), value: JSON.parse(String(row.value)) }
      const after = migration(before)
      database.prepare('DELETE FROM rows WHERE name = ? AND key = ?').run(before.table, before.key)
      if (after)
        database.prepare('INSERT INTO rows VALUES (?, ?, ?)').run(after.table, after.key, JSON.stringify(after.value))
    }
  }

const tooNew = (version: number, present: number): Unavailable =>
  new Unavailable(phrase('machine.savedStateTooNew', version, present))

const cannotOpen = (path: string, cause: unknown): Error =>
  new Error(`the saved state in ${path} cannot be opened: ${messageOf(cause)}`, { cause })

function damaged(path: string, cause: unknown): Unavailable {
  const kept = (): Phrase => {
    try {
      return phrase('machine.damagedCopyKept', keepDamaged(path))
    } catch (error) {
      return phrase('machine.damagedCopyFailed', messageOf(error))
    }
  }
  return new Unavailable(phrase('machine.savedStateDamaged', path, kept()), { cause })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
