import { FIELDS, type Field, type SearchIndex, standingOf } from './index.ts'
import type { Lexicon, Meant } from './lexicon.ts'
import { nearness } from './nearness.ts'
import { COMMON, type Query, type WantedWord } from './query.ts'
import { MOST_LIKELY } from './record.ts'
import { formsOf, synonymsOf } from './synonyms.ts'

/** What was found, best first, one record a section; and what to highlight in it. */
export interface Found {
  readonly records: readonly number[]
  readonly terms: FoundTerms
}

/** By term: the words of the query that it matches (a bit each), and how many of its letters were typed. */
export type FoundTerms = ReadonlyMap<string, { readonly words: number; readonly length: number }>

/** With fewer sections than this, mistyped words are thought of as well. */
const ENOUGH = 20

/** What counts as a hit. */
export interface Matching {
  /** Words also match their synonyms. */
  readonly hasSynonyms: boolean
  /** Words also match their other forms, singular and plural. */
  readonly hasForms: boolean
  /** Without a record that has all words, those count that have as many as any. */
  readonly isPartial: boolean
  readonly typos: Typos
  /** A word that is in no record matches longer words that begin with it, as in `config dns`. */
  readonly hasBeginnings: boolean
  /** Where words are looked for; undefined for everywhere. */
  readonly fields: readonly Field[] | undefined
  /** At most so many records of a section are hits; 0 for all of them. */
  readonly distinct: number
}

/** Lengths from which a word may have one typo, and two; short words have too many neighbours. */
export interface Typos {
  readonly one: number
  readonly two: number
  /** Whether words of digits may have any. */
  readonly inNumbers: boolean
}

/** What counts where a caller gives nothing. */
export const DEFAULT_MATCHING: Matching = {
  hasSynonyms: true,
  hasForms: true,
  isPartial: true,
  typos: { one: 4, two: 8, inNumbers: true },
  hasBeginnings: true,
  fields: undefined,
  distinct: 1,
}

const typosIn = (word: string, { one, two, inNumbers }: Typos): number => {
  if (!inNumbers && /^\d+$/.test(word)) return 0
  return word.length < one ? 0 : word.length < two ? 1 : 2
}

/**
 * First the records that have every word as it was typed; if those are few, also with typos; if there are none, those that
 * have as many of the words as any. `allowed` has a flag for each record.
 */
export function match(index: SearchIndex, query: Query, allowed: Uint8Array, matching: Matching): Found {
  const { lexicon } = index
  const look = { allowed, fields: matching.fields?.map((field) => FIELDS.indexOf(field)), distinct: matching.distinct }
  const asTyped = query.words.map((wanted) => meantBy(lexicon, wanted, matching))
  const exact = rank(index, query, asTyped, look, 'all')
  if (exact.length >= ENOUGH || query.words.length === 0)
    return { records: exact, terms: termsOf(index, query, asTyped) }
  // Stop words are not matched with typos.
  const isMeant = ({ term, typos }: Meant): boolean => typos === 0 || !COMMON.has(lexicon.terms[term]!)
  const tolerant = query.words.map(({ word, isPrefix, isQuoted }, i) => {
    if (isQuoted) return asTyped[i]!
    const typos = typosIn(word, matching.typos)
    const near = typos === 0 ? asTyped[i]! : [...asTyped[i]!, ...lexicon.near(word, typos, isPrefix).filter(isMeant)]
    return near.length > 0 || word.length < 3 || !matching.hasBeginnings ? near : lexicon.exactly(word, true)
  })
  const terms = termsOf(index, query, tolerant)
  const nearly = rank(index, query, tolerant, look, 'all')
  const isEnough = nearly.length > 0 || !matching.isPartial
  return { records: isEnough ? nearly : rank(index, query, tolerant, look, 'most'), terms }
}

/** The terms that a word matches without typos. */
function meantBy(lexicon: Lexicon, { word, isPrefix, isQuoted }: WantedWord, matching: Matching): Meant[] {
  const meant = lexicon.exactly(word, isPrefix)
  if (isQuoted) return meant
  const others = [
    ...(matching.hasForms ? formsOf(word) : []),
    ...(matching.hasSynonyms ? synonymsOf(word).flatMap((other) => [other, ...formsOf(other)]) : []),
  ]
  return [
    ...meant,
    ...others.flatMap((other) =>
      lexicon.exactly(other, false).map((found): Meant => ({ ...found, isWhole: false, isOther: true })),
    ),
  ]
}

function termsOf({ lexicon }: SearchIndex, { words }: Query, meant: readonly (readonly Meant[])[]): FoundTerms {
  const terms = new Map<string, { words: number; length: number }>()
  meant.forEach((those, i) => {
    for (const { term } of those) {
      const text = lexicon.terms[term]!
      const { word } = words[i]!
      const length = text.startsWith(word) ? word.length : text.length
      const known = terms.get(text)
      terms.set(text, { words: (known?.words ?? 0) | (1 << i), length: Math.max(known?.length ?? 0, length) })
    }
  })
  return terms
}

/** Places by which another form or a synonym counts less than the word itself. */
const LESS = 2

