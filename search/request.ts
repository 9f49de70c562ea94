import { type FacetFilters, type FacetTest, parseFacetTest } from './filter.ts'
import { FIELDS, type Field } from './index.ts'
import { DEFAULT_MATCHING, type Matching } from './match.ts'
import { checkNames, decodeParams, type Fields } from './parameters.ts'
import { QUERY_TYPES, type QuerySyntax } from './query.ts'
import { FACETS, type Facet } from './record.ts'
import { Refusal } from './refusal.ts'

/** An attribute of a record by its path, as `hierarchy.lvl1`; `*` is all. With how many words of it, for snippets. */
export interface Attribute {
  readonly path: string
  readonly words: number
}

/** One search, with the index's own settings where the caller gives none. */
export interface SearchRequest {
  readonly indexName: string
  readonly query: string
  readonly window: Window
  readonly syntax: QuerySyntax
  readonly matching: Matching
  readonly clickAnalytics: boolean
  readonly retrieve: readonly string[]
  readonly highlight: readonly string[]
  readonly snippet: readonly Attribute[]
  readonly ellipsis: string
  readonly tags: { readonly pre: string; readonly post: string }
  readonly facets: readonly Facet[]
  /** At most so many values of each facet, those of most records first, or in alphabetical order. */
  readonly facetValues: { readonly most: number; readonly isAlphabetical: boolean }
  readonly filters: FacetFilters
  /** A filter names a facet that no record has. */
  readonly isVoid: boolean
  /** Which keys of the result are sent; undefined for all. */
  readonly responseFields: readonly string[] | undefined
}

/** Which of the hits are sent: a page of them, or `length` of them from `offset`. */
export type Window =
  | { readonly page: number; readonly hitsPerPage: number }
  | { readonly offset: number; readonly length: number }

const MAX_REQUESTS = 10
const MAX_ENTRIES = 32
const MAX_TESTS = 64
const MAX_TEXT = 256
const MAX_QUERY_TEXT = 2048
const MAX_HITS = 100
/** Readers do not page further. */
export const MAX_REACHABLE = 1000
/** Words in a snippet where the caller gives no number. */
const SNIPPET_WORDS = 10
const MAX_SNIPPET_WORDS = 100
const MAX_TYPO_SIZE = 100
const MAX_DISTINCT = 100

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

/** Several searches in one body. */
export interface SeveralSearches {
  readonly searches: readonly SearchRequest[]
  /** Whether searches after the first with a full page of hits are left out. */
  readonly stopsIfEnough: boolean
}

/** The searches in a body of several. Throws `Refusal`. */
export function parseSearches(body: unknown): SeveralSearches {
  const searches = listOf(body).map((given, i) => {
    const nameOf = (field: string): string => `requests[${i}].${field}`
    return parseSearch(fieldsOf(given, nameOf), textAt(nameOf('indexName'), given.indexName, undefined), nameOf)
  })
  const { requests: _, strategy, ...others } = body as Fields
  const [other] = Object.keys(others)
  if (other !== undefined) throw new Refusal(`${other.slice(0, 64)}: there is no such parameter`, 400)
  return {
    searches,
    stopsIfEnough: choiceAt('strategy', strategy, ['none', 'stopIfEnoughMatches']) === 'stopIfEnoughMatches',
  }
}

/** A search of one index, which the path names. `given` is a body, or the query of a GET. Throws `Refusal`. */
export function parseOne(indexName: string, given: unknown): SearchRequest {
  const nameOf = (field: string): string => field
  if (typeof given === 'string') return parseSearch(decodeParams(given, nameOf), indexName, nameOf)
  if (!isObject(given)) throw new Refusal('body: an object', 400)
  return parseSearch(fieldsOf(given, nameOf), indexName, nameOf)
}

/** The parameters of a request: those beside `params` go before those in it. */
function fieldsOf(given: Fields, nameOf: (field: string) => string): Fields {
  const { params } = given
  if (params === undefined || params === null) return given
  if (typeof params === 'string') return { ...decodeParams(params, nameOf), ...given }
  if (isObject(params)) return { ...params, ...given }
  throw new Refusal(`${nameOf('params')}: parameters as a query string`, 400)
}

