import { type FacetFilters, type FacetTest, parseFacetTest } from './filter.ts'
import { FACETS, type Facet } from './record.ts'

/** Why a call is not answered, as the caller is told. */
export class Refusal extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** An attribute of a record by its path, as `hierarchy.lvl1`; `*` is all. With how many words of it, for snippets. */
export interface Attribute {
  readonly path: string
  readonly words: number
}

/** One search, with the index's own settings where the caller says nothing. */
export interface SearchRequest {
  readonly indexName: string
  readonly query: string
  readonly page: number
  readonly hitsPerPage: number
  readonly isAdvanced: boolean
  readonly clickAnalytics: boolean
  readonly retrieve: readonly string[]
  readonly highlight: readonly string[]
  readonly snippet: readonly Attribute[]
  readonly ellipsis: string
  readonly tags: { readonly pre: string; readonly post: string }
  readonly facets: readonly Facet[]
  readonly filters: FacetFilters
  /** A filter names a facet that no record has. */
  readonly isVoid: boolean
}

const MAX_REQUESTS = 10
const MAX_ENTRIES = 32
const MAX_TESTS = 64
const MAX_TEXT = 256
const MAX_QUERY_TEXT = 2048
export const MAX_HITS = 100
/** Nobody reads on after that. */
export const MAX_REACHABLE = 1000
const SNIPPET_WORDS = 10
const MAX_SNIPPET_WORDS = 100

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list of requests in a body. Throws `Refusal`. */
export function listOf(body: unknown): Fields[] {
  const requests = isObject(body) ? body.requests : undefined
  if (!Array.isArray(requests) || requests.length === 0 || requests.length > MAX_REQUESTS)
    throw new Refusal(`requests: a list of 1 to ${MAX_REQUESTS}`, 400)
  return requests.map((request, i) => {
    if (!isObject(request)) throw new Refusal(`requests[${i}]: an object`, 400)
    return request
  })
}

/**
 * The searches in a body. What would change nothing here (`analytics` and the like) is passed over; filters that we do not
 * know are refused, for without them there would be too much in the answer. Throws `Refusal`.
 */
export const parseSearches = (body: unknown): SearchRequest[] =>
  listOf(body).map((fields, i) => {
    const at = `requests[${i}]`
    for (const name of ['filters', 'numericFilters', 'tagFilters'])
      if (!isEmpty(fields[name])) throw new Refusal(`${at}.${name}: there is facetFilters only`, 400)
    if (fields.type !== undefined && fields.type !== 'default') throw new Refusal(`${at}.type: "default" only`, 400)
    const filters = groupsOf(`${at}.facetFilters`, fields.facetFilters)
    return {
      indexName: textAt(`${at}.indexName`, fields.indexName, undefined),
      query: textAt(`${at}.query`, fields.query, '', MAX_QUERY_TEXT),
      page: wholeAt(`${at}.page`, fields.page, 0, MAX_REACHABLE),
      hitsPerPage: wholeAt(`${at}.hitsPerPage`, fields.hitsPerPage, 20, MAX_HITS),
      isAdvanced: flagAt(`${at}.advancedSyntax`, fields.advancedSyntax),
      clickAnalytics: flagAt(`${at}.clickAnalytics`, fields.clickAnalytics),
      retrieve: textsAt(`${at}.attributesToRetrieve`, fields.attributesToRetrieve, ['*']),
      highlight: textsAt(`${at}.attributesToHighlight`, fields.attributesToHighlight, ['*']),
      snippet: textsAt(`${at}.attributesToSnippet`, fields.attributesToSnippet, ['content']).map(attributeOf),
      ellipsis: textAt(`${at}.snippetEllipsisText`, fields.snippetEllipsisText, '…'),
      tags: {
        // What the search page of Docusaurus looks for, which says nothing of tags in what it asks.
        pre: textAt(
          `${at}.highlightPreTag`,
          fields.highlightPreTag,
          '<span class="algolia-docsearch-suggestion--highlight">',
        ),
        post: textAt(`${at}.highlightPostTag`, fields.highlightPostTag, '</span>'),
      },
      facets: facetsOf(textsAt(`${at}.facets`, fields.facets, [])),
      filters: filters.map((group) => group.filter((test) => test !== undefined)),
      isVoid: filters.some((group) => group.length > 0 && group.every((test) => test === undefined)),
    }
  })

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function textAt(name: string, value: unknown, unsaid: string | undefined, most = MAX_TEXT): string {
  const text = value ?? unsaid
  if (typeof text !== 'string' || text.length > most)
    throw new Refusal(`${name}: a text of at most ${most} letters`, 400)
  return text
}

function wholeAt(name: string, value: unknown, unsaid: number, most: number): number {
  const number = value ?? unsaid
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > most)
    throw new Refusal(`${name}: a whole number from 0 to ${most}`, 400)
  return number
}

function flagAt(name: string, value: unknown): boolean {
  if (value !== undefined && value !== null && typeof value !== 'boolean')
    throw new Refusal(`${name}: true or false`, 400)
  return value ?? false
}

/** A list of texts; a bare text is a list of one. */
function textsAt(name: string, value: unknown, unsaid: readonly string[]): readonly string[] {
  const list = typeof value === 'string' ? [value] : (value ?? unsaid)
  if (!Array.isArray(list) || list.length > MAX_ENTRIES)
    throw new Refusal(`${name}: a list of at most ${MAX_ENTRIES} texts`, 400)
  return list.map((text, i) => textAt(`${name}[${i}]`, text, undefined))
}

/** `content:10` is ten words of it. */
function attributeOf(text: string): Attribute {
  const [path = '', count] = text.split(':')
  const words = Math.trunc(Number(count ?? SNIPPET_WORDS))
  return { path, words: words >= 1 ? Math.min(words, MAX_SNIPPET_WORDS) : SNIPPET_WORDS }
}

const facetsOf = (names: readonly string[]): readonly Facet[] =>
  names.includes('*') ? FACETS : FACETS.filter((facet) => names.includes(facet))

/** All of the list have to be true, of a list in the list one. A test of something that is no facet is undefined. */
function groupsOf(name: string, value: unknown): (FacetTest | undefined)[][] {
  const list = typeof value === 'string' ? [value] : (value ?? [])
  if (!Array.isArray(list) || list.length > MAX_ENTRIES)
    throw new Refusal(`${name}: a list of at most ${MAX_ENTRIES} texts, or lists of them`, 400)
  const groups = list.map((group, i) => textsAt(`${name}[${i}]`, group, []).map(parseFacetTest))
  // Each is a look at every record.
  if (groups.flat().length > MAX_TESTS) throw new Refusal(`${name}: at most ${MAX_TESTS} texts in all`, 400)
  return groups.filter((group) => group.length > 0)
}
