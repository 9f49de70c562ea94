import { decimalOf } from '../../../parts/values/amount.ts'

/** Response times of four probes in milliseconds; undefined for no response. */
export interface Answers {
  readonly each: readonly (number | undefined)[]
  readonly came: number
  /** The average of the responses; undefined if there are none. */
  readonly meanMs: number | undefined
}

/** Parses `10.523ms` or `timeout`. */
export function answersOf(words: readonly string[]): Answers {
  const each = words.map((word) => (word.endsWith('ms') ? Number.parseFloat(word) : undefined))
  const came = each.filter((ms) => ms !== undefined)
  const meanMs = came.length === 0 ? undefined : came.reduce((sum, ms) => sum + ms, 0) / came.length
  return { each, came: came.length, meanMs }
}

/** `0.42 ms`, `12 ms`. */
export const inMs = (ms: number): string => `${ms < 10 ? decimalOf(ms, 2) : Math.round(ms)} ms`

/** The link for a ping: the one with the address, or the uplink in use. */
export function linkFor(
  address: string,
  placed: Readonly<Record<string, string>>,
  uplink: string | undefined,
): string | undefined {
  return placed[address] ?? uplink
}
