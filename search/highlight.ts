import type { FoundTerms } from './match.ts'
import { tokensOf } from './words.ts'

export interface Tags {
  readonly pre: string
  readonly post: string
}

export interface Highlighted {
  /** HTML: the text, escaped, with tags around what was found. */
  readonly value: string
  /** Whether it contains all words of the query, some, or none. */
  readonly matchLevel: 'none' | 'partial' | 'full'
  /** Whether there is nothing else in it. Absent when nothing was found. */
  readonly fullyHighlighted?: boolean
  readonly matchedWords: readonly string[]
}

export type Snippet = Pick<Highlighted, 'value' | 'matchLevel'>

/** The words of the query as typed, and the terms that match them. */
export interface Sought {
  readonly words: readonly string[]
  readonly terms: FoundTerms
}

/** Safe as HTML of a page: the search boxes insert all that they receive without escaping it. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A word of the text, and up to where it is marked. */
interface Part {
  readonly start: number
  readonly end: number
  readonly markedTo: number
  /** A bit for each word of the query that it matches. */
  readonly words: number
}

function partsOf(text: string, terms: FoundTerms): Part[] {
  return tokensOf(text).map(({ start, end, word }) => {
    const found = terms.get(word)
    if (found === undefined) return { start, end, markedTo: start, words: 0 }
    // If folding changed the length of a word, the typed prefix is unknown: the whole word is highlighted.
    const isAsTyped = end - start === word.length
    return { start, end, markedTo: isAsTyped ? start + Math.min(found.length, word.length) : end, words: found.words }
  })
}

/** The text with all that was found in it. */
export function highlight(text: string, { words, terms }: Sought, tags: Tags): Highlighted {
  const parts = partsOf(text, terms)
  const value = mark(text, parts, 0, text.length, tags)
  const found = parts.reduce((all, part) => all | part.words, 0)
  const matchLevel = levelOf(found, words)
  const matchedWords = words.filter((_, i) => (found & (1 << i)) !== 0)
  if (matchLevel === 'none') return { value, matchLevel, matchedWords }
  return { value, matchLevel, fullyHighlighted: parts.every(({ end, markedTo }) => end === markedTo), matchedWords }
}

/**
 * The `length` words of the text that hold the most different words of the query, then the most words that were found; of
 * several such places the first. Omitted text is replaced by `ellipsis`, which is escaped like the text.
 */
export function snip(
  text: string,
  { words, terms }: Sought,
  { tags, length, ellipsis }: { tags: Tags; length: number; ellipsis: string },
): Snippet {
  const parts = partsOf(text, terms)
  const from = bestWindow(parts, length, words.length)
  const window = parts.slice(from, from + length)
  const isToEnd = from + length >= parts.length
  const start = from === 0 ? 0 : window[0]!.start
  const end = isToEnd ? text.length : (window.at(-1)?.end ?? 0)
  const cut = escapeHtml(ellipsis)
  return {
    value: `${from > 0 ? cut : ''}${mark(text, window, start, end, tags)}${isToEnd ? '' : cut}`,
    matchLevel: levelOf(
      parts.reduce((all, part) => all | part.words, 0),
      words,
    ),
  }
}

function bestWindow(parts: readonly Part[], length: number, words: number): number {
  const counts = new Uint16Array(words)
  let different = 0
  let total = 0
  const count = (found: number, by: 1 | -1): void => {
    if (found === 0) return
    total += by
    for (let word = 0; word < words; word++) {
      if ((found & (1 << word)) === 0) continue
      counts[word]! += by
      if (counts[word] === (by === 1 ? 1 : 0)) different += by
    }
  }
  let best = 0
  let bestScore = 0
  parts.forEach((part, i) => {
    count(part.words, 1)
    if (i >= length) count(parts[i - length]!.words, -1)
    const score = different * parts.length + total
    if (score <= bestScore) return
    bestScore = score
    best = Math.max(0, i - length + 1)
  })
  return centred(parts, best, length)
}

/** The window moved so that what was found in it has as much text before it as after it. */
function centred(parts: readonly Part[], from: number, length: number): number {
  const found = parts.slice(from, from + length).map(({ words }) => words !== 0)
  const first = found.indexOf(true)
  if (first < 0) return from
  const spare = length - (found.lastIndexOf(true) - first + 1)
  return Math.max(0, Math.min(from + first - (spare >> 1), parts.length - length))
}

function mark(text: string, parts: readonly Part[], start: number, end: number, { pre, post }: Tags): string {
  let value = ''
  let at = start
  for (const part of parts) {
    if (part.markedTo === part.start) continue
    value += escapeHtml(text.slice(at, part.start)) + pre + escapeHtml(text.slice(part.start, part.markedTo)) + post
    at = part.markedTo
  }
  return value + escapeHtml(text.slice(at, end))
}

function levelOf(found: number, words: readonly string[]): Highlighted['matchLevel'] {
  if (found === 0) return 'none'
  return found === 2 ** words.length - 1 ? 'full' : 'partial'
}
