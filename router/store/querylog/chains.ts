import { Growing, ROWS_AT_FIRST } from './growing.ts'

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
