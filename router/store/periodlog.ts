import type { GatheredLog } from './gatherer.ts'
import type { Disk } from './history.ts'

/** Maximum age of periods, by their start, and maximum bytes of all values. The oldest periods beyond are deleted. */
export interface PeriodBounds {
  readonly keepMs: number
  readonly mostBytes: number
}

/** The value of a period, by its start in milliseconds since 1970. */
export interface PeriodRow {
  readonly time: number
  readonly value: Uint8Array
}

/** Maximum number of periods kept in memory while the disk is full. */
const MOST_UNSAVED = 48

/**
 * One value for each hour or day, replaced until the period is over. A value is found immediately, and is written within minutes,
 * together with those of other logs. While the disk is full, new values are kept in memory.
 */
export class PeriodLog implements GatheredLog {
  readonly #disk: Disk
  readonly #table: string
  readonly #gather: (log: GatheredLog) => void
  readonly #unsaved = new Map<number, Uint8Array>()
  #bounds: PeriodBounds & { readonly now: number } = { keepMs: 0, mostBytes: 0, now: 0 }

  constructor(disk: Disk, table: string, gather: (log: GatheredLog) => void) {
    this.#disk = disk
    this.#table = table
    this.#gather = gather
  }

  /** Sets the value of a period. What is beyond the bounds is deleted when it is written. `now` in milliseconds since 1970. */
  put({ time, value }: PeriodRow, bounds: PeriodBounds, now: number): void {
    this.#unsaved.set(time, value)
    this.#bounds = { ...bounds, now }
    this.#gather(this)
  }

  write(): void {
    const { keepMs, mostBytes, now } = this.#bounds
    const put = this.#disk.statement(`INSERT OR REPLACE INTO ${this.#table} VALUES (?, ?)`)
    for (const row of this.#unsaved) put.run(...row)
    const newer = `SELECT time, SUM(LENGTH(value)) OVER (ORDER BY time DESC) AS bytes FROM ${this.#table}`
    this.#disk
      .statement(
        `DELETE FROM ${this.#table} WHERE time < ? OR time <= (SELECT MAX(time) FROM (${newer}) WHERE bytes > ?)`,
      )
      .run(now - keepMs, mostBytes)
  }

  settle(isWritten: boolean): void {
    if (isWritten) this.#unsaved.clear()
    else for (const time of [...this.#unsaved.keys()].slice(0, -MOST_UNSAVED)) this.#unsaved.delete(time)
  }

  /** The periods that start from `from` until before `to`, the oldest first. Throws `Unavailable`. */
  read(from: number, to: number): PeriodRow[] {
    const select = `SELECT time, value FROM ${this.#table} WHERE time >= ? AND time < ? ORDER BY time`
    const rows = this.#disk.read(() => this.#disk.statement(select).all(from, to)) as unknown as PeriodRow[]
    const held = [...this.#unsaved].filter(([time]) => time >= from && time < to)
    if (held.length === 0) return rows
    const all = new Map([...rows.map(({ time, value }) => [time, value] as const), ...held])
    return [...all].map(([time, value]) => ({ time, value })).sort((a, b) => a.time - b.time)
  }
}
