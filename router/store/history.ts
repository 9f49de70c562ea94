import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Unavailable } from '../errors.ts'
import type { Clock } from '../machine/machine.ts'
import { syncData } from '../machine/segmentfiles.ts'
import { phrase } from '../phrases/phrase.ts'
import { Damaged, isDamage, keepPrivate, setAside } from './copies.ts'
import { openGatherer } from './gatherer.ts'
import { type KeyedBounds, KeyedLog } from './keyedlog.ts'
import { KeyValueLog } from './keyvaluelog.ts'
import { type Bounds, Log, type Value } from './log.ts'
import { PeriodLog } from './periodlog.ts'
import { type DatabaseMigration, migrateDatabase, newerFile } from './versions.ts'

/** The tables of the history. What is recorded all the time is gathered for minutes, so that an idle router rarely writes. */
const GATHERED_LOGS = ['traffic', 'uplinkminutes', 'uplinkhours', 'health'] as const
const LOGS = ['audit', 'outages', ...GATHERED_LOGS] as const
const KEYED_LOGS = ['dnslog', 'dnstop'] as const
const KEY_VALUE_LOGS = [
  'silence',
  'pageviews',
  'trafficowners',
  'logins',
  'signals',
  'trafficpeaks',
  'notifications',
  'pfwusage',
  'trafficlimits',
  'wornstorage',
] as const
const PERIOD_LOGS = ['traffichours', 'trafficdays', 'networkhours', 'networkdays'] as const

/** The n-th migrates the tables from version n to n + 1. A further table needs none. */
const migrations: readonly DatabaseMigration[] = []
/**
 * Bytes of a page of a new database, of which a changed record is written whole. Records of a minute are small, and only those of
 * days are many pages.
 */
const PAGE_BYTES = 1024
/** Maximum size of the database. A write beyond it fails like on a full disk. */
const MOST_BYTES = 128 << 20
/** Maximum delay until written data is synced to the disk. */
const SYNC_MS = 1000
/** Bytes of the write-ahead log, beyond which SQLite copies its pages to the database: few, since the event loop waits for it. */
const CHECKPOINT_BYTES = 400 << 10

/**
 * The history, in a separate database. A power failure may lose its last second, and of gathered records the last five minutes,
 * but does not damage it.
 */
export interface HistoryDatabase extends Disposable {
  log<V extends Value>(name: (typeof LOGS)[number], bounds: Bounds): Log<V>
  keyedLog(name: (typeof KEYED_LOGS)[number], bounds: KeyedBounds): KeyedLog
  keyValueLog(name: (typeof KEY_VALUE_LOGS)[number]): KeyValueLog
  periodLog(name: (typeof PERIOD_LOGS)[number]): PeriodLog
}

/** The access of logs to the database. */
export interface Disk {
  /** Returns a cached prepared statement. */
  statement(sql: string): StatementSync
  /** Runs `work` in a transaction. False if the disk rejected it; then nothing was written. */
  write(work: () => void): boolean
  /** Runs `work`. Throws `Unavailable` if it cannot be read. */
  read<T>(work: () => T): T
}

interface Deps {
  /** A file, or `:memory:`. */
  readonly path: string
  readonly clock: Clock
  readonly onFailure: (what: string, error: unknown) => void
  /** Waits until what was written to a file is on the disk. */
  readonly syncFile?: (path: string) => Promise<void>
}

/**
 * Opens the history, or creates it. A damaged one is moved aside and a new one created. One of a later version is left unchanged, and
 * that of this run is kept in memory, as if the disk cannot be written. A failure is reported and does not stop the start.
 */
