/** One row before and after. `undefined` means that it does not exist. */
export interface Entry<T = unknown> {
  readonly table: string
  readonly key: string
  readonly before: T | undefined
  readonly after: T | undefined
}

type Indexes<T> = { readonly [name: string]: (value: T) => string }

/** A read-only table. */
export interface Rows<T> extends Iterable<[string, T]> {
  readonly size: number
  get(key: string): T | undefined
  has(key: string): boolean
  keys(): Iterable<string>
  values(): Iterable<T>
  /** The row with the indexed value `value`; of several, the newest. Empty values are not indexed. */
  by(index: string, value: string): T | undefined
}

/**
 * Rows by key, in memory, with indexes for look-ups in constant time. Rows are immutable: to change one, replace
 * it.
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

  /** Sets the row of a key, or removes it if `value` is undefined. */
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

/** A table in an edit: reads include the edits, which are not in the table yet. */
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

  /** All rows with the edits. Iterates over the whole table. */
  *rows(): Generator<[string, T]> {
    for (const [key, value] of this.#table) if (!this.#edits.has(key)) yield [key, value]
    for (const [key, value] of this.#edits) if (value !== undefined) yield [key, value]
  }

  /** The changes. A row that equals its old value is no change. */
  entries(): Entry<T>[] {
    return [...this.#edits]
      .map(([key, after]) => ({ table: this.#table.name, key, before: this.#table.get(key), after }))
      .filter(({ before, after }) => before !== after)
  }
}
