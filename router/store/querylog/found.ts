import type { Match } from './selection.ts'

/** Up to so many rows of so many kinds are found by their kinds, and not by reading the kinds of all rows. */
export const FEW_ROWS = 8192
const FEW_KINDS = 256

/** The kinds of a segment that a search has selected: a short list, or else an array of all kinds. */
export class FoundKinds {
  readonly #kinds: number
  readonly #few: { readonly kind: number; readonly start: number; readonly count: number }[] = []
  #chosen: Uint8Array<ArrayBuffer> | undefined
  #rows = 0

  /** `kinds` is the number of all. */
  constructor(kinds: number) {
    this.#kinds = kinds
  }

  /** Adds a kind, where its rows begin in the list of rows by kind, and how many there are. */
  add(kind: number, start: number, count: number): void {
    this.#rows += count
    if (!this.#chosen && this.#few.length < FEW_KINDS && this.#rows <= FEW_ROWS) this.#few.push({ kind, start, count })
    else this.#choose()[kind] = 1
  }

  #choose(): Uint8Array<ArrayBuffer> {
    if (!this.#chosen) {
      this.#chosen = new Uint8Array(this.#kinds)
      for (const { kind } of this.#few) this.#chosen[kind] = 1
    }
    return this.#chosen
  }

  /** Undefined if no kind was added. */
  get match(): Match | undefined {
    if (this.#rows === 0) return undefined
    return { chosen: this.#chosen, parts: this.#chosen ? undefined : this.#few }
  }
}
