import type { NetCount } from './counters.ts'

/** A day of minutes. */
const LONGEST = 1440

/**
 * Totals minute by minute. Kept are the newest minute, as text, and for each minute what has to be undone to get the one
 * before it: a device that is silent costs nothing, however long.
 */
export class History {
  readonly #newest = new Map<string, string>()
  readonly #undo: Map<string, string | undefined>[] = []

  record(totals: ReadonlyMap<string, NetCount>): void {
    const undo = new Map<string, string | undefined>()
    for (const [ip, text] of this.#newest) if (!totals.has(ip)) undo.set(ip, text)
    for (const ip of undo.keys()) this.#newest.delete(ip)
    for (const [ip, count] of totals) {
      const text = `"${ip}":${JSON.stringify(count)}`
      const before = this.#newest.get(ip)
      if (before === text) continue
      undo.set(ip, before)
      this.#newest.set(ip, text)
    }
    this.#undo.push(undo)
    if (this.#undo.length > LONGEST) this.#undo.shift()
  }

  /** A JSON array, newest first, a piece for each minute. What is recorded meanwhile does not show. */
  async *text(minutes = LONGEST): AsyncGenerator<string> {
    const steps = this.#undo.slice(-minutes).reverse()
    const state = new Map(this.#newest)
    yield '['
    for (const [age, undo] of steps.entries()) {
      yield `${age === 0 ? '' : ','}{${[...state.values()].join(',')}}`
      for (const [ip, text] of undo) {
        if (text === undefined) state.delete(ip)
        else state.set(ip, text)
      }
    }
    yield ']\n'
  }
}
