import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { keepPrivate } from '../copies.ts'
import { type DatabaseMigration, migrateDatabase, newerFile } from '../versions.ts'
import { Pruner } from './prune.ts'
import { textOfTime } from './time.ts'
import { matchOf, wordsOf } from './words.ts'

/** The n-th migrates the tables from version n to n + 1. */
const migrations: readonly DatabaseMigration[] = []
/** Events of one transaction. */
const BATCH = 250
/** Rows that one statement reads. */
const ROWS = 64

/** An event to store. */
export interface NewEvent {
  readonly topic: string
  /** Milliseconds since 1970. */
  readonly time: number
  /** The payload as JSON text. */
  readonly value: string
  /** The keys of the devices that the event concerns, and their names. */
  readonly devices: readonly string[]
  readonly names: readonly string[]
}

export interface StoredEvent {
  /** Orders events: the time, or the next free number after it. */
  readonly id: bigint
  readonly topic: string
  /** Nanoseconds since 1970: unique within the topic. */
  readonly at: bigint
  /** The same in RFC 3339. */
  readonly time: string
  /** The payload as JSON text. */
  readonly value: string
  readonly devices: readonly string[]
}

/** A range of times in nanoseconds since 1970, both ends included. */
export interface TimeRange {
  readonly min: bigint
  readonly max: bigint
}

export interface TopicSize {
  readonly name: string
  readonly count: number
  /** Bytes of the payloads. */
  readonly bytes: number
}

/** Maximum sizes in bytes. */
export interface EventLimits {
  readonly most: number
  /** `name` is a topic, or the beginning of topics if it ends in a colon. */
  readonly topics: readonly { readonly name: string; readonly bytes?: number; readonly days?: number }[]
}

/** A topic in memory. Its sizes are also in the table, written with each batch. */
export interface TopicRow {
  readonly id: number
  readonly name: string
  count: number
  bytes: number
}

/**
 * Events by topic in SQLite, with a full-text index. All methods are synchronous and throw the errors of SQLite: call them in the thread
 * of the store. A key is `(topic, time)`; rows are ordered by `id`, which is the time unless another topic has an event of exactly this time.
 */
export class EventDatabase implements Disposable {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #topics = new Map<string, TopicRow>()
  readonly #pruner: Pruner
  #last = 0n

