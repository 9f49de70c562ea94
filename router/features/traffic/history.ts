import { nextTurn } from '../../machine/turns.ts'
import { type Counts, eachChange, encodeChange, isNothing, minus, NOTHING, plus } from './change.ts'
import { LONGEST } from './counters.ts'
import { openMinutesText } from './minutes-text.ts'
import { openSums } from './sums.ts'

const UNCHANGED = new Uint8Array()
/** So many bytes of changes are added up in a turn of the event loop, which takes about a millisecond: 2,000 devices that talk. */
const BYTES_AT_ONCE = 32_768
const END = new TextEncoder().encode(']\n')
const EMPTY = new TextEncoder().encode('[]\n')

/** What changed in a minute, counted from 1970. */
export interface Step {
  readonly minute: number
  readonly change: Uint8Array
}

/**
 * Totals minute by minute. Kept are those of the newest minute, and for each minute by how much it differs from the one
 * before it: a device that is silent costs nothing, however long, and one that talks some ten bytes.
 */
export class History {
  readonly #newest: Map<number, Counts>
  readonly #changes: Uint8Array[] = []
  #minute: number | undefined
  /** When the last part that was asked for may be written. */
  #turn: Promise<void> = Promise.resolve()

  /** What is known from before: the totals of the newest minute, by owner, and the steps that led there. */
  constructor(newest: ReadonlyMap<number, Counts> = new Map(), steps: readonly Step[] = []) {
    this.#newest = new Map(newest)
    for (const step of steps) this.#push(step)
  }

  /** The minute of the newest totals. */
  get minute(): number | undefined {
    return this.#minute
  }

  /** The newest totals, by owner. */
  get newest(): ReadonlyMap<number, Counts> {
    return this.#newest
  }

  /** Add the totals of a minute, by owner (`owners.ts`). Gives what changed. */
  record(now: ReadonlyMap<number, Counts>, minute: number): Step {
    const differences = [...new Set([...this.#newest.keys(), ...now.keys()])]
      .map((owner) => [owner, minus(now.get(owner) ?? NOTHING, this.#newest.get(owner) ?? NOTHING)] as const)
      .filter(([, difference]) => !isNothing(difference))
    const change = encodeChange(differences)
    advance(this.#newest, change)
    // Of what was counted before the first minute nobody knows when that was.
    const step = { minute, change: this.#minute === undefined ? UNCHANGED : change }
    this.#push(step)
    return step
  }

  /** The newest totals, as a change from nothing. */
  whole(): Uint8Array {
    return encodeChange(this.#newest)
  }

  #push({ minute, change }: Step): void {
    // Minutes that nobody looked at; a longer gap is a time of day that was set.
    const missed = this.#minute === undefined ? 0 : minute - this.#minute - 1
    if (missed < LONGEST) for (let n = 0; n < missed; n++) this.#changes.push(UNCHANGED)
    this.#changes.push(change)
    this.#changes.splice(0, this.#changes.length - LONGEST)
    this.#minute = minute
  }

  /**
   * A JSON array, newest first, a chunk for each minute, with the address that `addressOf` gives for each owner; an owner
   * without one is left out. Records written during the reading are not included.
   */
  async *text(addressOf: (owner: number) => string | undefined, minutes = LONGEST): AsyncGenerator<Uint8Array> {
    await this.#nextTurn()
    const changes = this.#changes.slice(-minutes).reverse()
    if (changes.length === 0) return void (yield EMPTY)
    const rows = openMinutesText(this.#newest, addressOf)
    for (const [age, change] of changes.entries()) {
      await this.#nextTurn()
      yield rows.text(age === 0 ? '[' : ',')
      rows.subtract(change)
    }
    yield END
  }

  /** However many callers there are: one part is written or added up in a turn of the event loop, of about a millisecond. */
  #nextTurn(): Promise<void> {
    this.#turn = this.#turn.then(nextTurn)
    return this.#turn
  }

  /**
   * What each owner has sent and received within the last so many minutes, up to the newest one. A counter that got smaller
   * started again from 0.
   */
  async sums(minutes: number): Promise<Map<number, Counts>> {
    const changes = this.#changes.slice(this.#changes.length - Math.min(minutes, this.#changes.length)).reverse()
    const sums = openSums(this.#newest)
    await this.#nextTurn()
    let bytes = 0
    for (const change of changes) {
      bytes += change.length
      if (bytes > BYTES_AT_ONCE) {
        await this.#nextTurn()
        bytes = change.length
      }
      sums.subtract(change)
    }
    return sums.grown()
  }

  /**
   * What each owner has sent and received after the minute `from` until the minute `to`, as far as these minutes are known.
   * Minutes are counted from 1970.
   */
  async between(from: number, to: number): Promise<Map<number, Counts>> {
    const newest = this.#minute
    if (newest === undefined) return new Map()
    const changes = [...this.#changes].reverse()
    const later = Math.max(0, newest - to)
    const sums = openSums(this.#newest)
    const subtract = async (some: readonly Uint8Array[]): Promise<Map<number, Counts>> => {
      for (const change of some) {
        sums.subtract(change)
        if (change.length > BYTES_AT_ONCE) await this.#nextTurn()
      }
      await this.#nextTurn()
      return sums.grown()
    }
    const after = await subtract(changes.slice(0, later))
    const all = await subtract(changes.slice(later, Math.max(later, newest - from)))
    const found = [...all].map(([owner, counts]) => [owner, minus(counts, after.get(owner) ?? NOTHING)] as const)
    return new Map(found.filter(([, counts]) => !isNothing(counts)))
  }
}

/** Take a change over. */
export function advance(totals: Map<number, Counts>, change: Uint8Array): void {
  eachChange(change, (owner, ...difference) => {
    const after = plus(totals.get(owner) ?? NOTHING, difference)
    if (isNothing(after)) totals.delete(owner)
    else totals.set(owner, after)
  })
}
