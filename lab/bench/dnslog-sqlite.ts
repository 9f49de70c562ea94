import { DatabaseSync } from 'node:sqlite'
import type { QueryFilter } from '../../router/model/dns/querylog/filter.ts'
import { type Line, linesIn, ownLine } from '../../router/model/dns/querylog/line.ts'
import { type DnsLogRecord, recordOf } from '../../router/model/dns/querylog/record.ts'
import type { LineDigest } from '../../router/store/querylog/digest.ts'
import { ipToNumber } from '../../router/values/ip.ts'

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA cache_size = -65536;
  CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE VIRTUAL TABLE parts USING fts5(name, content = 'names', content_rowid = 'id', tokenize = 'trigram');
  CREATE TABLE reasons (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
  CREATE TABLE queries (
    id INTEGER PRIMARY KEY, time INTEGER NOT NULL, client INTEGER NOT NULL, name INTEGER NOT NULL, reason INTEGER NOT NULL,
    outcome TEXT NOT NULL, line BLOB NOT NULL
  );
  CREATE INDEX byTime ON queries (time);
  CREATE INDEX byClient ON queries (client);
  CREATE INDEX byName ON queries (name);
  CREATE INDEX byOutcome ON queries (outcome);
`
/** With more names than this, reading the newest queries in turn finds a page sooner than the index of names does. */
const MANY_NAMES = 1000
/** Trigrams find no shorter text. */
const SHORTEST = 3

/** The log as a table of SQLite, with the trigrams of FTS5 for parts of names: what the store of the router is compared with. */
export class SqliteLog implements Disposable {
  readonly #database: DatabaseSync
  readonly #names = new Map<string, number>()
  readonly #reasons = new Map<string, number>()
  readonly #adding: (line: Line, digest: LineDigest) => void

  constructor(path: string) {
    this.#database = new DatabaseSync(path)
    this.#database.exec(SCHEMA)
    const insert = this.#database.prepare('INSERT INTO queries VALUES (NULL, ?, ?, ?, ?, ?, ?)')
    const name = this.#database.prepare('INSERT INTO names VALUES (?, ?)')
    const parts = this.#database.prepare('INSERT INTO parts (rowid, name) VALUES (?, ?)')
    const reason = this.#database.prepare('INSERT INTO reasons VALUES (?, ?)')
    const numberIn = (numbers: Map<string, number>, text: string, onNew: (id: number) => void): number => {
      const known = numbers.get(text)
      if (known !== undefined) return known
      const id = numbers.size + 1
      numbers.set(text, id)
      onNew(id)
      return id
    }
    this.#adding = (line, digest) => {
      const nameId = numberIn(this.#names, digest.name, (id) => {
        name.run(id, digest.name)
        parts.run(id, digest.name)
      })
      const reasonId = numberIn(this.#reasons, digest.text, (id) => reason.run(id, digest.text))
      const outcome = digest.verdict === 'failed' ? 'failed' : digest.isBlocked ? 'blocked' : 'allowed'
      insert.run(Math.floor(line.time), line.client, nameId, reasonId, outcome, ownLine(line).bytes)
    }
  }

  add(line: Line, digest: LineDigest): void {
    if (!this.#database.isTransaction) this.#database.exec('BEGIN')
    this.#adding(line, digest)
  }

  /** Writes what was added to the disk, in one transaction. */
  write(): void {
    if (this.#database.isTransaction) this.#database.exec('COMMIT')
  }

  /** Moves what was written from the log of the database to its file, and measures the indexes for the planner. */
  settle(): void {
    this.write()
    this.#database.exec('ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)')
  }

  /** The newest queries that a filter selects, before the query with the number `before`. */
  page(filter: QueryFilter, limit: number, before?: number): { records: DnsLogRecord[]; next: number | undefined } {
    const conditions: string[] = []
    const values: (string | number)[] = []
    const where = (condition: string, ...given: (string | number)[]): void => {
      conditions.push(condition)
      values.push(...given)
    }
    const { clients, name, words = [], decision, from, to } = filter
    if (before !== undefined) where('id < ?', before)
    if (clients) where(`client IN (${[...clients].map(() => '?')})`, ...[...clients].map(ipToNumber))
    if (decision !== undefined) where('outcome = ?', decision)
    if (from !== undefined) where('time >= ?', from)
    if (to !== undefined) where('time < ?', to)
    if (name !== undefined) {
      const { sql, value, isCommon } = this.#named(name)
      where(`${isCommon ? '+' : ''}name IN (${sql})`, value)
    }
    for (const { text } of words) {
      const { sql, value } = this.#named(text)
      where(`(+name IN (${sql}) OR +reason IN (SELECT id FROM reasons WHERE text LIKE ?))`, value, `%${text}%`)
    }
    const condition = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
    const rows = this.#database
      .prepare(`SELECT id, line FROM queries ${condition} ORDER BY id DESC LIMIT ${limit}`)
      .all(...values) as { id: number; line: Uint8Array }[]
    const records = rows.flatMap(({ line }) => {
      const [only] = linesIn(line)
      return (only && recordOf(only, '192.168.2.1:53')) ?? []
    })
    return { records, next: rows.length < limit ? undefined : rows.at(-1)?.id }
  }

  #named(text: string): { sql: string; value: string; isCommon: boolean } {
    if (text.length < SHORTEST)
      return { sql: 'SELECT id FROM names WHERE name LIKE ?', value: `%${text}%`, isCommon: true }
    const value = `"${text}"`
    const sql = 'SELECT rowid FROM parts WHERE parts MATCH ?'
    const found = this.#database.prepare(`${sql} LIMIT ${MANY_NAMES}`).all(value)
    return { sql, value, isCommon: found.length === MANY_NAMES }
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