function parseSearch(fields: Fields, indexName: string, nameOf: (field: string) => string): SearchRequest {
  checkNames(fields, nameOf)
  const text = (field: string, unsaid: string, most?: number) => textAt(nameOf(field), fields[field], unsaid, most)
  const texts = (field: string, unsaid: readonly string[]) => textsAt(nameOf(field), fields[field], unsaid)
  const whole = (field: string, unsaid: number, least: number, most: number) =>
    wholeAt(nameOf(field), fields[field], unsaid, least, most)
  const flag = (field: string, unsaid: boolean) => flagAt(nameOf(field), fields[field], unsaid)
  const oneOf = <T extends string>(field: string, choices: readonly [T, ...T[]]) =>
    choiceAt(nameOf(field), fields[field], choices)

  const filters = groupsOf(nameOf('facetFilters'), fields.facetFilters)
  const isTolerant = flag('typoTolerance', true)
  const queryType = oneOf('queryType', QUERY_TYPES)
  return {
    indexName,
    query: text('query', '', MAX_QUERY_TEXT),
    window: windowOf(fields, whole, nameOf),
    syntax: {
      isAdvanced: flag('advancedSyntax', false),
      queryType,
      keepsStopWords: !switchAt(nameOf('removeStopWords'), fields.removeStopWords, true),
    },
    matching: {
      hasSynonyms: flag('synonyms', true),
      hasForms: switchAt(nameOf('ignorePlurals'), fields.ignorePlurals, true),
      isPartial: oneOf('removeWordsIfNoResults', ['allOptional', 'none']) === 'allOptional',
      typos: isTolerant
        ? {
            one: whole('minWordSizefor1Typo', DEFAULT_MATCHING.typos.one, 1, MAX_TYPO_SIZE),
            two: whole('minWordSizefor2Typos', DEFAULT_MATCHING.typos.two, 1, MAX_TYPO_SIZE),
            inNumbers: flag('allowTyposOnNumericTokens', DEFAULT_MATCHING.typos.inNumbers),
          }
        : { one: Number.POSITIVE_INFINITY, two: Number.POSITIVE_INFINITY, inNumbers: false },
      hasBeginnings: isTolerant && queryType === 'prefixLast',
      fields: searchedOf(nameOf('restrictSearchableAttributes'), texts('restrictSearchableAttributes', [])),
      distinct: typeof fields.distinct === 'boolean' ? Number(fields.distinct) : whole('distinct', 1, 0, MAX_DISTINCT),
    },
    clickAnalytics: flag('clickAnalytics', false),
    retrieve: texts('attributesToRetrieve', ['*']),
    highlight: texts('attributesToHighlight', ['*']),
    snippet: texts('attributesToSnippet', ['content']).map(attributeOf),
    ellipsis: text('snippetEllipsisText', '…'),
    tags: {
      // Docusaurus' search page looks for this class, and sends no tags.
      pre: text('highlightPreTag', '<span class="algolia-docsearch-suggestion--highlight">'),
      post: text('highlightPostTag', '</span>'),
    },
    facets: facetsOf(nameOf('facets'), texts('facets', [])),
    facetValues: {
      most: whole('maxValuesPerFacet', 100, 1, MAX_REACHABLE),
      isAlphabetical: oneOf('sortFacetValuesBy', ['count', 'alpha']) === 'alpha',
    },
    filters: filters.map((group) => group.filter((test) => test !== undefined)),
    isVoid: filters.some((group) => group.length > 0 && group.every((test) => test === undefined)),
    responseFields: fields.responseFields === undefined ? undefined : allOrSome(texts('responseFields', ['*'])),
  }
}

const allOrSome = (names: readonly string[]): readonly string[] | undefined => (names.includes('*') ? undefined : names)

