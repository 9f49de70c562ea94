import { ipToNumber, numberToIp } from '../../values/ip.ts'
import {
  type Counts,
  countsOf,
  decodeChange,
  encodeChange,
  isNothing,
  minus,
  NOTHING,
  netCount,
  plus,
} from './change.ts'
import type { NetCount } from './counters.ts'

/** A day of minutes. */
export const LONGEST = 1440

const UNCHANGED = new Uint8Array()

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

  /** What is known from before: the totals of the newest minute, by address as a number, and the steps that led there. */
  constructor(newest: ReadonlyMap<number, Counts> = new Map(), steps: readonly Step[] = []) {
    this.#newest = new Map(newest)
    for (const step of steps) this.#push(step)
  }

  /** The minute of the newest totals. */
  get minute(): number | undefined {
    return this.#minute
  }

  /** Add the totals of a minute. Gives what changed. */
  record(totals: ReadonlyMap<string, NetCount>, minute: number): Step {
    const now = new Map([...totals].map(([ip, count]) => [ipToNumber(ip), countsOf(count)]))
    const differences = [...new Set([...this.#newest.keys(), ...now.keys()])]
      .map((ip) => [ip, minus(now.get(ip) ?? NOTHING, this.#newest.get(ip) ?? NOTHING)] as const)
      .filter(([, difference]) => !isNothing(difference))
    const step = { minute, change: encodeChange(differences) }
    advance(this.#newest, step.change)
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

  /** A JSON array, newest first, a piece for each minute. What is recorded meanwhile does not show. */
  async *text(minutes = LONGEST): AsyncGenerator<string> {
    const changes = this.#changes.slice(-minutes).reverse()
    const counts = new Map(this.#newest)
    const texts = new Map([...counts].map(([ip, count]) => [ip, textOf(ip, count)]))
    yield '['
    for (const [age, change] of changes.entries()) {
      yield `${age === 0 ? '' : ','}{${[...texts.values()].join(',')}}`
      for (const [ip, difference] of decodeChange(change)) {
        const before = minus(counts.get(ip) ?? NOTHING, difference)
        counts.set(ip, before)
        if (isNothing(before)) texts.delete(ip)
        else texts.set(ip, textOf(ip, before))
      }
    }
    yield ']\n'
  }
}

/** Take a change over. */
export function advance(totals: Map<number, Counts>, change: Uint8Array): void {
  for (const [ip, difference] of decodeChange(change)) {
    const after = plus(totals.get(ip) ?? NOTHING, difference)
    if (isNothing(after)) totals.delete(ip)
    else totals.set(ip, after)
  }
}

const textOf = (ip: number, counts: Counts): string => `"${numberToIp(ip)}":${JSON.stringify(netCount(counts))}`
