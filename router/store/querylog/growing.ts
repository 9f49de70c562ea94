/** By how much an array is larger than the one before. Of one that has just grown, a third is not used yet. */
const GROWTH = 1.5
/** A size that grows to 1,049,868, just enough for the rows of the largest segment. */
export const ROWS_AT_FIRST = 1065

/** Numbers of one kind, to which more can be added. Those that grow together begin with different sizes, so that one is copied at a time. */
export class Growing<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array> {
  #array: T
  length = 0

  constructor(array: T) {
    this.#array = array
  }

  push(value: number): void {
    if (this.length === this.#array.length) {
      const Kind = this.#array.constructor as new (length: number) => T
      const larger = new Kind(Math.ceil(this.length * GROWTH))
      larger.set(this.#array)
      this.#array = larger
    }
    this.#array[this.length++] = value
  }

  get(index: number): number {
    return this.#array[index]!
  }

  set(index: number, value: number): void {
    this.#array[index] = value
  }

  /** A view, valid until the next `push`. */
  get values(): T {
    return this.#array.subarray(0, this.length) as T
  }
}

/**
 * Lists of items, to which items are added in the order of their numbers, and lists in the order of theirs. Takes 4 bytes for each item and each
 * list, and no memory that the garbage collector visits.
 */
export class Chains {
  /** The newest item of each list, plus 1. */
  readonly #newest = new Growing(new Uint32Array(86))
  /** The item before each in its list, plus 1; 0 for the oldest. */
  readonly #before = new Growing(new Uint32Array(ROWS_AT_FIRST))

  /** Adds the next item to a list, which may be the next new one. */
  add(list: number): void {
    if (list === this.#newest.length) this.#newest.push(0)
    this.#before.push(this.#newest.get(list))
    this.#newest.set(list, this.#before.length)
  }

  /** The items of a list, newest first. */
  *of(list: number): Generator<number> {
    for (let next = this.#newest.get(list); next > 0; next = this.#before.get(next - 1)) yield next - 1
  }
}