/** No word of the query is in the record. */
const ABSENT = 255

/** Which records, fields (by their places in `FIELDS`, undefined for all) and how many records of a section. */
interface Look {
  readonly allowed: Uint8Array
  readonly fields: readonly number[] | undefined
  readonly distinct: number
}

/**
 * The score of one word in each record's `fields`: typos first, then the attribute, then whether the whole term was typed.
 * Less is better.
 */
function fitsOf(index: SearchIndex, meant: readonly Meant[], fields: Look['fields']): Uint8Array {
  const { records, postings } = index
  const fits = new Uint8Array(records.length).fill(ABSENT)
  for (const { term, typos, isWhole, isOther } of meant)
    for (let entry = postings.starts[term]!; entry < postings.starts[term + 1]!; entry++) {
      const record = postings.records[entry]!
      const standing = fields ? standingIn(index, record, term, fields) : postings.standings[entry]!
      if (standing === undefined) continue
      const fit = (typos << 4) | ((standing + (isOther ? LESS : 0)) << 1) | Number(!isWhole)
      if (fit < fits[record]!) fits[record] = fit
    }
  return fits
}

/** The best place of a term in some fields of a record; undefined when it is in none of them. */
function standingIn(
  { types, texts }: SearchIndex,
  record: number,
  term: number,
  fields: readonly number[],
): number | undefined {
  const standings = fields
    .filter((field) => {
      const text = record * FIELDS.length + field
      return texts.terms.subarray(texts.starts[text]!, texts.starts[text + 1]!).includes(term)
    })
    .map((field) => standingOf(FIELDS[types[record]!]!, FIELDS[field]!))
  return standings.length === 0 ? undefined : Math.min(...standings)
}

/**
 * The best records of each section, best first: by missing words, typos, attributes of the words, how near to
 * each other and in which kind of page, words of which the beginning alone was typed, how short it is, the level of the heading, the place in the page.
 */
function rank(
  index: SearchIndex,
  query: Query,
  meant: readonly (readonly Meant[])[],
  { allowed, fields, distinct }: Look,
  demand: 'all' | 'most',
): number[] {
  const { records, sections, lengths, weights } = index
  const size = query.words.length
  const fits = meant.map((those) => fitsOf(index, those, fields))
  const barred = barredBy(index, query, fields)
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
    ({ word }) =>
      meant[query.words.findIndex((wanted) => wanted.word === word)]?.filter(({ isOther }) => !isOther) ??
      index.lexicon.exactly(word, false),
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
    const pageRank = weights.pageRanks[record]!
    const level = weights.levels[record]!
    const position = weights.positions[record]!
    const length = lengths[record]!
    // Each figure stays below what it is multiplied past; all of it stays below 2⁵³.
    // A rank that is higher by two outweighs better attributes of all words.
    const kind = (MOST_LIKELY - pageRank) * size
    const fit = typos * 512 + 2 * (standing + (near?.(record) ?? 0)) + kind
    keys[record] = (((fit * 16 + begun) * 64 + Math.min(length, 63)) * 128 + 100 - level) * 65_536 + position
    const rival = best.get(sections[record]!)
    if (rival === undefined || keys[record]! < keys[rival]!) best.set(sections[record]!, record)
  }
  const chosen = distinct === 1 ? [...best.values()] : candidates.filter((record) => missing[record]! <= mostMissing)
  chosen.sort((a, b) => keys[a]! - keys[b]! || a - b)
  return inTurns(index, distinct > 1 ? firstOfEach(sections, chosen, distinct) : chosen)
}

/** At most `most` of each section. */
function firstOfEach(sections: Uint32Array, records: readonly number[], most: number): number[] {
  const counts = new Map<number, number>()
  return records.filter((record) => {
    const count = (counts.get(sections[record]!) ?? 0) + 1
    counts.set(sections[record]!, count)
    return count <= most
  })
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

const EVERY_FIELD = FIELDS.map((_, field) => field)

/** Whether a record lacks a phrase, or has what is excluded. */
function barredBy(
  index: SearchIndex,
  { phrases, excluded }: Query,
  fields: Look['fields'] = EVERY_FIELD,
): ((record: number) => boolean) | undefined {
  if (phrases.length === 0 && excluded.length === 0) return undefined
  const numbers = (words: readonly string[]): number[] =>
    words.map((word) => index.lexicon.exactly(word, false)[0]?.term ?? -1)
  const needed = phrases.map(numbers)
  const unwanted = excluded.map(numbers)
  return (record) =>
    needed.some((phrase) => !follows(index, record, phrase, fields)) ||
    unwanted.some((phrase) => follows(index, record, phrase, fields))
}

/** Whether some field has these terms one after the other. */
function follows(
  { texts }: SearchIndex,
  record: number,
  phrase: readonly number[],
  fields: readonly number[],
): boolean {
  for (const field of fields) {
    const text = record * FIELDS.length + field
    const last = texts.starts[text + 1]! - phrase.length
    for (let i = texts.starts[text]!; i <= last; i++)
      if (phrase.every((term, offset) => texts.terms[i + offset] === term)) return true
  }
  return false
}
