import type { GatheredLog } from './gatherer.ts'
import type { Disk } from './history.ts'

/** The value of a record: text or bytes. */
export type Value = string | Uint8Array

/** One record of a log. Numbers rise by one from record to record; `time` is in milliseconds since 1970. */
export interface LogRecord<V extends Value> {
  readonly id: number
  readonly time: number
  readonly value: V
}

/** Maximum number and age of records. Older ones are deleted. */
export interface Bounds {
  readonly most: number
  readonly keepMs: number
}

/** Maximum kept in memory while the disk is full. */
const MOST_UNSAVED = 1000

/**
 * Records in order, written when `append` returns, or, with `gather`, within minutes. While the disk is full they are kept in memory
 * and written with a later record.
 */
export class Log<V extends Value> implements GatheredLog {
  readonly #disk: Disk
  readonly #table: string
  readonly #bounds: Bounds
  readonly #gather: ((log: GatheredLog) => void) | undefined
  #unsaved: LogRecord<V>[] = []
  #lastId: number

  constructor(disk: Disk, table: string, bounds: Bounds, gather?: (log: GatheredLog) => void) {
    this.#disk = disk
    this.#table = table
    this.#bounds = bounds
    this.#gather = gather
    const [row] = disk.statement(`SELECT max(id) AS id FROM ${table}`).all()
    this.#lastId = Number(row?.id ?? 0)
  }

  append(time: number, ...values: readonly V[]): void {
    for (const value of values) this.#unsaved.push({ id: ++this.#lastId, time, value })
    if (this.#gather) this.#gather(this)
    else this.settle(this.#disk.write(() => this.write()))
  }

  write(): void {
    const last = this.#unsaved.at(-1)
    if (!last) return
    const insert = this.#disk.statement(`INSERT INTO ${this.#table} VALUES (?, ?, ?)`)
    for (const { id, time, value } of this.#unsaved) insert.run(id, time, value)
    this.#prune(last.time)
  }

  settle(isWritten: boolean): void {
    this.#unsaved = isWritten ? [] : this.#unsaved.slice(-MOST_UNSAVED)
  }

  /** Deletes from the oldest record on, so that a changed time of day causes no gaps. */
  #prune(now: number): void {
    const { most, keepMs } = this.#bounds
    const first = `SELECT id FROM ${this.#table} WHERE time >= ? ORDER BY id LIMIT 1`
    this.#disk
      .statement(`DELETE FROM ${this.#table} WHERE id <= ? OR id < (${first})`)
      .run(this.#lastId - most, now - keepMs)
  }

  /** At most `count` records, newest first, of those before the one with the number `before`. Throws `Unavailable`. */
  newest(count: number, before = Number.MAX_SAFE_INTEGER): LogRecord<V>[] {
    const held = this.#unsaved.filter(({ id }) => id < before).slice(-count)
    const select = `SELECT id, time, value FROM ${this.#table} WHERE id < ? ORDER BY id DESC LIMIT ?`
    const rows = this.#disk.read(() => this.#disk.statement(select).all(before, count - held.length))
    return [...held.reverse(), ...rows.map((row) => ({ ...row }) as unknown as LogRecord<V>)]
  }

  clear(): void {
    this.#unsaved = []
    this.#disk.write(() => this.#disk.statement(`DELETE FROM ${this.#table}`).run())
  }
}
