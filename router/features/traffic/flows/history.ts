import { nextTurn } from '../../../machine/turns.ts'
import {
  type Counts,
  eachChange,
  encodeChange,
  isNothing,
  minus,
  NOTHING,
  sumOfCounts,
} from '../../../model/traffic/flows/change.ts'
import { TRAFFIC_HISTORY_MINUTES } from '../../../model/traffic/flows/counters.ts'
import { openMinutesText } from './minutes-text.ts'
import { openSums } from './sums.ts'

const UNCHANGED = new Uint8Array()
/** So many bytes of changes are added up in a turn of the event loop, which takes about a millisecond: those of 2,000 devices. */
const BYTES_AT_ONCE = 32_768
const END = new TextEncoder().encode(']\n')
const EMPTY = new TextEncoder().encode('[]\n')

/** What changed in a minute, counted from 1970. */
export interface MinuteChange {
  readonly minute: number
  readonly change: Uint8Array
}

/**
 * Totals minute by minute. Kept are those of the newest minute, and for each minute by how much it differs from the one
 * before it: an idle device takes no bytes, and a minute of traffic some ten. Sums go by the minute that the clock showed,
 * so that they are right after the clock was set.
 */
export class History {
  readonly #newest: Map<number, Counts>
  readonly #steps: MinuteChange[] = []
  /** Resolves when the last requested part may be written. */
  #turn: Promise<void> = Promise.resolve()

  /** What is known from before: the totals of the newest minute, by owner, and the steps that led there. */
  constructor(newest: ReadonlyMap<number, Counts> = new Map(), steps: readonly MinuteChange[] = []) {
    this.#newest = new Map(newest)
    for (const step of steps) this.#push(step)
  }

  /** The minute of the newest totals. */
  get minute(): number | undefined {
    return this.#steps.at(-1)?.minute
  }

  /** The newest totals, by owner. */
  get newest(): ReadonlyMap<number, Counts> {
    return this.#newest
  }

  /** Add the totals of a minute, by owner (`owners.ts`). Gives what changed. */
  record(now: ReadonlyMap<number, Counts>, minute: number): MinuteChange {
    const differences = [...new Set([...this.#newest.keys(), ...now.keys()])]
      .map((owner) => [owner, minus(now.get(owner) ?? NOTHING, this.#newest.get(owner) ?? NOTHING)] as const)
      .filter(([, difference]) => !isNothing(difference))
    const change = encodeChange(differences)
    advance(this.#newest, change)
    // What was counted before the first minute belongs to no minute.
    const step = { minute, change: this.minute === undefined ? UNCHANGED : change }
    this.#push(step)
    return step
  }

  /** The newest totals, as a change from nothing. */
  whole(): Uint8Array {
    return encodeChange(this.#newest)
  }

  #push(step: MinuteChange): void {
    const last = this.minute ?? step.minute
    // Minutes without a sample; a longer gap means that the clock was set.
    const isGap = step.minute - last <= TRAFFIC_HISTORY_MINUTES
    for (let minute = last + 1; isGap && minute < step.minute; minute++) this.#steps.push({ minute, change: UNCHANGED })
    this.#steps.push(step)
    this.#steps.splice(0, this.#steps.length - TRAFFIC_HISTORY_MINUTES)
  }

  /**
   * A JSON array, newest first, a chunk for each minute, with the address that `addressOf` gives for each owner; an owner
   * without one is left out. Records written during the reading are not included.
   */
  async *text(
    addressOf: (owner: number) => string | undefined,
    minutes = TRAFFIC_HISTORY_MINUTES,
  ): AsyncGenerator<Uint8Array> {
    await this.#nextTurn()
    const steps = this.#steps.slice(-minutes).reverse()
    if (steps.length === 0) return void (yield EMPTY)
    const rows = openMinutesText(this.#newest, addressOf)
    for (const [age, { change }] of steps.entries()) {
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
  sums(minutes: number): Promise<Map<number, Counts>> {
    const newest = this.minute ?? 0
    return this.between(newest - minutes, newest)
  }

  /**
   * What each owner has sent and received after the minute `from` until the minute `to`, as far as these minutes are known.
   * Minutes are counted from 1970.
   */
  async between(from: number, to: number): Promise<Map<number, Counts>> {
    const isWanted = ({ minute }: MinuteChange): boolean => minute > from && minute <= to
    const oldest = this.#steps.findIndex(isWanted)
    if (oldest < 0) return new Map()
    const steps = this.#steps.slice(oldest).reverse()
    const sums = openSums(this.#newest)
    await this.#nextTurn()
    let bytes = 0
    for (const step of steps) {
      bytes += step.change.length
      if (bytes > BYTES_AT_ONCE) {
        await this.#nextTurn()
        bytes = step.change.length
      }
      if (isWanted(step)) sums.subtract(step.change)
      else sums.skip(step.change)
    }
    return sums.grown()
  }
}

/** Take a change over. */
export function advance(totals: Map<number, Counts>, change: Uint8Array): void {
  eachChange(change, (owner, ...difference) => {
    const after = sumOfCounts(totals.get(owner) ?? NOTHING, difference)
    if (isNothing(after)) totals.delete(owner)
    else totals.set(owner, after)
  })
}
