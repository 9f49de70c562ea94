import type { NavigateOptions } from '@tanstack/react-router'
import { fold } from '../../../parts/lists/fold.ts'

/** In the order in which they are shown where they match equally well. */
const SEARCH_RESULT_KINDS = [
  'device',
  'screen',
  'group',
  'rule',
  'network',
  'program',
  'domain',
  'help',
  'more',
] as const
export type SearchResultKind = (typeof SEARCH_RESULT_KINDS)[number]

/** A result of the search. */
export interface SearchResult {
  /** Unique among all. */
  readonly id: string
  readonly kind: SearchResultKind
  readonly title: string
  readonly detail?: string
  /** Other words that find it. */
  readonly words?: string
  /** A screen of the app, or the path of a page of the documentation, which opens in a new tab. */
  readonly opens: Pick<NavigateOptions, 'to' | 'params' | 'search'> | string
}

/** Items of a kind at most. */
const MOST = 6

/** The start of a word, for a word of the query. */
const begins = (text: string, word: string): boolean =>
  text.startsWith(word) || text.includes(` ${word}`) || text.includes(`-${word}`) || text.includes(`.${word}`)

/** How well an item matches, where less is better; undefined if a word of the query does not occur. */
function rankOf({ title, detail = '', words = '' }: SearchResult, query: readonly string[]): number | undefined {
  const name = fold(title)
  const rest = fold(`${detail}\n${words}`)
  if (!query.every((word) => name.includes(word) || rest.includes(word))) return undefined
  const whole = query.join(' ')
  if (name === whole) return 0
  if (name.startsWith(whole)) return 1
  if (query.every((word) => begins(name, word))) return 2
  if (query.every((word) => name.includes(word))) return 3
  return query.every((word) => begins(name, word) || begins(rest, word)) ? 4 : 5
}

export interface SearchResultGroup {
  readonly kind: SearchResultKind
  readonly items: readonly SearchResult[]
}

/**
 * The items that have all words of the query in their title, detail or words, by kind: at most six of each, the best first, and
 * the kind with the best item first. Case and diacritics do not matter.
 */
export function find(items: readonly SearchResult[], text: string): SearchResultGroup[] {
  const query = fold(text).split(/\s+/).filter(Boolean)
  if (query.length === 0) return []
  const ranked = items.flatMap((item) => {
    const rank = rankOf(item, query)
    return rank === undefined ? [] : [{ item, rank }]
  })
  ranked.sort((a, b) => a.rank - b.rank)
  const groups = SEARCH_RESULT_KINDS.map((kind) => ({ kind, ranked: ranked.filter(({ item }) => item.kind === kind) }))
  return groups
    .filter((group) => group.ranked.length > 0)
    .sort((a, b) => (a.ranked[0]?.rank ?? 0) - (b.ranked[0]?.rank ?? 0))
    .map((group) => ({ kind: group.kind, items: group.ranked.slice(0, MOST).map(({ item }) => item) }))
}

/** All texts and numbers in a row, for `words`. */
export const wordsIn = (row: unknown): string =>
  typeof row === 'object' && row !== null ? Object.values(row).map(wordsIn).join(' ') : String(row ?? '')

/** A MAC address in the notations that people copy from elsewhere. */
export const notationsOf = (mac: string): string => [mac, mac.replaceAll(':', '-'), mac.replaceAll(':', '')].join(' ')
