import { Lexicon } from './lexicon.ts'
import { type Facet, LEVELS, type SearchRecord } from './record.ts'
import { tokensOf } from './words.ts'

/** What is searched in a record. */
export const FIELDS = [...LEVELS, 'content', 'names'] as const
export type Field = (typeof FIELDS)[number]

/**
 * The weight of a word's attribute in a record, from 0 for the title of the page, where less is better: its other names,
 * the heading itself, a heading above, the paragraph, the part of the site, which all of its pages have.
 */
export function standingOf(type: Field, field: Field): number {
  if (field === 'lvl0') return 5
  if (field === 'content') return 4
  if (field === 'names') return 1
  return field === type ? Math.min(LEVELS.indexOf(field) - 1, 2) : 3
}

/** Records by their places. An array is such a list. */
export interface RecordList {
  readonly length: number
  at(place: number): SearchRecord | undefined
}

/**
 * Records, ready to be searched. `postings` lead from a term to the records that have it; `texts` are the records themselves,
 * in terms, to find adjacent words.
 */
export interface SearchIndex {
  readonly records: RecordList
  readonly lexicon: Lexicon
  /** Of term `t`: entries `starts[t]` to `starts[t + 1]`, by record; `standings` has the best place of the term in it. */
  readonly postings: { readonly starts: Uint32Array; readonly records: Uint32Array; readonly standings: Uint8Array }
  /** Of field `f` of record `r`: the terms `starts[r * FIELDS.length + f]` to the next start, in their order. */
  readonly texts: { readonly starts: Uint32Array; readonly terms: Uint32Array }
  /** The page and anchor of each record, as a number: records of one section have the same. */
  readonly sections: Uint32Array
  /** How many words a record has itself, without the headings above it; at most 255. */
  readonly lengths: Uint8Array
  /** The page of each record, as a number. */
  readonly pages: Uint32Array
  /** The type of each record, as its place in `FIELDS`. */
  readonly types: Uint8Array
  /** See `SearchRecord`. */
  readonly weights: {
    readonly pageRanks: Uint8Array
    readonly levels: Uint8Array
    /** At most 65,535. */
    readonly positions: Uint16Array
  }
  /** Of each facet, a flag for each record by the facet's values. */
  readonly facets: Readonly<Record<Facet, ReadonlyMap<string, Uint8Array>>>
}

/** Takes about 20 µs a record. */
export function indexRecords(records: readonly SearchRecord[]): SearchIndex {
  const { starts, found, terms } = readTexts(records)
  const sorted = [...terms.keys()].sort(byCodeUnits)
  const place = new Uint32Array(sorted.length)
  sorted.forEach((term, i) => {
    place[terms.get(term)!] = i
  })
  const texts = { starts, terms: Uint32Array.from(found, (term) => place[term]!) }
  return {
    records,
    lexicon: new Lexicon(sorted),
    postings: invert(texts, records, sorted.length),
    texts,
    sections: numbered(records, ({ url }) => url),
    lengths: Uint8Array.from(records, ({ type }, record) => {
      const text = record * FIELDS.length + FIELDS.indexOf(type)
      return Math.min(255, starts[text + 1]! - starts[text]!)
    }),
    pages: numbered(records, ({ url }) => url.split('#', 1)[0]!),
    types: Uint8Array.from(records, ({ type }) => FIELDS.indexOf(type)),
    weights: {
      pageRanks: Uint8Array.from(records, ({ weight }) => weight.pageRank),
      levels: Uint8Array.from(records, ({ weight }) => weight.level),
      positions: Uint16Array.from(records, ({ weight }) => Math.min(weight.position, 65_535)),
    },
    facets: {
      language: flagsOf(records, 'language'),
      docusaurus_tag: flagsOf(records, 'docusaurus_tag'),
      version: flagsOf(records, 'version'),
      type: flagsOf(records, 'type'),
    },
  }
}

/** The order in which `Lexicon` looks them up, regardless of the locale of the build. */
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function textOf(record: SearchRecord, field: Field): string | null {
  if (field === 'content') return record.content
  if (field === 'names') return record.names
  return record.hierarchy[field]
}

/** All texts as numbers of terms, in the order in which terms were met. A heading occurs in many records, and is read once. */
function readTexts(records: readonly SearchRecord[]) {
  const terms = new Map<string, number>()
  const numberOf = (word: string): number => {
    const known = terms.get(word)
    if (known !== undefined) return known
    terms.set(word, terms.size)
    return terms.size - 1
  }
  const read = new Map<string, number[]>()
  const numbersOf = (text: string): number[] => {
    const known = read.get(text)
    if (known !== undefined) return known
    const numbers = tokensOf(text).map(({ word }) => numberOf(word))
    read.set(text, numbers)
    return numbers
  }
  const starts = new Uint32Array(records.length * FIELDS.length + 1)
  const found: number[] = []
  let next = 0
  for (const record of records)
    for (const field of FIELDS) {
      const text = textOf(record, field)
      if (text !== null) for (const number of numbersOf(text)) found.push(number)
      starts[++next] = found.length
    }
  return { starts, found, terms }
}

function invert({ starts, terms }: SearchIndex['texts'], records: readonly SearchRecord[], size: number) {
  const each = (visit: (term: number, record: number, field: Field) => void): void => {
    for (let record = 0; record < records.length; record++)
      FIELDS.forEach((field, i) => {
        const text = record * FIELDS.length + i
        for (let at = starts[text]!; at < starts[text + 1]!; at++) visit(terms[at]!, record, field)
      })
  }
  /** Which record a term was last seen in, plus one. */
  const seen = new Uint32Array(size)
  const ends = new Uint32Array(size + 1)
  each((term, record) => {
    if (seen[term] !== record + 1) ends[term + 1]!++
    seen[term] = record + 1
  })
  for (let term = 0; term < size; term++) ends[term + 1]! += ends[term]!

  const next = ends.slice()
  const postings = { starts: ends, records: new Uint32Array(ends[size]!), standings: new Uint8Array(ends[size]!) }
  seen.fill(0)
  each((term, record, field) => {
    const standing = standingOf(records[record]!.type, field)
    if (seen[term] === record + 1) {
      const entry = next[term]! - 1
      postings.standings[entry] = Math.min(postings.standings[entry]!, standing)
      return
    }
    seen[term] = record + 1
    const entry = next[term]!++
    postings.records[entry] = record
    postings.standings[entry] = standing
  })
  return postings
}

/** A number for each record, the same for those that are named alike. */
function numbered(records: readonly SearchRecord[], nameOf: (record: SearchRecord) => string): Uint32Array {
  const numbers = new Map<string, number>()
  return Uint32Array.from(records, (record) => {
    const name = nameOf(record)
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  })
}

function flagsOf(records: readonly SearchRecord[], facet: Facet): Map<string, Uint8Array> {
  const flags = new Map<string, Uint8Array>()
  records.forEach((record, i) => {
    const value = record[facet]
    const those = flags.get(value) ?? new Uint8Array(records.length)
    those[i] = 1
    flags.set(value, those)
  })
  return flags
}
