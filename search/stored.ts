import type { RecordList, SearchIndex } from './index.ts'
import { Lexicon } from './lexicon.ts'
import { FACETS, type SearchRecord } from './record.ts'

/** Changes with the layout of the file, or with what an index holds. */
const VERSION = 1

const KINDS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array }
type Kind = keyof typeof KINDS
type Numbers = Uint8Array | Uint16Array | Uint32Array

/** The first line of a file, padded with spaces to a multiple of four bytes. */
interface Head {
  readonly version: number
  readonly terms: readonly string[]
  readonly facetValues: Readonly<Record<string, readonly string[]>>
  /** What follows, in this order: numbers in little-endian order, each list at a multiple of four bytes. */
  readonly lists: readonly (readonly [name: string, kind: Kind, length: number])[]
}

/**
 * An index as a file: a line of JSON, lists of numbers, and the records as lines of JSON. It is read without looking at
 * any of them: 2.4 MB take one to five milliseconds, where making the index takes 100 to 250.
 */
export function writeIndex(index: SearchIndex): Uint8Array {
  const lines = Array.from({ length: index.records.length }, (_, i) => Buffer.from(JSON.stringify(index.records.at(i))))
  const ends = new Uint32Array(lines.length + 1)
  lines.forEach((line, i) => {
    ends[i + 1] = ends[i]! + line.length
  })
  const lists: [string, Numbers][] = [
    ...Object.entries(listsOf(index)),
    ...FACETS.flatMap((facet) =>
      [...index.facets[facet].values()].map((flags, i): [string, Numbers] => [`${facet} ${i}`, flags]),
    ),
    ['lines', ends],
  ]
  const head: Head = {
    version: VERSION,
    terms: index.lexicon.terms,
    facetValues: Object.fromEntries(FACETS.map((facet) => [facet, [...index.facets[facet].keys()]])),
    lists: lists.map(([name, numbers]) => [name, kindOf(numbers), numbers.length]),
  }
  const text = Buffer.from(`${JSON.stringify(head)}\n`)
  return Buffer.concat([
    Buffer.alloc(padding(text.length), ' '),
    text,
    ...lists.flatMap(([, { buffer, byteOffset, byteLength }]) => [
      Buffer.from(buffer, byteOffset, byteLength),
      Buffer.alloc(padding(byteLength)),
    ]),
    ...lines,
  ])
}

/** The index in a file; undefined for a file of another version. Throws for a file that is no index. */
export function readIndex(file: Uint8Array): SearchIndex | undefined {
  // Numbers of four bytes are read in place, which takes a start at a multiple of four.
  const bytes = file.byteOffset % 4 === 0 ? file : Uint8Array.from(file)
  const start = bytes.indexOf(10) + 1
  const head = JSON.parse(textOf(bytes.subarray(0, start))) as Head
  if (head.version !== VERSION) return undefined
  let at = start
  const lists = new Map<string, Numbers>()
  for (const [name, kind, length] of head.lists) {
    const numbers = new KINDS[kind](bytes.buffer as ArrayBuffer, bytes.byteOffset + at, length)
    lists.set(name, numbers)
    at += numbers.byteLength + padding(numbers.byteLength)
  }
  const list = <N extends Numbers>(name: string): N => lists.get(name) as N
  const flagsOf = (facet: string): ReadonlyMap<string, Uint8Array> =>
    new Map(head.facetValues[facet]!.map((value, i) => [value, list<Uint8Array>(`${facet} ${i}`)]))
  return {
    records: linesOf(bytes.subarray(at), list('lines')),
    lexicon: new Lexicon(head.terms),
    postings: { starts: list('postings'), records: list('posted'), standings: list('standings') },
    texts: { starts: list('texts'), terms: list('words') },
    sections: list('sections'),
    lengths: list('lengths'),
    pages: list('pages'),
    types: list('types'),
    weights: { pageRanks: list('pageRanks'), levels: list('levels'), positions: list('positions') },
    facets: {
      language: flagsOf('language'),
      docusaurus_tag: flagsOf('docusaurus_tag'),
      version: flagsOf('version'),
      type: flagsOf('type'),
    },
  }
}

const listsOf = ({ postings, texts, sections, lengths, pages, types, weights }: SearchIndex) => ({
  postings: postings.starts,
  posted: postings.records,
  standings: postings.standings,
  texts: texts.starts,
  words: texts.terms,
  sections,
  lengths,
  pages,
  types,
  ...weights,
})

const kindOf = (numbers: Numbers): Kind =>
  numbers instanceof Uint8Array ? 'u8' : numbers instanceof Uint16Array ? 'u16' : 'u32'

const padding = (length: number): number => (4 - (length % 4)) % 4

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Records are parsed when they are looked at: an answer shows a few of thousands. */
const linesOf = (bytes: Uint8Array, ends: Uint32Array): RecordList => ({
  length: ends.length - 1,
  at: (i) => JSON.parse(textOf(bytes.subarray(ends[i]!, ends[i + 1]!))) as SearchRecord,
})
