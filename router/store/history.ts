import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Unavailable } from '../errors.ts'
import type { Clock } from '../machine/machine.ts'
import { keepPrivate, setAside } from './copies.ts'
import { type KeyedBounds, KeyedLog } from './keyedlog.ts'
import { KeyValueLog } from './keyvaluelog.ts'
import { type Bounds, Log, type Value } from './log.ts'

/** Everything that has a history: records that follow each other, also by key, and texts by key. */
const LOGS = ['traffic', 'audit', 'outages', 'uplinkminutes', 'uplinkhours'] as const
const KEYED_LOGS = ['dnslog', 'dnstop'] as const
const KEY_VALUE_LOGS = ['silence', 'pageviews', 'trafficowners'] as const

/** Raised when a table changes its shape; a history of another version is set aside. */
const VERSION = 1
/** The bound on the whole, in pages of 4 KiB: what is beyond it counts as a full disk. */
const MOST_PAGES = 32_768
/** What was written is carried from the page cache to the disk this much later at the latest. */
const SYNC_MS = 1000

/** What happened, in a database of its own: it may lose its last second, and never its integrity. */
export interface HistoryDatabase extends Disposable {
  log<V extends Value>(name: (typeof LOGS)[number], bounds: Bounds): Log<V>
  keyedLog(name: (typeof KEYED_LOGS)[number], bounds: KeyedBounds): KeyedLog
  keyValueLog(name: (typeof KEY_VALUE_LOGS)[number]): KeyValueLog
}

/** The database as logs and sheets use it. */
export interface Disk {
  /** Prepared once. */
  statement(sql: string): StatementSync
  /** One transaction; false when the disk would not take it, and then nothing of it was done. */
  write(work: () => void): boolean
  /** Throws `Unavailable` when the disk will not give it. */
  read<T>(work: () => T): T
}

interface Deps {
  /** A file, or `:memory:`. */
  readonly path: string
  readonly clock: Clock
  readonly onFailure: (what: string, error: unknown) => void
}

/**
 * Open the history, beginning one where there is none. One that is damaged is set aside and another begun; one that cannot
 * be kept on the disk is kept in memory: no history is worth a router that does not start.
 */
export function openHistory({ path, clock, onFailure }: Deps): HistoryDatabase {
  const database = openSound(path, onFailure)
  const statements = new Map<string, StatementSync>()
  let hasComplained = false
  let sync: Disposable | undefined

  const complain = (error: unknown): void => {
    if (!hasComplained) onFailure('the history cannot be written, and is held in memory', error)
    hasComplained = true
  }
  // Until its checkpoint, what was committed outlives the process, but not the power.
  const syncSoon = (): void => {
    sync ??= clock.after(SYNC_MS, () => {
      sync = undefined
      try {
        database.exec('PRAGMA wal_checkpoint(PASSIVE)')
      } catch (error) {
        complain(error)
      }
    })
  }

  const disk: Disk = {
    statement(sql) {
      const statement = statements.get(sql) ?? database.prepare(sql)
      statements.set(sql, statement)
      return statement
    },
    write(work) {
      try {
        database.exec('BEGIN IMMEDIATE')
        work()
        database.exec('COMMIT')
        hasComplained = false
        syncSoon()
        return true
      } catch (error) {
        // SQLite itself ends a transaction that ran out of disk.
        if (database.isTransaction) database.exec('ROLLBACK')
        complain(error)
        return false
      }
    },
    read(work) {
      try {
        return work()
      } catch (cause) {
        throw new Unavailable('the history cannot be read', { cause })
      }
    },
  }

  return {
    log: (name, bounds) => new Log(disk, name, bounds),
    keyedLog: (name, bounds) => new KeyedLog(disk, name, bounds),
    keyValueLog: (name) => new KeyValueLog(disk, name),
    [Symbol.dispose]() {
      sync?.[Symbol.dispose]()
      database.close()
    },
  }
}

function openSound(path: string, onFailure: Deps['onFailure']): DatabaseSync {
  try {
    return open(path)
  } catch (error) {
    return (isDamage(error) && openAnew(path, error, onFailure)) || openInMemory(error, onFailure)
  }
}

/** Sets the damaged file aside and begins another; undefined, and reported, where the disk does not permit it. */
function openAnew(path: string, damage: unknown, onFailure: Deps['onFailure']): DatabaseSync | undefined {
  try {
    const aside = setAside(path)
    const database = open(path)
    onFailure(`the history is damaged; it was set aside as ${aside}, and another begun`, damage)
    return database
  } catch (error) {
    onFailure('the history is damaged, and cannot be set aside', error)
    return undefined
  }
}

function openInMemory(error: unknown, onFailure: Deps['onFailure']): DatabaseSync {
  onFailure('the history cannot be kept on the disk, and ends with this run', error)
  return open(':memory:')
}

class Damaged extends Error {}

/** SQLite's own words for it: SQLITE_CORRUPT and SQLITE_NOTADB, in the low byte of its codes. */
const isDamage = (error: unknown): boolean =>
  error instanceof Damaged || [11, 26].includes(Number((error as { errcode?: unknown }).errcode) & 255)

function open(path: string): DatabaseSync {
  keepPrivate(path)
  const database = new DatabaseSync(path)
  try {
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA max_page_count = ${MOST_PAGES}`)
    const isNew = demandSound(database) === 0
    for (const name of LOGS)
      database.exec(
        `CREATE TABLE IF NOT EXISTS ${name} (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, value NOT NULL)`,
      )
    for (const name of KEYED_LOGS)
      database.exec(
        `CREATE TABLE IF NOT EXISTS ${name} (id INTEGER PRIMARY KEY, key TEXT NOT NULL, count INTEGER NOT NULL, value NOT NULL);
         CREATE INDEX IF NOT EXISTS ${name}_by_key ON ${name} (key, id)`,
      )
    for (const name of KEY_VALUE_LOGS)
      database.exec(`CREATE TABLE IF NOT EXISTS ${name} (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`)
    // A history that is there already opens without a write, also on a full disk.
    if (isNew) database.exec(`PRAGMA user_version = ${VERSION}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Gives its version, 0 for one that has just begun. */
function demandSound(database: DatabaseSync): number {
  const [check] = database.prepare('PRAGMA quick_check(1)').all()
  if (check?.quick_check !== 'ok') throw new Damaged(String(check?.quick_check))
  const [row] = database.prepare('PRAGMA user_version').all()
  const version = Number(row?.user_version)
  if (version !== 0 && version !== VERSION) throw new Damaged(`its version is ${version}, and not ${VERSION}`)
  return version
}
