import { admitted, countFacet } from './filter.ts'
import { escapeHtml, type Highlighted, highlight, type Snippet, type Sought, snip } from './highlight.ts'
import type { SearchIndex } from './index.ts'
import { match } from './match.ts'
import { parseQuery } from './query.ts'
import { LEVELS, type SearchRecord } from './record.ts'
import { Refusal } from './refusal.ts'
import { listOf, MAX_REACHABLE, parseOne, parseSearches, type SearchRequest } from './request.ts'

/** An index by its name, as requests call it. */
export interface NamedIndex {
  readonly name: string
  readonly index: SearchIndex
  /** Where the caller found the service, as `https://router.example`; hits lead there. Undefined: as in the records. */
  readonly origin?: string | undefined
}

/**
 * What a call for `queries` answers: one result a request, in their order, as the hosted service spells it. Every text
 * of a record in it is escaped HTML. Works in a browser as on a server. Throws `Refusal`.
 */
export function answerQueries(named: NamedIndex, body: unknown): { results: Result[] } {
  const { searches, stopsIfEnough } = parseSearches(body)
  let isEnough = false
  const results = searches.map((request) => {
    if (isEnough) return leftOut(named, request)
    const result = answerOne(named, request)
    const { window } = request
    isEnough = stopsIfEnough && result.nbHits >= ('page' in window ? window.hitsPerPage : window.length)
    return result
  })
  return { results }
}

/** The result of a search that was not made, because an earlier one had enough hits. */
const leftOut = (named: NamedIndex, request: SearchRequest): Result => ({
  ...answerOne(named, { ...request, isVoid: true, facets: [], responseFields: undefined }),
  processed: false,
})

/** What a search of one index answers. `given` is its body, or the query of a GET. Throws `Refusal`. */
export const answerQuery = (named: NamedIndex, indexName: string, given: unknown): Result =>
  answerOne(named, parseOne(indexName, given))

/** What a call for `recommendations` answers: we recommend nothing. Throws `Refusal`. */
export const answerRecommendations = (body: unknown): { results: { hits: [] }[] } => ({
  results: listOf(body).map(() => ({ hits: [] })),
})

/** The keys of an answer that the search boxes read, and those that the hosted service's own client sums up. */
export interface Result {
  readonly hits: readonly Hit[]
  readonly nbHits: number
  readonly page?: number
  readonly nbPages?: number
  readonly hitsPerPage?: number
  readonly offset?: number
  readonly length?: number
  readonly query: string
  readonly params: string
  readonly index: string
  readonly exhaustiveNbHits: true
  readonly exhaustiveTypo: true
  readonly exhaustiveFacetsCount: true
  readonly exhaustive: { readonly nbHits: true; readonly typo: true; readonly facetsCount: true }
  readonly facets?: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Only with `clickAnalytics`: what events refer to. */
  readonly queryID?: string
  readonly processingTimeMS: number
  /** False for a search that was left out, with the strategy `stopIfEnoughMatches`. */
  readonly processed?: false
}

export interface Hit {
  readonly objectID: string
  readonly _highlightResult?: Nested<Highlighted>
  readonly _snippetResult?: Nested<Snippet>
  readonly [attribute: string]: unknown
}

interface Nested<Value> {
  readonly [attribute: string]: Value | Nested<Value>
}

function answerOne({ name, index, origin }: NamedIndex, request: SearchRequest): Result {
  if (request.indexName !== name) throw new Refusal(`There is no index "${request.indexName}".`, 404)
  const began = performance.now()
  const { query, window, facets, facetValues, responseFields } = request
  const parsed = parseQuery(query, request.syntax)
  const allowed = request.isVoid ? new Uint8Array(index.records.length) : admitted(index, request.filters)
  const { records, terms } = match(index, parsed, allowed, request.matching)
  const sought = { words: parsed.words.map(({ word }) => word), terms }
  const [from, length] =
    'page' in window ? [window.page * window.hitsPerPage, window.hitsPerPage] : [window.offset, window.length]
  const shown = records.slice(from, Math.min(from + length, MAX_REACHABLE))
  const result: Result = {
    hits: shown.map((record) => hitOf(index.records.at(record)!, sought, request, origin)),
    nbHits: records.length,
    ...window,
    ...('page' in window && { nbPages: pagesOf(records.length, window.hitsPerPage) }),
    query,
    params: new URLSearchParams({
      query,
      ...Object.fromEntries(Object.entries(window).map(([field, value]) => [field, `${value}`])),
    }).toString(),
    index: name,
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    exhaustiveFacetsCount: true,
    exhaustive: { nbHits: true, typo: true, facetsCount: true },
    ...(facets.length > 0 && {
      facets: Object.fromEntries(facets.map((facet) => [facet, countFacet(index, facet, records, facetValues)])),
    }),
    ...(request.clickAnalytics && { queryID: identity() }),
    processingTimeMS: Math.max(1, Math.round(performance.now() - began)),
  }
  if (!responseFields) return result
  // The caller has said that the other keys are not read.
  return Object.fromEntries(
    Object.entries(result).filter(([field]) => responseFields.includes(field)),
  ) as unknown as Result
}

