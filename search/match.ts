import { FIELDS, type SearchIndex } from './index.ts'
import type { Meant } from './lexicon.ts'
import { nearness } from './nearness.ts'
import { COMMON, type Query } from './query.ts'
import { MOST_LIKELY } from './record.ts'

/** What was found, best first, one record a section; and what to highlight in it. */
export interface Found {
  readonly records: readonly number[]
  readonly terms: FoundTerms
}

/** By the term: which words of the query it stands for (a bit each), and how many of its letters were typed. */
export type FoundTerms = ReadonlyMap<string, { readonly words: number; readonly length: number }>

/** With fewer sections than this, mistyped words are thought of as well. */
const ENOUGH = 20

/** Short words have too many neighbours to be taken for any of them. */
const typosIn = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/**
 * First the records that have every word as it was typed; if those are few, also with typos; if there are none, those that
 * have as many of the words as any. `allowed` has a flag for each record.
 */
export function match(index: SearchIndex, query: Query, allowed: Uint8Array): Found {
  const { lexicon } = index
  const asTyped = query.words.map(({ word, isPrefix }) => lexicon.exactly(word, isPrefix))
  const exact = rank(index, query, asTyped, allowed, 'all')
  if (exact.length >= ENOUGH || query.words.length === 0)
    return { records: exact, terms: termsOf(index, query, asTyped) }
  // Words that stand in any text are not what somebody mistypes.
  const isMeant = ({ term, typos }: Meant): boolean => typos === 0 || !COMMON.has(lexicon.terms[term]!)
  const tolerant = query.words.map(({ word, isPrefix, isQuoted }, i) => {
    if (isQuoted) return asTyped[i]!
    const typos = typosIn(word)
    const near = typos === 0 ? asTyped[i]! : lexicon.near(word, typos, isPrefix).filter(isMeant)
    // No such word, nor any near it: it may be the beginning of one, as in `config dns`.
    return near.length > 0 || word.length < 3 ? near : lexicon.exactly(word, true)
  })
  const terms = termsOf(index, query, tolerant)
  const nearly = rank(index, query, tolerant, allowed, 'all')
  return { records: nearly.length > 0 ? nearly : rank(index, query, tolerant, allowed, 'most'), terms }
}

function termsOf({ lexicon }: SearchIndex, { words }: Query, meant: readonly (readonly Meant[])[]): FoundTerms {
  const terms = new Map<string, { words: number; length: number }>()
  meant.forEach((those, i) => {
    for (const { term, typos } of those) {
      const text = lexicon.terms[term]!
      const length = typos === 0 ? words[i]!.word.length : text.length
      const known = terms.get(text)
      terms.set(text, { words: (known?.words ?? 0) | (1 << i), length: Math.max(known?.length ?? 0, length) })
    }
  })
  return terms
}

/** No word of the query is in the record. */
const ABSENT = 255

/** How well each record has one word: typos first, then where it stands, then whether the whole term was typed. Less is better. */
function fitsOf({ records, postings }: SearchIndex, meant: readonly Meant[]): Uint8Array {
  const fits = new Uint8Array(records.length).fill(ABSENT)
  for (const { term, typos, isWhole } of meant)
    for (let entry = postings.starts[term]!; entry < postings.starts[term + 1]!; entry++) {
      const fit = (typos << 4) | (postings.standings[entry]! << 1) | Number(!isWhole)
      const record = postings.records[entry]!
      if (fit < fits[record]!) fits[record] = fit
    }
  return fits
}

/**
 * The best record of each section, best first: by words that are missing, typos, where the words stand, how near to
 * each other and in which kind of page, words of which the beginning alone was typed, how short it is, the level of the heading, the place in the page.
 */
function rank(
  index: SearchIndex,
  query: Query,
  meant: readonly (readonly Meant[])[],
  allowed: Uint8Array,
  demand: 'all' | 'most',
): number[] {
  const { records, sections, lengths } = index
  const size = query.words.length
  const fits = meant.map((those) => fitsOf(index, those))
  const barred = barredBy(index, query)
  let mostMissing = demand === 'all' ? 0 : size - 1
  const candidates: number[] = []
  const missing = new Uint8Array(records.length)
  for (const fit of fits)
    for (let record = 0; record < fit.length; record++) if (fit[record] === ABSENT) missing[record]!++
  for (let record = 0; record < missing.length; record++) {
    if (missing[record]! > mostMissing || allowed[record] === 0 || barred?.(record)) continue
    mostMissing = missing[record]!
    candidates.push(record)
  }
  const sequence = query.sequence.map(
    ({ word }) => meant[query.words.findIndex((wanted) => wanted.word === word)] ?? index.lexicon.exactly(word, false),
  )
  const near = sequence.length > 1 ? nearness(index, sequence) : undefined
  const keys = new Float64Array(records.length)
  const best = new Map<number, number>()
  for (const record of candidates) {
    if (missing[record]! > mostMissing) continue
    let typos = 0
    let standing = 0
    let begun = 0
    for (const each of fits) {
      const fit = each[record]!
      if (fit === ABSENT) continue
      typos += fit >> 4
      standing += (fit >> 1) & 7
      begun += fit & 1
    }
    const { pageRank, level, position } = records[record]!.weight
    const length = lengths[record]!
    // Each figure stays below what it is multiplied past; all of it stays below 2⁵³.
    // A page that is more likely by two outweighs that each word stands in a better place in the other.
    const kind = (MOST_LIKELY - pageRank) * size
    const fit = typos * 512 + 2 * (standing + (near?.(record) ?? 0)) + kind
    keys[record] =
      (((fit * 16 + begun) * 64 + Math.min(length, 63)) * 128 + 100 - level) * 65_536 + Math.min(position, 65_535)
    const rival = best.get(sections[record]!)
    if (rival === undefined || keys[record]! < keys[rival]!) best.set(sections[record]!, record)
  }
  return inTurns(
    index,
    [...best.values()].sort((a, b) => keys[a]! - keys[b]! || a - b),
  )
}

/** How many hits of one page the modal shows. */
const PER_PAGE = 5

/** The best few of each page before the others of any: a long page that says a word often leaves room for the rest. */
function inTurns({ pages }: SearchIndex, records: readonly number[]): number[] {
  const counts = new Map<number, number>()
  const turns: number[][] = []
  for (const record of records) {
    const count = counts.get(pages[record]!) ?? 0
    counts.set(pages[record]!, count + 1)
    const turn = Math.floor(count / PER_PAGE)
    turns[turn] ??= []
    turns[turn].push(record)
  }
  return turns.flat()
}

/** Whether a record lacks a phrase, or has what is excluded. */
function barredBy(index: SearchIndex, { phrases, excluded }: Query): ((record: number) => boolean) | undefined {
  if (phrases.length === 0 && excluded.length === 0) return undefined
  const numbers = (words: readonly string[]): number[] =>
    words.map((word) => index.lexicon.exactly(word, false)[0]?.term ?? -1)
  const needed = phrases.map(numbers)
  const unwanted = excluded.map(numbers)
  return (record) =>
    needed.some((phrase) => !follows(index, record, phrase)) ||
    unwanted.some((phrase) => follows(index, record, phrase))
}

/** Whether these terms stand one after the other in some field. */
function follows({ texts }: SearchIndex, record: number, phrase: readonly number[]): boolean {
  for (let field = 0; field < FIELDS.length; field++) {
    const text = record * FIELDS.length + field
    const last = texts.starts[text + 1]! - phrase.length
    for (let i = texts.starts[text]!; i <= last; i++)
      if (phrase.every((term, offset) => texts.terms[i + offset] === term)) return true
  }
  return false
}
