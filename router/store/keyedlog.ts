import type { Disk } from './history.ts'

/** Several records of one key, as bytes, the oldest first. */
export interface Chunk {
  readonly count: number
  readonly value: Uint8Array
}

/** Maximum number of records of a key, and maximum bytes of all keys. The oldest records beyond are deleted. */
export interface KeyedBounds {
  readonly most: number
  readonly mostBytes: number
}

/** Maximum kept in memory while the disk is full. */
const MOST_UNSAVED_BYTES = 2 << 20
/** Pruning starts above the maximum times this, so that it is not needed for each chunk. */
const SLACK = 1.125

/** Prefix of temporary keys within a transaction. */
const MOVING = 'moving '

interface Size {
  count: number
  bytes: number
}

/**
 * Records by key, appended in chunks, written when `append` returns. While the disk is full they are kept in memory and written
 * with a later chunk, as are new keys and deletions.
 */
export class KeyedLog {
  readonly #disk: Disk
  readonly #table: string
  readonly #bounds: KeyedBounds
  readonly #sizes = new Map<string, Size>()
  #unsaved: (readonly [key: string, chunk: Chunk])[] = []
  /** The present keys of records that the full disk has under former ones; undefined if they were deleted. */
  readonly #formerKeys = new Map<string, string | undefined>()

  constructor(disk: Disk, table: string, bounds: KeyedBounds) {
    this.#disk = disk
    this.#table = table
    this.#bounds = bounds
    this.#measure()
  }

  append(chunks: ReadonlyMap<string, Chunk>): void {
    for (const entry of chunks) this.#unsaved.push(entry)
    if (this.#unsaved.length === 0) return
    const entries = this.#unsaved
    const isWritten = this.#write(() => {
      const insert = this.#disk.statement(`INSERT INTO ${this.#table} (key, count, value) VALUES (?, ?, ?)`)
      for (const [key, { count, value }] of entries) {
        insert.run(key, count, value)
        this.#grow(key, count, value.length)
        this.#pruneKey(key)
      }
      this.#pruneAll()
    })
    this.#unsaved = isWritten ? [] : newestWithin(entries, MOST_UNSAVED_BYTES)
  }

  /** The keys with records. */
  keys(): string[] {
    const saved = [...this.#sizes.keys()].flatMap((key) => this.#presentKey(key) ?? [])
    return [...new Set([...saved, ...this.#unsaved.map(([key]) => key)])]
  }

  /** The records of a key, the newest first. Throws `Unavailable`. */
  newest(key: string): Uint8Array[] {
    const held = this.#unsaved.filter(([of]) => of === key).map(([, { value }]) => value)
    const select = `SELECT id, value FROM ${this.#table} WHERE key = ? ORDER BY id DESC`
    const rows = this.#disk.read(() =>
      this.#keysOnDisk(key).flatMap((saved) => this.#disk.statement(select).all(saved)),
    )
    rows.sort((a, b) => Number(b.id) - Number(a.id))
    return [...held.reverse(), ...rows.map(({ value }) => value as Uint8Array)]
  }

  /** Renames keys in one step, so that two keys may be exchanged. Records are appended to those of an existing key. */
  move(keys: ReadonlyMap<string, string>): void {
    this.#unsaved = this.#unsaved.map(([key, chunk]) => [keys.get(key) ?? key, chunk])
    for (const saved of this.#sizes.keys()) {
      const present = this.#presentKey(saved)
      const to = present === undefined ? undefined : keys.get(present)
      if (to !== undefined) this.#formerKeys.set(saved, to)
    }
    this.#write()
  }

  clear(key: string): void {
    this.#unsaved = this.#unsaved.filter(([of]) => of !== key)
    for (const saved of this.#keysOnDisk(key)) this.#formerKeys.set(saved, undefined)
    this.#write()
  }

  #presentKey(saved: string): string | undefined {
    return this.#formerKeys.has(saved) ? this.#formerKeys.get(saved) : saved
  }

  #keysOnDisk(key: string): string[] {
    if (this.#formerKeys.size === 0) return this.#sizes.has(key) ? [key] : []
    return [...this.#sizes.keys()].filter((saved) => this.#presentKey(saved) === key)
  }

  /** Gives records their present keys, deletes those without one, and runs `work`, in one transaction. False if the disk is full. */
  #write(work?: () => void): boolean {
    if (!work && this.#formerKeys.size === 0) return true
    const isWritten = this.#disk.write(() => {
      if (this.#formerKeys.size > 0) this.#rename()
      work?.()
    })
    if (isWritten) this.#formerKeys.clear()
    // The transaction was rolled back: discard the sizes counted in it.
    else this.#measure()
    return isWritten
  }

  #rename(): void {
    const rename = this.#disk.statement(`UPDATE ${this.#table} SET key = ? WHERE key = ?`)
    const remove = this.#disk.statement(`DELETE FROM ${this.#table} WHERE key = ?`)
    // Through temporary keys, so that no record is renamed twice.
    for (const [from, to] of this.#formerKeys)
      if (to === undefined) remove.run(from)
      else rename.run(`${MOVING}${from}`, from)
    for (const [from, to] of this.#formerKeys) if (to !== undefined) rename.run(to, `${MOVING}${from}`)
    this.#measure()
  }

  #grow(key: string, count: number, bytes: number): void {
    const size = this.#sizes.get(key) ?? { count: 0, bytes: 0 }
    size.count += count
    size.bytes += bytes
    this.#sizes.set(key, size)
  }

  /** Deletes chunks for which the later ones already contain the maximum number of records. */
  #pruneKey(key: string): void {
    const { most } = this.#bounds
    const size = this.#sizes.get(key)!
    if (size.count < most * SLACK) return
    const after = `SELECT id, SUM(count) OVER (ORDER BY id DESC) AS sum FROM ${this.#table} WHERE key = ?`
    this.#disk
      .statement(
        `DELETE FROM ${this.#table} WHERE key = ? AND id < (SELECT id FROM (${after}) WHERE sum >= ? ORDER BY id DESC LIMIT 1)`,
      )
      .run(key, key, most)
    const left = `SELECT SUM(count) AS count, SUM(LENGTH(value)) AS bytes FROM ${this.#table} WHERE key = ?`
    const [row] = this.#disk.statement(left).all(key)
    this.#sizes.set(key, { count: Number(row?.count), bytes: Number(row?.bytes) })
  }

  #pruneAll(): void {
    const { mostBytes } = this.#bounds
    const bytes = this.#sizes.values().reduce((sum, size) => sum + size.bytes, 0)
    if (bytes < mostBytes * SLACK) return
    const after = `SELECT id, SUM(LENGTH(value)) OVER (ORDER BY id DESC) AS sum FROM ${this.#table}`
    this.#disk
      .statement(
        `DELETE FROM ${this.#table} WHERE id <= (SELECT id FROM (${after}) WHERE sum > ? ORDER BY id DESC LIMIT 1)`,
      )
      .run(mostBytes)
    this.#measure()
  }

  #measure(): void {
    const select = `SELECT key, SUM(count) AS count, SUM(LENGTH(value)) AS bytes FROM ${this.#table} GROUP BY key`
    this.#sizes.clear()
    for (const { key, count, bytes } of this.#disk.statement(select).all())
      this.#sizes.set(String(key), { count: Number(count), bytes: Number(bytes) })
  }
}

function newestWithin<E extends readonly [string, Chunk]>(entries: readonly E[], bytes: number): E[] {
  let from = entries.length
  for (let left = bytes; from > 0; from--) {
    left -= entries[from - 1]![1].value.length
    if (left < 0) break
  }
  return entries.slice(from)
}