  constructor(path: string) {
    keepPrivate(path)
    this.#database = new DatabaseSync(path)
    try {
      this.#open(path)
      this.#pruner = new Pruner((sql) => this.#statement(sql), this.#topics)
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  #open(path: string): void {
    this.#database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -4096; PRAGMA journal_size_limit = 16777216`,
    )
    migrateDatabase(this.#database, { migrations, create: createTables, tooNew: newerFile(path) })
    for (const { id, name, count, bytes } of this.#statement('SELECT * FROM topics WHERE name IS NOT NULL').all())
      this.#topics.set(String(name), { id: Number(id), name: String(name), count: Number(count), bytes: Number(bytes) })
    const [last] = this.#statement('SELECT max(id) AS id FROM events').all()
    this.#last = BigInt((last?.id as bigint | null) ?? 0n)
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      statement.setReadBigInts(true)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  /** Runs `work` in a transaction. If it throws, nothing has changed. */
  #write<T>(work: () => T): T {
    const before = [...this.#topics].map(([name, topic]) => [name, { ...topic }] as const)
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite rolls back a transaction itself if the disk is full.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      this.#topics.clear()
      for (const [name, topic] of before) this.#topics.set(name, topic)
      throw error
    }
  }

  /** Stores a batch: in transactions of at most 250 events, the first of which throws if the disk is full. Returns the number stored. */
  append(events: readonly NewEvent[]): number {
    for (let from = 0; from < events.length; from += BATCH) {
      const batch = events.slice(from, from + BATCH)
      try {
        this.#write(() => {
          const touched = new Set<TopicRow>()
          for (const event of batch) touched.add(this.#insert(event, this.#nextTime(event.time), 'next'))
          touched.forEach((topic) => void this.#saveSize(topic))
        })
      } catch (error) {
        if (from === 0) throw error
        return from
      }
    }
    return events.length
  }

  /** The time of a new event: later than the last one, unless the clock was set back. */
  #nextTime(ms: number): bigint {
    const now = BigInt(Math.floor(ms)) * 1_000_000n
    const isSoon = this.#last >= now && this.#last < now + 1_000_000_000n
    this.#last = isSoon ? this.#last + 1n : now
    return this.#last
  }

  /** Inserts an event at this time, or for `next` at the first free one after it. */
  #insert(
    { topic: name, value, devices, names }: Omit<NewEvent, 'time'>,
    time: bigint,
    place: 'exact' | 'next',
  ): TopicRow {
    const topic = this.#topicFor(name)
    const insert = this.#statement(
      'INSERT OR IGNORE INTO events (id, shift, topic, value, devices) VALUES (?, ?, ?, ?, ?)',
    )
    const shiftOf = (id: bigint): bigint => (place === 'exact' ? id - time : 0n)
    const text = devices.join(' ')
    let id = time
    // Another topic has an event of this time, or the clock was set back.
    while (insert.run(id, shiftOf(id), topic.id, value, text).changes === 0n) id++
    this.#statement('INSERT INTO words (rowid, text) VALUES (?, ?)').run(
      id,
      wordsOf(name, JSON.parse(value), devices, names),
    )
    topic.count++
    topic.bytes += Buffer.byteLength(value)
    return topic
  }

  #topicFor(name: string): TopicRow {
    const existing = this.#topics.get(name)
    if (existing) return existing
    const { lastInsertRowid } = this.#statement('INSERT INTO topics (name, count, bytes) VALUES (?, 0, 0)').run(name)
    const topic = { id: Number(lastInsertRowid), name, count: 0, bytes: 0 }
    this.#topics.set(name, topic)
    return topic
  }

  #saveSize({ id, count, bytes }: TopicRow): void {
    this.#statement('UPDATE topics SET count = ?, bytes = ? WHERE id = ?').run(count, bytes, id)
  }

  topics(): TopicSize[] {
    return [...this.#topics.values()].map(({ name, count, bytes }) => ({ name, count, bytes }))
  }

  /** Bytes of the database that are in use. */
  size(): number {
    return this.#pruner.size()
  }

  /** Events of the topics in a range, ordered by time. Reads during the iteration; writes in between are permitted. */
  *scan(topics: readonly string[], range: TimeRange, order: 'asc' | 'desc'): Generator<StoredEvent> {
    const cursors = topics.flatMap((name) => {
      const topic = this.#topics.get(name)
      return topic ? [this.#cursor(topic, range, order)] : []
    })
    const isEarlier = (a: StoredEvent, b: StoredEvent): boolean => (order === 'asc' ? a.id < b.id : a.id > b.id)
    const heads = cursors.map((cursor) => cursor.next().value as StoredEvent | undefined)
    for (;;) {
      let first = -1
      for (const [index, head] of heads.entries())
        if (head && (first < 0 || isEarlier(head, heads[first]!))) first = index
      if (first < 0) return
      yield heads[first]!
      heads[first] = cursors[first]!.next().value as StoredEvent | undefined
    }
  }

  *#cursor(
    { id: topic, name }: TopicRow,
    { min, max }: TimeRange,
    order: 'asc' | 'desc',
  ): Generator<StoredEvent, undefined> {
    const select = this.#statement(
      `SELECT id, shift, value, devices FROM events WHERE topic = ? AND id BETWEEN ? AND ? ORDER BY id ${order} LIMIT ${ROWS}`,
    )
    let [from, to] = [min, max]
    for (;;) {
      const rows = select.all(topic, from, to)
      for (const row of rows) yield storedEvent(name, row)
      if (rows.length < ROWS) return undefined
      const last = rows.at(-1)!.id as bigint
      if (order === 'asc') from = last + 1n
      else to = last - 1n
    }
  }

  /** Events with all these words and of this device, newest first. Undefined if there is nothing to search for. */
  search(text: string, device: string | undefined, { min, max }: TimeRange): Generator<StoredEvent> | undefined {
    const match = matchOf(text, device)
    return match === undefined ? undefined : this.#found(match, min, max)
  }

  *#found(match: string, min: bigint, max: bigint): Generator<StoredEvent> {
    const names = new Map([...this.#topics.values()].map(({ id, name }) => [BigInt(id), name]))
    const find = this.#statement(
      'SELECT rowid AS id FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT 1000',
    )
    const read = this.#statement('SELECT id, shift, topic, value, devices FROM events WHERE id = ?')
    for (let to = max; ; ) {
      const ids = find.all(match, min, to)
      for (const { id } of ids) {
        const row = read.get(id as bigint)
        const name = row && names.get(row.topic as bigint)
        if (name !== undefined) yield storedEvent(name, row!)
      }
      if (ids.length < 1000) return
      to = (ids.at(-1)!.id as bigint) - 1n
    }
  }

  /** The id of the event of a topic at exactly this time. */
  #idOf(name: string, time: bigint): bigint | undefined {
    const topic = this.#topics.get(name)
    if (!topic) return undefined
    const row = this.#statement(
      'SELECT id FROM events WHERE topic = ? AND id BETWEEN ? AND ? AND id - shift = ? LIMIT 1',
    ).get(topic.id, time, time + 1000n, time)
    return row?.id as bigint | undefined
  }

  /** The number of events of a topic in a range of ids. */
  count(name: string, from: bigint, to: bigint): number {
    const topic = this.#topics.get(name)
    const count = this.#statement('SELECT count(*) AS count FROM events WHERE topic = ? AND id BETWEEN ? AND ?')
    return topic ? Number(count.get(topic.id, from, to)?.count) : 0
  }

  get(name: string, time: bigint): StoredEvent | undefined {
    const id = this.#idOf(name, time)
    if (id === undefined) return undefined
    return storedEvent(name, this.#statement('SELECT id, shift, value, devices FROM events WHERE id = ?').get(id)!)
  }

  /** Stores an event at a time, in place of one that the topic has at this time. */
  put(event: Omit<NewEvent, 'time'>, time: bigint): void {
    this.#write(() => {
      this.#delete(event.topic, time)
      this.#saveSize(this.#insert(event, time, 'exact'))
    })
  }

  /**
   * Replaces the payloads of events by what `change` returns for them, in one transaction; undefined keeps one. Searches
   * find a changed event by its words from before. Returns the number of changed events.
   */
  update(events: readonly Pick<StoredEvent, 'topic' | 'at'>[], change: (value: string) => string | undefined): number {
    return this.#write(() => {
      const touched = new Set<TopicRow>()
      let count = 0
      for (const { topic: name, at } of events) {
        const before = this.get(name, at)
        const value = before && change(before.value)
        if (!before || value === undefined) continue
        this.#statement('UPDATE events SET value = ? WHERE id = ?').run(value, before.id)
        const topic = this.#topics.get(name)!
        topic.bytes += Buffer.byteLength(value) - Buffer.byteLength(before.value)
        touched.add(topic)
        count++
      }
      touched.forEach((topic) => void this.#saveSize(topic))
      return count
    })
  }

  /** Deletes the event of a topic at this time. */
  delete(name: string, time: bigint): void {
    this.#write(() => {
      this.#delete(name, time)
      this.#saveSize(this.#topics.get(name) ?? { id: -1, name, count: 0, bytes: 0 })
    })
  }

  #delete(name: string, time: bigint): void {
    const id = this.#idOf(name, time)
    if (id === undefined) return
    const topic = this.#topics.get(name)!
    topic.count--
    topic.bytes -= this.#pruner.deleteEvent(id)
  }

  /** Adds a topic without events, if it is new. */
  create(name: string): void {
    this.#write(() => this.#topicFor(name))
  }

  /** Deletes a topic. Its events are no longer returned; `prune` removes their rows. */
  clear(name: string): void {
    const topic = this.#topics.get(name)
    if (!topic) return
    this.#write(() => {
      this.#statement('UPDATE topics SET name = NULL WHERE id = ?').run(topic.id)
      this.#topics.delete(name)
    })
  }

  /** Deletes up to 200 events of deleted topics or beyond the limits. False if there are none. */
  prune(limits: EventLimits, now: number): boolean {
    return this.#write(() => {
      const pruned = this.#pruner.step(limits, BigInt(Math.floor(now)) * 1_000_000n)
      if (pruned) this.#saveSize(pruned)
      return pruned !== undefined
    })
  }

  /** Writes the log of committed transactions to the database file. Before that, a power failure may lose them. */
  sync(): void {
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}

const createTables = (database: DatabaseSync): void =>
  database.exec(
    `CREATE TABLE topics (id INTEGER PRIMARY KEY, name TEXT UNIQUE, count INTEGER NOT NULL, bytes INTEGER NOT NULL);
     CREATE TABLE events (id INTEGER PRIMARY KEY, shift INTEGER NOT NULL, topic INTEGER NOT NULL, value TEXT NOT NULL, devices TEXT NOT NULL);
     CREATE INDEX events_by_topic ON events (topic, id);
     CREATE VIRTUAL TABLE words USING fts5 (
       text, content = '', contentless_delete = 1, detail = none,
       tokenize = "ascii tokenchars '!#$%&*+-./:=?@^_~'")`,
  )

const storedEvent = (topic: string, { id, shift, value, devices }: Record<string, unknown>): StoredEvent => ({
  id: id as bigint,
  topic,
  at: (id as bigint) - (shift as bigint),
  time: textOfTime((id as bigint) - (shift as bigint)),
  value: String(value),
  devices: devices === '' ? [] : String(devices).split(' '),
})
