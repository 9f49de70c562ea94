import type { SearchIndex } from './index.ts'
import { FACETS, type Facet } from './record.ts'

/** `facet:value`, or `facet:-value` for all others. */
export interface FacetTest {
  readonly facet: Facet
  readonly value: string
  readonly isNegative: boolean
}

/** One of each group has to be true. */
export type FacetFilters = readonly (readonly FacetTest[])[]

/** Undefined when it names no facet: no record has such a one. */
export function parseFacetTest(text: string): FacetTest | undefined {
  const colon = text.indexOf(':')
  const facet = FACETS.find((name) => name === text.slice(0, Math.max(colon, 0)))
  if (facet === undefined) return undefined
  const value = text.slice(colon + 1)
  // A backslash escapes a value that itself begins with a minus.
  if (value.startsWith('\\-')) return { facet, value: value.slice(1), isNegative: false }
  return value.startsWith('-')
    ? { facet, value: value.slice(1), isNegative: true }
    : { facet, value, isNegative: false }
}

/** A flag for each record that the filters let through. */
export function admitted({ records, facets }: SearchIndex, filters: FacetFilters): Uint8Array {
  const flags = new Uint8Array(records.length).fill(1)
  for (const group of filters) {
    const passing = new Uint8Array(records.length)
    for (const { facet, value, isNegative } of group) {
      const those = facets[facet].get(value)
      const wanted = isNegative ? 0 : 1
      for (let record = 0; record < passing.length; record++)
        if ((those === undefined ? 0 : those[record]) === wanted) passing[record] = 1
    }
    for (let record = 0; record < flags.length; record++) flags[record]! &= passing[record]!
  }
  return flags
}

/** How many of `found` have each value of a facet: at most `most` values, those of most records first. */
export function countFacet(
  { facets }: SearchIndex,
  facet: Facet,
  found: readonly number[],
  { most, isAlphabetical }: { readonly most: number; readonly isAlphabetical: boolean },
): Record<string, number> {
  const counts: [string, number][] = [...facets[facet]].map(([value, flags]) => [
    value,
    found.reduce((sum, record) => sum + flags[record]!, 0),
  ])
  const order = ([name, a]: [string, number], [other, b]: [string, number]): number =>
    isAlphabetical ? (name < other ? -1 : 1) : b - a
  return Object.fromEntries(
    counts
      .filter(([, count]) => count > 0)
      .sort(order)
      .slice(0, most),
  )
}
