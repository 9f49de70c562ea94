import type { Clock } from '../../machine/machine.ts'

/** Bytes that are kept, and how long after the last use of any of them. */
const MOST_BYTES = 24 << 20
const KEPT_MS = 60_000

/**
 * Keeps what searches have read for a minute, up to a number of bytes: a person searches several times, or reads page after page. Afterwards
 * none of it is in memory.
 */
export class Recent<T extends object> implements Disposable {
  readonly #clock: Pick<Clock, 'after'>
  /** The least recently used first. */
  readonly #kept = new Map<object, { readonly value: T; readonly bytes: number }>()
  #bytes = 0
  #timer: Disposable | undefined

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  get(owner: object): T | undefined {
    const found = this.#kept.get(owner)
    if (found) this.keep(owner, found.value, found.bytes)
    return found?.value
  }

  keep(owner: object, value: T, bytes: number): void {
    this.#delete(owner)
    this.#kept.set(owner, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MOST_BYTES) break
      this.#delete(oldest)
    }
    this.#timer?.[Symbol.dispose]()
    this.#timer = this.#clock.after(KEPT_MS, () => this.clear())
  }

  #delete(owner: object): void {
    this.#bytes -= this.#kept.get(owner)?.bytes ?? 0
    this.#kept.delete(owner)
  }

  clear(): void {
    this.#kept.clear()
    this.#bytes = 0
  }

  [Symbol.dispose](): void {
    this.clear()
    this.#timer?.[Symbol.dispose]()
  }
}