function windowOf(
  fields: Fields,
  whole: (field: string, unsaid: number, least: number, most: number) => number,
  nameOf: (field: string) => string,
): Window {
  const { offset, length, page, hitsPerPage } = fields
  if (isAbsent(offset) && isAbsent(length))
    return { page: whole('page', 0, 0, MAX_REACHABLE), hitsPerPage: whole('hitsPerPage', 20, 0, MAX_HITS) }
  if (!isAbsent(page) || !isAbsent(hitsPerPage))
    throw new Refusal(`${nameOf('offset')}: offset and length do not go with page and hitsPerPage`, 400)
  if (isAbsent(length)) throw new Refusal(`${nameOf('length')}: is required with offset`, 400)
  return { offset: whole('offset', 0, 0, MAX_REACHABLE), length: whole('length', 0, 0, MAX_HITS) }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

function textAt(name: string, value: unknown, unsaid: string | undefined, most = MAX_TEXT): string {
  const text = value ?? unsaid
  if (typeof text !== 'string' || text.length > most)
    throw new Refusal(`${name}: a text of at most ${most} letters`, 400)
  return text
}

function wholeAt(name: string, value: unknown, unsaid: number, least: number, most: number): number {
  const number = value ?? unsaid
  if (typeof number !== 'number' || !Number.isInteger(number) || number < least || number > most)
    throw new Refusal(`${name}: a whole number from ${least} to ${most}`, 400)
  return number
}

function flagAt(name: string, value: unknown, unsaid: boolean): boolean {
  if (value !== undefined && value !== null && typeof value !== 'boolean')
    throw new Refusal(`${name}: true or false`, 400)
  return value ?? unsaid
}

/** True and false, or a list of languages, which is true when ours is in it. */
const switchAt = (name: string, value: unknown, unsaid: boolean): boolean =>
  Array.isArray(value) ? value.includes('en') : flagAt(name, value, unsaid)

/** The first of the choices is what counts where nothing is given. */
function choiceAt<T extends string>(name: string, value: unknown, choices: readonly [T, ...T[]]): T {
  const choice = isAbsent(value) ? choices[0] : choices.find((one) => one === value)
  if (choice === undefined) throw new Refusal(`${name}: one of ${choices.join(', ')}`, 400)
  return choice
}

/** The fields of a record that attributes name; `hierarchy` is all of its levels. Undefined for an empty list. */
function searchedOf(name: string, attributes: readonly string[]): readonly Field[] | undefined {
  if (attributes.length === 0 || attributes.includes('*')) return undefined
  return attributes.flatMap((attribute) => {
    const fields = FIELDS.filter(
      (field) => field !== 'names' && (attribute === pathOf(field) || attribute === pathOf(field).split('.')[0]),
    )
    if (fields.length === 0) throw new Refusal(`${name}: ${JSON.stringify(attribute)} is not searched`, 400)
    return fields
  })
}

const pathOf = (field: Field): string => (field === 'content' ? field : `hierarchy.${field}`)

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

/** Throws `Refusal` for a name that is no facet: a count of it would be missing in the answer. */
function facetsOf(name: string, names: readonly string[]): readonly Facet[] {
  if (names.includes('*')) return FACETS
  const unknown = names.find((one) => !FACETS.some((facet) => facet === one))
  if (unknown !== undefined)
    throw new Refusal(`${name}: there is no facet ${JSON.stringify(unknown)}; there are ${FACETS.join(', ')}`, 400)
  return FACETS.filter((facet) => names.includes(facet))
}

/** All of the list have to be true, of a list in the list one. A test of something that is no facet is undefined. */
function groupsOf(name: string, value: unknown): (FacetTest | undefined)[][] {
  const list = typeof value === 'string' ? value.split(',') : (value ?? [])
  if (!Array.isArray(list) || list.length > MAX_ENTRIES)
    throw new Refusal(`${name}: a list of at most ${MAX_ENTRIES} texts, or lists of them`, 400)
  const groups = list.map((group, i) => textsAt(`${name}[${i}]`, group, []).map(parseFacetTest))
  // Each is a look at every record.
  if (groups.flat().length > MAX_TESTS) throw new Refusal(`${name}: at most ${MAX_TESTS} texts in all`, 400)
  return groups.filter((group) => group.length > 0)
}