const pagesOf = (hits: number, hitsPerPage: number): number =>
  hitsPerPage === 0 ? 0 : Math.ceil(Math.min(hits, MAX_REACHABLE) / hitsPerPage)

/** 128 bits by chance. `randomUUID` would be shorter, but is not there on a page that came without TLS. */
const identity = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The texts of a record by their paths, those of the hierarchy from the part of the site down; nothing where there is none. */
const textsOf = ({ hierarchy, content }: SearchRecord): [path: string, text: string][] => [
  ...LEVELS.flatMap((level): [string, string][] => {
    const text = hierarchy[level]
    return text === null ? [] : [[`hierarchy.${level}`, text]]
  }),
  ...(content === null ? [] : [['content', content] satisfies [string, string]]),
]

/** Whether an attribute is among those that are named, by itself or with all of `hierarchy`; a name after a minus is not. */
function isNamed(path: string, names: readonly string[]): boolean {
  const own = [path, path.split('.')[0]!]
  if (own.some((name) => names.includes(`-${name}`))) return false
  return names.includes('*') || own.some((name) => names.includes(name))
}

function hitOf(record: SearchRecord, sought: Sought, request: SearchRequest, origin: string | undefined): Hit {
  const { tags, ellipsis } = request
  const texts = textsOf(record)
  const highlighted = texts
    .filter(([path]) => isNamed(path, request.highlight))
    .map(([path, text]): [string, Highlighted] => [path, highlight(text, sought, tags)])
  const snippets = texts.flatMap(([path, text]): [string, Snippet][] => {
    const asked = request.snippet.find((attribute) => isNamed(path, [attribute.path]))
    return asked === undefined ? [] : [[path, snip(text, sought, { tags, ellipsis, length: asked.words })]]
  })
  return {
    ...retrieved(record, request.retrieve, origin),
    objectID: record.objectID,
    ...(snippets.length > 0 && { _snippetResult: nested(snippets) }),
    ...(highlighted.length > 0 && { _highlightResult: nested(highlighted) }),
  }
}

/** The requested attributes. Those of the hierarchy that the record does not have are null. */
function retrieved(
  record: SearchRecord,
  names: readonly string[],
  origin: string | undefined,
): Record<string, unknown> {
  const { anchor, type, content, hierarchy, language, docusaurus_tag, version } = record
  const safe = (text: string | null): string | null => (text === null ? null : escapeHtml(text))
  const url = origin === undefined ? record.url : record.url.replace(/^https?:\/\/[^/]+/, origin)
  const plain = { url, anchor: safe(anchor), type, content: safe(content), language, docusaurus_tag, version }
  const attributes: Record<string, unknown> = Object.fromEntries(
    Object.entries(plain).filter(([path]) => isNamed(path, names)),
  )
  const levels = LEVELS.filter((level) => isNamed(`hierarchy.${level}`, names))
  if (levels.length > 0)
    attributes.hierarchy = Object.fromEntries(levels.map((level) => [level, safe(hierarchy[level])]))
  return attributes
}

/** `hierarchy.lvl1` becomes `{hierarchy: {lvl1}}`. */
function nested<Value>(entries: readonly (readonly [path: string, value: Value])[]): Nested<Value> {
  const tree: Record<string, Value | Nested<Value>> = {}
  const hierarchy = entries.flatMap(([path, value]): [string, Value][] =>
    path.startsWith('hierarchy.') ? [[path.slice('hierarchy.'.length), value]] : [],
  )
  if (hierarchy.length > 0) tree.hierarchy = Object.fromEntries(hierarchy)
  for (const [path, value] of entries) if (!path.startsWith('hierarchy.')) tree[path] = value
  return tree
}
