import type { Disk } from './history.ts'

/** Texts by key. Only changes are written; if the disk rejects them, they are written with the next change. */
export class KeyValueLog {
  readonly #disk: Disk
  readonly #table: string
  readonly #unsaved = new Map<string, string | undefined>()

  constructor(disk: Disk, table: string) {
    this.#disk = disk
    this.#table = table
  }

  /** The text of each key. Throws `Unavailable`. */
  read(): Map<string, string> {
    const rows = this.#disk.read(() => this.#disk.statement(`SELECT key, value FROM ${this.#table}`).all())
    return new Map(rows.map(({ key, value }) => [String(key), String(value)]))
  }

  /** Sets texts, and removes the keys of those that are undefined. */
  change(changes: ReadonlyMap<string, string | undefined>): void {
    for (const [key, value] of changes) this.#unsaved.set(key, value)
    if (this.#unsaved.size === 0) return
    const isWritten = this.#disk.write(() => {
      const put = this.#disk.statement(`INSERT OR REPLACE INTO ${this.#table} VALUES (?, ?)`)
      const remove = this.#disk.statement(`DELETE FROM ${this.#table} WHERE key = ?`)
      for (const [key, value] of this.#unsaved) {
        if (value === undefined) remove.run(key)
        else put.run(key, value)
      }
    })
    if (isWritten) this.#unsaved.clear()
  }
}