export function openHistory({ path, clock, onFailure, syncFile = syncData }: Deps): HistoryDatabase {
  const database = openSound(path, onFailure)
  const statements = new Map<string, StatementSync>()
  const file = database.location()
  let hasComplained = false
  let isClosed = false
  let sync: Disposable | undefined

  const complain = (error: unknown): void => {
    if (!hasComplained) onFailure('the history cannot be written, and is held in memory', error)
    hasComplained = true
  }
  // Committed data survives the process, but a power failure only once the write-ahead log is synced. SQLite would do that in this
  // thread, and with the database each time: several commits of the file system's journal, in place of one.
  const syncSoon = (): void => {
    if (file === null) return
    sync ??= clock.after(SYNC_MS, () => {
      sync = undefined
      syncFile(`${file}-wal`)
        // On a file system that cannot map files into memory, SQLite has no write-ahead log.
        .catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? syncFile(file) : Promise.reject(error)))
        .catch((error) => {
          if (!isClosed) complain(error)
        })
    })
  }

  const disk: Disk = {
    statement(sql) {
      return statements.getOrInsertComputed(sql, () => database.prepare(sql))
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
        // SQLite rolls back a transaction itself if the disk is full.
        if (database.isTransaction) database.exec('ROLLBACK')
        complain(error)
        return false
      }
    },
    read(work) {
      try {
        return work()
      } catch (cause) {
        throw new Unavailable(phrase('machine.historyUnreadable'), { cause })
      }
    },
  }

  const gatherer = openGatherer(disk, clock)
  // One object for each table, since it has the records that are not written yet.
  const logs = new Map<string, Log<Value>>()
  const periodLogs = new Map<string, PeriodLog>()
  const isGathered = (name: string): boolean => (GATHERED_LOGS as readonly string[]).includes(name)

  return {
    log: <V extends Value>(name: (typeof LOGS)[number], bounds: Bounds) =>
      logs.getOrInsertComputed(
        name,
        () => new Log(disk, name, bounds, isGathered(name) ? gatherer.add : undefined),
      ) as unknown as Log<V>,
    keyedLog: (name, bounds) => new KeyedLog(disk, name, bounds),
    keyValueLog: (name) => new KeyValueLog(disk, name),
    periodLog(name) {
      return periodLogs.getOrInsertComputed(name, () => new PeriodLog(disk, name, gatherer.add))
    },
    [Symbol.dispose]() {
      gatherer[Symbol.dispose]()
      sync?.[Symbol.dispose]()
      isClosed = true
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

/** Moves the damaged file aside and creates a new one. Undefined, and reported, if the disk does not permit it. */
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

function open(path: string): DatabaseSync {
  keepPrivate(path)
  const database = new DatabaseSync(path)
  try {
    database.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`)
    const pageBytes = Number(database.prepare('PRAGMA page_size').get()?.page_size)
    database.exec(`PRAGMA max_page_count = ${MOST_BYTES / pageBytes};
      PRAGMA wal_autocheckpoint = ${CHECKPOINT_BYTES / pageBytes}`)
    demandSound(database)
    migrateDatabase(database, { migrations, create: createTables, tooNew: newerFile(path) })
    // Those that this release has added. Without any, an existing history opens without a write, also on a full disk.
    createTables(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function createTables(database: DatabaseSync): void {
  for (const name of LOGS)
    database.exec(`CREATE TABLE IF NOT EXISTS ${name} (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, value NOT NULL)`)
  for (const name of KEYED_LOGS)
    database.exec(
      `CREATE TABLE IF NOT EXISTS ${name} (id INTEGER PRIMARY KEY, key TEXT NOT NULL, count INTEGER NOT NULL, value NOT NULL);
       CREATE INDEX IF NOT EXISTS ${name}_by_key ON ${name} (key, id)`,
    )
  for (const name of KEY_VALUE_LOGS)
    database.exec(`CREATE TABLE IF NOT EXISTS ${name} (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`)
  for (const name of PERIOD_LOGS)
    database.exec(`CREATE TABLE IF NOT EXISTS ${name} (time INTEGER PRIMARY KEY, value BLOB NOT NULL)`)
}

/** Throws `Damaged`. */
function demandSound(database: DatabaseSync): void {
  const [check] = database.prepare('PRAGMA quick_check(1)').all()
  if (check?.quick_check !== 'ok') throw new Damaged(String(check?.quick_check))
}
