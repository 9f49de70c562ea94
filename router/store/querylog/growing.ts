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
