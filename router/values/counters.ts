/** Counters by reason. Reasons are constants in the code, so their number is bounded. */
export class Counters {
  readonly #counts = new Map<string, number>()

  count(reason: string): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1)
  }

  /** A copy, for reading. */
  read(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }
}
