import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, named, urls } from './answer.fixture.ts'
import { answerQueries, answerQuery, answerRecommendations, type Result } from './answer.ts'
import { PARAMETERS } from './parameters.ts'
import { Refusal } from './refusal.ts'

test('quotes and minus work with advancedSyntax', () => {
  const advanced = { advancedSyntax: true }
  assert.deepEqual(urls('"port forwarding"', advanced), ['/docs/firewall'])
  assert.deepEqual(urls('"forwarding port"', advanced), [])
  assert.deepEqual(urls('firewall -packet -port', advanced), ['/docs/firewall', '/docs/firewall#block'])
  assert.deepEqual(urls('block -"block lists"', advanced), ['/docs/firewall#block'])
  // Without it they are no letters of any word.
  assert.deepEqual(urls('"port forwarding"'), urls('port forwarding'))
})

test('facet filters: AND between entries, OR within a nested list', () => {
  assert.deepEqual(urls('firewall', { facetFilters: ['docusaurus_tag:default'] }), ['/blog/packet'])
  assert.deepEqual(urls('firewall', { facetFilters: 'docusaurus_tag:-default' }).length, 3)
  assert.deepEqual(
    urls('firewall', { facetFilters: [['docusaurus_tag:default', 'language:fr'], 'language:en'] }).length,
    1,
  )
  assert.deepEqual(urls('firewall', { facetFilters: ['colour:red'] }), [])
  assert.deepEqual(urls('firewall', { facetFilters: [['colour:red', 'language:en'], []] }).length, 4)
})

test('facets are counted, also with zero hits requested', () => {
  const { hits, nbHits, nbPages, facets } = ask('firewall', { facets: 'docusaurus_tag', hitsPerPage: 0 })
  assert.deepEqual([hits, nbHits, nbPages], [[], 4, 0])
  assert.deepEqual(facets, { docusaurus_tag: { 'docs-default-current': 3, default: 1 } })
})

test('the search page queries without tags', () => {
  const [hit] = ask('packet', { advancedSyntax: true, hitsPerPage: 15, facets: ['docusaurus_tag', 'language'] }).hits
  assert.deepEqual(Object.keys(hit!._highlightResult!.hierarchy!), ['lvl0', 'lvl1'])
  assert.equal(
    (hit!._highlightResult!.hierarchy as Record<string, { value: string }>).lvl1!.value,
    'How a <span class="algolia-docsearch-suggestion--highlight">packet</span> is judged',
  )
})

test('pagination', () => {
  const all = urls('firewall')
  const paged = [0, 1, 2].flatMap((number) => urls('firewall', { page: number, hitsPerPage: 2 }))
  assert.deepEqual(paged, all)
  assert.equal(ask('firewall', { hitsPerPage: 2 }).nbPages, 2)
})

test('the response repeats the query, and has a query ID with clickAnalytics', () => {
  const long = ` Firewall ${'x'.repeat(600)}`
  assert.equal(ask(long).query, long)
  assert.match(ask('dns', { clickAnalytics: true }).queryID ?? '', /^[0-9a-f]{32}$/)
})

test('parameters in a query string work as in JSON', () => {
  const json = { hitsPerPage: 2, facetFilters: [['docusaurus_tag:default']], attributesToRetrieve: ['url', 'type'] }
  const params = new URLSearchParams({
    hitsPerPage: '2',
    facetFilters: '[["docusaurus_tag:default"]]',
    attributesToRetrieve: 'url,type',
    advancedSyntax: 'false',
  })
  const without = ({ processingTimeMS, ...rest }: Result) => rest
  assert.deepEqual(without(ask('packet', { params: `${params}` })), without(ask('packet', json)))
  assert.deepEqual(
    without(answerQuery(named, 'sallyport', `query=packet&${params}&x-algolia-api-key=x`)),
    without(ask('packet', json)),
  )
})

test('fields take precedence over `params`', () => {
  assert.equal(ask('firewall', { params: 'query=dns&hitsPerPage=1' }).query, 'firewall')
})

