import { create, insertMultiple, search } from '@orama/orama'
import { Document } from 'flexsearch'
import MiniSearch from 'minisearch'
import { answerQueries } from '../../search/answer.ts'
import { admitted } from '../../search/filter.ts'
import { indexRecords } from '../../search/index.ts'
import { DEFAULT_MATCHING, match } from '../../search/match.ts'
import { DEFAULT_SYNTAX, parseQuery } from '../../search/query.ts'
import { LEVELS, type SearchRecord } from '../../search/record.ts'

/** Returns indexes of records, best first, enough for one page of sections. */
export type Find = (query: string) => number[]

export const MAX_RECORDS = 200
const FIELDS = [...LEVELS.slice(1), 'content']

/** A record for the other engines: flat, without empty fields. */
const flat = ({ hierarchy, content }: SearchRecord, id: number) => ({
  id,
  ...Object.fromEntries(
    Object.entries({ ...hierarchy, content }).filter(([name, text]) => name !== 'lvl0' && text !== null),
  ),
})

export function openOurs(records: readonly SearchRecord[]): Find {
  const index = indexRecords(records)
  const everything = admitted(index, [])
  return (query) => [
    ...match(index, parseQuery(query, DEFAULT_SYNTAX), everything, DEFAULT_MATCHING).records.slice(0, MAX_RECORDS),
  ]
}

/** The complete response to the modal: highlighted, with snippets, as JSON. */
export function openAnswer(records: readonly SearchRecord[]): (query: string) => string {
  const named = { name: 'x', index: indexRecords(records) }
  const levels = LEVELS.map((level) => `hierarchy.${level}`)
  const asked = {
    indexName: 'x',
    attributesToRetrieve: [...levels, 'content', 'type', 'url'],
    attributesToSnippet: [...levels, 'content'].map((name) => `${name}:10`),
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    facetFilters: ['language:en', ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current']],
  }
  return (query) => JSON.stringify(answerQueries(named, { requests: [{ ...asked, query }] }))
}

/** Configured like ours as far as possible: headings first, the same typo tolerance, prefix search for the last word. */
export function openMiniSearch(records: readonly SearchRecord[]): Find {
  const boost = { lvl1: 6, lvl2: 5, lvl3: 4, lvl4: 3, lvl5: 3, lvl6: 3 }
  const index = new MiniSearch({ fields: FIELDS })
  index.addAll(records.map(flat))
  return (query) =>
    index
      .search(query, {
        boost,
        combineWith: 'AND',
        prefix: (_term, i, terms) => i === terms.length - 1,
        fuzzy: (term) => (term.length < 4 ? false : term.length < 8 ? 1 : 2),
      })
      .slice(0, MAX_RECORDS)
      .map(({ id }) => id)
}

export function openOrama(records: readonly SearchRecord[]): Find {
  const db = create({ schema: Object.fromEntries(FIELDS.map((name) => [name, 'string' as const])) })
  insertMultiple(
    db,
    records.map((record, i) => ({ ...flat(record, i), id: `${i}` })),
    1_000_000,
  )
  const boost = { lvl1: 6, lvl2: 5, lvl3: 4, lvl4: 3, lvl5: 3, lvl6: 3 }
  return (term) => {
    const found = search(db, { term, tolerance: 1, threshold: 0, limit: MAX_RECORDS, boost })
    if (found instanceof Promise) throw new Error('Orama answers later: it was not set up to be asked like this')
    return found.hits.map(({ id }) => Number(id))
  }
}

export function openFlexSearch(records: readonly SearchRecord[]): Find {
  const index = new Document({ document: { id: 'id', index: FIELDS }, tokenize: 'forward' })
  records.forEach((record, i) => {
    index.add(flat(record, i))
  })
  return (query) => [
    ...new Set(index.search(query, { limit: MAX_RECORDS, suggest: true }).flatMap(({ result }) => result.map(Number))),
  ]
}
