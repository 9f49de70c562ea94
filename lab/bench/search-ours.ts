import { answerQueries } from '../../search/answer.ts'
import { admitted } from '../../search/filter.ts'
import { indexRecords } from '../../search/index.ts'
import { DEFAULT_MATCHING, match } from '../../search/match.ts'
import { DEFAULT_SYNTAX, parseQuery } from '../../search/query.ts'
import { LEVELS, type SearchRecord } from '../../search/record.ts'

/** Returns indexes of records, best first, enough for one page of sections. */
export type Find = (query: string) => number[]

export const MAX_RECORDS = 200

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