test('with typoTolerance false, only exact words match', () => {
  assert.deepEqual(urls('firewal', { typoTolerance: false, queryType: 'prefixNone' }), [])
  assert.notDeepEqual(urls('firewal', { queryType: 'prefixNone' }), [])
  assert.deepEqual(urls('firewsll', { minWordSizefor1Typo: 9 }), [])
  assert.deepEqual(urls('firewall 9', { allowTyposOnNumericTokens: false, removeWordsIfNoResults: 'none' }), [])
})

test('queryType: prefix for the last word, all or none', () => {
  assert.deepEqual(urls('adver van', { typoTolerance: false, removeWordsIfNoResults: 'none' }), [])
  assert.deepEqual(urls('adver van', { queryType: 'prefixAll' }), ['/docs/dns#block'])
  assert.deepEqual(urls('adver', { queryType: 'prefixNone', typoTolerance: false, removeWordsIfNoResults: 'none' }), [])
})

test('restrictSearchableAttributes', () => {
  assert.deepEqual(urls('firewall', { restrictSearchableAttributes: ['content'] }), ['/blog/packet'])
  assert.deepEqual(urls('block', { restrictSearchableAttributes: ['hierarchy'] }), [
    '/docs/dns#block',
    '/docs/firewall#block',
  ])
})

test('distinct: one, several or all hits of a section', () => {
  const count = (distinct: unknown): number => ask('block', { distinct }).nbHits
  assert.deepEqual([count(true), count(1), count(2), count(false), count(0)], [2, 2, 3, 4, 4])
})

test('offset and length', () => {
  const all = urls('firewall')
  const { hits, ...rest } = ask('firewall', { offset: 1, length: 2 })
  assert.deepEqual(urls('firewall', { offset: 1, length: 2 }), all.slice(1, 3))
  assert.deepEqual([rest.offset, rest.length, 'page' in rest, 'nbPages' in rest], [1, 2, false, false])
})

test('attributes after a minus are omitted', () => {
  const [hit] = ask('firewall', { attributesToRetrieve: ['*', '-content', '-hierarchy'] }).hits
  assert.deepEqual(['content' in hit!, 'hierarchy' in hit!, 'url' in hit!], [false, false, true])
})

test('maxValuesPerFacet and sortFacetValuesBy', () => {
  const facets = (more: object) => ask('firewall', { facets: ['docusaurus_tag'], ...more }).facets!.docusaurus_tag!
  assert.deepEqual(Object.keys(facets({ maxValuesPerFacet: 1 })), ['docs-default-current'])
  assert.deepEqual(Object.keys(facets({ sortFacetValuesBy: 'alpha' })), ['default', 'docs-default-current'])
})

test('a facet that does not exist is refused by name', () => {
  const refuses = (facets: unknown) => () => ask('firewall', { facets })
  assert.throws(
    refuses(['colour']),
    new Refusal(
      'requests[0].facets: there is no facet "colour"; there are language, docusaurus_tag, version, type',
      400,
    ),
  )
  assert.throws(refuses('language,type'), /there is no facet "language,type"/)
  assert.deepEqual(Object.keys(ask('firewall', { facets: ['*'] }).facets!).length, 4)
})

test('with the strategy stopIfEnoughMatches, searches after the first full page are left out', () => {
  const search = (query: string, hitsPerPage: number) => ({ indexName: 'sallyport', query, hitsPerPage })
  const requests = [search('firewall', 9), search('firewall', 2), search('dns', 2)]
  const counts = (strategy?: unknown) =>
    answerQueries(named, { requests, strategy }).results.map(({ nbHits, processed }) => [nbHits, processed])
  const all = counts()
  assert.ok(all.every(([hits, processed]) => hits !== 0 && processed === undefined))
  assert.deepEqual(counts('none'), all)
  assert.deepEqual(counts('stopIfEnoughMatches'), [all[0], all[1], [0, false]])
  for (const strategy of ['all', 7, true]) assert.throws(() => counts(strategy), /^Error: strategy: one of none, stop/)
  assert.throws(() => answerQueries(named, { requests, strategi: 'none' }), /^Error: strategi: there is no such/)
})

