/** One row before and after. `undefined` means that it does not exist. */
export interface Entry<T = unknown> {
  readonly table: string
  readonly key: string
  readonly before: T | undefined
  readonly after: T | undefined
}

type Indexes<T> = { readonly [name: string]: (value: T) => string }

/** What readers may do with a table. */
export interface Rows<T> extends Iterable<[string, T]> {
  readonly size: number
  get(key: string): T | undefined
  has(key: string): boolean
  keys(): Iterable<string>
  values(): Iterable<T>
  /** The row whose indexed value is `value`; the newest where several are. Empty values are not indexed. */
  by(index: string, value: string): T | undefined
}

/**
 * Rows by key, in memory, with look-ups by chosen values that cost the same however many rows there are.
 * Rows are values: to change one, put another in its place.
 */
export class Table<T> implements Rows<T> {
  readonly name: string
  readonly #rows = new Map<string, T>()
  readonly #indexes: Indexes<T>
  readonly #keysBy = new Map<string, Map<string, string>>()

  constructor(name: string, indexes: Indexes<T> = {}) {
    this.name = name
    this.#indexes = indexes
    for (const index of Object.keys(indexes)) this.#keysBy.set(index, new Map())
  }

  get size(): number {
    return this.#rows.size
  }
  get(key: string): T | undefined {
    return this.#rows.get(key)
  }
  has(key: string): boolean {
    return this.#rows.has(key)
  }
  keys(): Iterable<string> {
    return this.#rows.keys()
  }
  values(): Iterable<T> {
    return this.#rows.values()
  }
  [Symbol.iterator](): MapIterator<[string, T]> {
    return this.#rows[Symbol.iterator]()
  }

  by(index: string, value: string): T | undefined {
    const key = this.#keysBy.get(index)?.get(value)
    return key === undefined ? undefined : this.#rows.get(key)
  }

  /** Put, or remove with `undefined`. */
  set(key: string, value: T | undefined): void {
    const before = this.#rows.get(key)
    for (const [index, indexed] of Object.entries(this.#indexes)) {
      const keys = this.#keysBy.get(index)!
      if (before !== undefined && keys.get(indexed(before)) === key) keys.delete(indexed(before))
      if (value !== undefined && indexed(value) !== '') keys.set(indexed(value), key)
    }
    if (value === undefined) this.#rows.delete(key)
    else this.#rows.set(key, value)
  }
}

/** A table being edited: reads see the edits, and nothing is in the table yet. */
export class TableDraft<T> {
  readonly #table: Table<T>
  readonly #edits = new Map<string, T | undefined>()

  constructor(table: Table<T>) {
    this.#table = table
  }

  get(key: string): T | undefined {
    return this.#edits.has(key) ? this.#edits.get(key) : this.#table.get(key)
  }

  put(key: string, value: T): void {
    this.#edits.set(key, value)
  }

  remove(key: string): void {
    this.#edits.set(key, undefined)
  }

  /** Every row as it would be, edits included. Walks the whole table. */
  *rows(): Generator<[string, T]> {
    for (const [key, value] of this.#table) if (!this.#edits.has(key)) yield [key, value]
    for (const [key, value] of this.#edits) if (value !== undefined) yield [key, value]
  }

  /** What the edits come to; a row put back as it was is no change. */
  entries(): Entry<T>[] {
    return [...this.#edits]
      .map(([key, after]) => ({ table: this.#table.name, key, before: this.#table.get(key), after }))
      .filter(({ before, after }) => before !== after)
  }
}
