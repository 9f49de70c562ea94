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

/** The kind of a lookup. */
export type Sought =
  | { readonly kind: 'address'; readonly ip: string }
  | { readonly kind: 'device'; readonly mac: string }
  | { readonly kind: 'name'; readonly text: string }

/** Recognised by its format: numbers with dots, pairs of digits with colons or dashes, otherwise a name. */
export function soughtIn(typed: string): Sought {
  const text = typed.trim()
  if (/^[\d.]+$/.test(text) && text.includes('.')) return { kind: 'address', ip: text }
  if (/^[\da-f]{2}([:-][\da-f]{2}){5}$/i.test(text)) return { kind: 'device', mac: text.replaceAll(':', '-') }
  return { kind: 'name', text }
}
