import { Lexicon } from './lexicon.ts'
import { type Facet, LEVELS, type SearchRecord } from './record.ts'
import { tokensOf } from './words.ts'

/**
 * What is searched in a record, the most telling first: a word in a title says more than one in a paragraph. The part of the
 * site is last, for all of its pages have it.
 */
export const FIELDS = [...LEVELS.slice(1), 'content', 'lvl0'] as const

/**
 * Records, ready to be searched. `postings` lead from a term to the records that have it; `texts` are the records themselves,
 * in terms, to see what stands beside what.
 */
export interface SearchIndex {
  readonly records: readonly SearchRecord[]
  readonly lexicon: Lexicon
  /** Of term `t`: entries `starts[t]` to `starts[t + 1]`, by record; `fields` has the best field (a place in `FIELDS`). */
  readonly postings: { readonly starts: Uint32Array; readonly records: Uint32Array; readonly fields: Uint8Array }
  /** Of field `f` of record `r`: the terms `starts[r * FIELDS.length + f]` to the next start, in their order. */
  readonly texts: { readonly starts: Uint32Array; readonly terms: Uint32Array }
  /** The page and anchor of each record, as a number: records of one section have the same. */
  readonly sections: Uint32Array
  /** Of each facet, a flag for each record by the facet's values. */
  readonly facets: Readonly<Record<Facet, ReadonlyMap<string, Uint8Array>>>
}

/** In about 10 µs a record. */
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
    postings: invert(texts, records.length, sorted.length),
    texts,
    sections: sectionsOf(records),
    facets: {
      language: flagsOf(records, 'language'),
      docusaurus_tag: flagsOf(records, 'docusaurus_tag'),
      version: flagsOf(records, 'version'),
      type: flagsOf(records, 'type'),
    },
  }
}

/** As `Lexicon` looks them up, whatever the language of who builds. */
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const textOf = (record: SearchRecord, field: (typeof FIELDS)[number]): string | null =>
  field === 'content' ? record.content : record.hierarchy[field]

/** All texts as numbers of terms, in the order in which terms were met. A heading stands in many records, and is read once. */
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

function invert({ starts, terms }: SearchIndex['texts'], records: number, size: number): SearchIndex['postings'] {
  /** Which record a term was last seen in, plus one. Fields come best first, so the first sight is the best. */
  const seen = new Uint32Array(size)
  const eachOnce = (visit: (term: number, record: number, field: number) => void): void => {
    seen.fill(0)
    for (let record = 0; record < records; record++)
      for (let field = 0; field < FIELDS.length; field++) {
        const text = record * FIELDS.length + field
        for (let i = starts[text]!; i < starts[text + 1]!; i++) {
          const term = terms[i]!
          if (seen[term] === record + 1) continue
          seen[term] = record + 1
          visit(term, record, field)
        }
      }
  }
  const ends = new Uint32Array(size + 1)
  eachOnce((term) => {
    ends[term + 1]!++
  })
  for (let term = 0; term < size; term++) ends[term + 1]! += ends[term]!
  const next = ends.slice()
  const postings = { starts: ends, records: new Uint32Array(ends[size]!), fields: new Uint8Array(ends[size]!) }
  eachOnce((term, record, field) => {
    const entry = next[term]!++
    postings.records[entry] = record
    postings.fields[entry] = field
  })
  return postings
}

function sectionsOf(records: readonly SearchRecord[]): Uint32Array {
  const numbers = new Map<string, number>()
  return Uint32Array.from(records, ({ url }) => {
    const known = numbers.get(url)
    if (known !== undefined) return known
    numbers.set(url, numbers.size)
    return numbers.size - 1
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
