import { Refusal } from './refusal.ts'

/** The parameters of a search by their names, as decoded JSON. */
export type Fields = Readonly<Record<string, unknown>>

/** How a value is written where all are text, as in a query string: `json` for what may be of several types. */
type Kind = 'text' | 'number' | 'flag' | 'list' | 'json'

/**
 * How a parameter is handled. `supported`: it has the documented effect. `ignored`: nothing that it would change exists here.
 * `rejected`: 400, unless its value is one of `unless`, or null, false or empty.
 */
interface Parameter {
  readonly use: 'supported' | 'ignored' | 'rejected'
  readonly kind: Kind
  readonly unless?: readonly unknown[]
}

const all = (use: Parameter['use'], kind: Kind, names: string): [string, Parameter][] =>
  names.split(' ').map((name) => [name, { use, kind }])
const unless = (kind: Kind, name: string, ...values: unknown[]): [string, Parameter] => [
  name,
  { use: 'rejected', kind, unless: values },
]

/** Every search parameter that the hosted service documents. Any other is rejected. */
export const PARAMETERS: ReadonlyMap<string, Parameter> = new Map([
  ...all('supported', 'text', 'query highlightPreTag highlightPostTag snippetEllipsisText queryType'),
  ...all('supported', 'text', 'removeWordsIfNoResults sortFacetValuesBy'),
  ...all('supported', 'number', 'page hitsPerPage offset length maxValuesPerFacet'),
  ...all('supported', 'number', 'minWordSizefor1Typo minWordSizefor2Typos'),
  ...all('supported', 'flag', 'advancedSyntax allowTyposOnNumericTokens clickAnalytics synonyms'),
  ...all('supported', 'list', 'attributesToRetrieve attributesToHighlight attributesToSnippet facets'),
  ...all('supported', 'list', 'restrictSearchableAttributes responseFields'),
  ...all('supported', 'json', 'distinct facetFilters ignorePlurals removeStopWords typoTolerance'),

  ...all('ignored', 'flag', 'analytics enableABTest enablePersonalization enableReRanking enableRules'),
  ...all('ignored', 'flag', 'decompoundQuery percentileComputation restrictHighlightAndSnippetArrays'),
  ...all('ignored', 'list', 'analyticsTags ruleContexts'),
  ...all('ignored', 'number', 'personalizationImpact'),
  ...all('ignored', 'text', 'userToken'),

  ...all('rejected', 'text', 'aroundLatLng facet facetQuery filters similarQuery'),
  ...all('rejected', 'number', 'maxFacetHits minimumAroundRadius relevancyStrictness'),
  ...all('rejected', 'flag', 'aroundLatLngViaIP attributeCriteriaComputedByMinProximity enableGeoSearch'),
  ...all('rejected', 'flag', 'getRankingInfo replaceSynonymsInHighlight sumOrFiltersScores'),
  ...all('rejected', 'list', 'customRanking disableTypoToleranceOnAttributes explain insideBoundingBox insidePolygon'),
  ...all('rejected', 'list', 'numericFilters optionalFilters optionalWords ranking tagFilters'),
  ...all(
    'rejected',
    'json',
    'aroundPrecision aroundRadius extensions reRankingApplyFilter renderingContent semanticSearch',
  ),
  ...all('rejected', 'text', 'keepDiacriticsOnCharacters'),
  unless('list', 'advancedSyntaxFeatures', ['exactPhrase', 'excludeWords']),
  unless('list', 'alternativesAsExact', ['ignorePlurals', 'singleWordSynonym']),
  unless('text', 'exactOnSingleWordQuery', 'attribute'),
  unless('flag', 'facetingAfterDistinct', true),
  unless('number', 'minProximity', 1),
  unless('text', 'mode', 'keywordSearch'),
  unless('list', 'naturalLanguages', ['en']),
  unless('list', 'queryLanguages', ['en']),
  unless('text', 'type', 'default'),
])

/** Fields that say where to search, and not how. */
const PLACES = ['indexName', 'params']

/** Throws `Refusal` for a field that would not have its effect. */
export function checkNames(fields: Fields, nameOf: (field: string) => string): void {
  for (const [field, value] of Object.entries(fields)) {
    if (PLACES.includes(field)) continue
    const parameter = PARAMETERS.get(field)
    if (!parameter) throw new Refusal(`${nameOf(field.slice(0, 64))}: there is no such parameter`, 400)
    if (parameter.use !== 'rejected' || isEmpty(value)) continue
    if (!parameter.unless) throw new Refusal(`${nameOf(field)}: is not supported`, 400)
    if (!parameter.unless.some((one) => isSame(one, value)))
      throw new Refusal(
        `${nameOf(field)}: only ${parameter.unless.map((one) => JSON.stringify(one)).join(' or ')}`,
        400,
      )
  }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Parameters in the form of a query string, as `params` and the query of a GET have them. Throws `Refusal`. */
export function decodeParams(text: string, nameOf: (field: string) => string): Fields {
  const given = [...new URLSearchParams(text)].filter(([field]) => !/^x-algolia-/i.test(field))
  return Object.fromEntries(
    given.map(([field, value]) => [field, decode(PARAMETERS.get(field)?.kind ?? 'text', value, nameOf(field))]),
  )
}

function decode(kind: Kind, value: string, name: string): unknown {
  if (kind === 'text') return value
  if (kind === 'list' && !value.startsWith('[')) return value === '' ? [] : value.split(',')
  try {
    return JSON.parse(value)
  } catch {
    if (kind === 'json') return value
    throw new Refusal(`${name}: a ${kind} in JSON`, 400)
  }
}