test('responseFields', () => {
  assert.deepEqual(Object.keys(ask('dns', { responseFields: ['hits', 'nbHits'] })), ['hits', 'nbHits'])
})

test('every documented parameter is supported, ignored or rejected by name; any other is rejected', () => {
  const reply = (field: string, value: unknown): string =>
    refused({ indexName: 'sallyport', query: 'dns', [field]: value })
  for (const [field, { use }] of PARAMETERS)
    if (use === 'rejected')
      assert.match(reply(field, { any: 'value' }), new RegExp(`^400 requests\\[0\\]\\.${field}: `))
    else assert.equal(reply(field, undefined), 'answered', field)
  assert.equal(reply('optionalFilters', ['language:en']), '400 requests[0].optionalFilters: is not supported')
  assert.equal(reply('optionalFilters', []), 'answered')
  assert.equal(reply('queryLanguages', ['de']), '400 requests[0].queryLanguages: only ["en"]')
  assert.equal(reply('queryLanguages', ['en']), 'answered')
  assert.equal(reply('hitPerPage', 5), '400 requests[0].hitPerPage: there is no such parameter')
  assert.equal(reply('typoTolerance', 'strict'), '400 requests[0].typoTolerance: true or false')
  assert.equal(reply('queryType', 'all'), '400 requests[0].queryType: one of prefixLast, prefixAll, prefixNone')
  assert.equal(reply('offset', 5), '400 requests[0].length: is required with offset')
  assert.equal(reply('params', 'hitsPerPage=many'), '400 requests[0].hitsPerPage: a number in JSON')
  assert.equal(reply('params', 5), '400 requests[0].params: parameters as a query string')
  assert.equal(
    reply('restrictSearchableAttributes', ['names']),
    '400 requests[0].restrictSearchableAttributes: "names" is not searched',
  )
})

const refused = (request: unknown): string => {
  try {
    answerQueries(named, { requests: [request] })
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.message}`
  }
  return 'answered'
}

test('invalid values are rejected by name', () => {
  const of = (more: object): string => refused({ indexName: 'sallyport', query: 'dns', ...more })
  assert.equal(of({}), 'answered')
  assert.equal(refused('dns'), '400 requests[0]: an object')
  assert.equal(refused({ query: 'dns' }), '400 requests[0].indexName: a text of at most 256 letters')
  assert.equal(of({ indexName: 'other' }), '404 There is no index "other".')
  assert.equal(of({ query: 5 }), '400 requests[0].query: a text of at most 2048 letters')
  assert.equal(of({ hitsPerPage: 101 }), '400 requests[0].hitsPerPage: a whole number from 0 to 100')
  assert.equal(of({ page: -1 }), '400 requests[0].page: a whole number from 0 to 1000')
  assert.equal(of({ advancedSyntax: 'yes' }), '400 requests[0].advancedSyntax: true or false')
  assert.equal(of({ filters: 'language:en' }), '400 requests[0].filters: is not supported')
  assert.equal(
    of({ facetFilters: [[['language:en']]] }),
    '400 requests[0].facetFilters[0][0]: a text of at most 256 letters',
  )
  assert.equal(
    of({ attributesToSnippet: Array(33).fill('content') }),
    '400 requests[0].attributesToSnippet: a list of at most 32 texts',
  )
  const many = Array(9).fill(Array(8).fill('language:en'))
  assert.equal(of({ facetFilters: many }), '400 requests[0].facetFilters: at most 64 texts in all')
  for (const requests of [undefined, [], Array(11).fill({}), 'x'])
    assert.throws(() => answerQueries(named, { requests }), new Refusal('requests: a list of 1 to 10', 400))
})

test('recommendations are empty, one for each request', () => {
  assert.deepEqual(answerRecommendations({ requests: [{}, {}] }), { results: [{ hits: [] }, { hits: [] }] })
})
