import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { extractPage } from './extract.ts'
import { indexRecords } from './index.ts'
import { MAX_BODY, openSearch, type SearchCall, type SearchReply } from './serve.ts'

const html = `<html lang="en"><body><article><h1>Firewall</h1>${Array.from(
  { length: 60 },
  (_, i) => `<h2 id="s${i}">Rule ${i} of the firewall</h2><p>What rule ${i} says &lt;b&gt;.</p>`,
).join('')}</article></body></html>`
const index = indexRecords(extractPage(html, 'https://router.example/pages/docs/firewall'))

const CREDENTIALS = 'x-algolia-agent=Lite&x-algolia-api-key=search-only&x-algolia-application-id=SALLYPORT'
const BODY = JSON.stringify({ requests: [{ indexName: 'sallyport', query: 'rule' }] })

/** A service with a simulated clock, and a client of it. */
function opened() {
  const clock = { ms: 1_000_000 }
  const search = openSearch({ name: 'sallyport', index, appId: 'SALLYPORT', key: 'search-only', now: () => clock.ms })
  const ask = (call: Partial<SearchCall> = {}): SearchReply =>
    search({
      method: 'POST',
      url: `/1/indexes/*/queries?${CREDENTIALS}`,
      body: BODY,
      headers: {},
      peer: '192.168.2.6',
      ...call,
    })
  return { clock, ask }
}
const errorOf = ({ status, body }: SearchReply): string => {
  const value = JSON.parse(body as string)
  assert.equal(value.status, status)
  return `${status} ${value.message}`
}

test('the three calls of the search boxes work', () => {
  const { ask } = opened()
  assert.equal(JSON.parse(ask().body as string).results[0].nbHits, 60)
  assert.equal(ask({ url: `/1/indexes/%2A/queries?${CREDENTIALS}` }).status, 200)
  const recommended = ask({ url: `/1/indexes/*/recommendations?${CREDENTIALS}` })
  assert.equal(recommended.body, '{"results":[{"hits":[]}]}')
  const seen = { eventType: 'view', eventName: 'Items Viewed', index: 'sallyport', userToken: 'x', objectIDs: ['a'] }
  const url = '/1/events?X-Algolia-Application-Id=SALLYPORT&X-Algolia-API-Key=search-only&X-Algolia-Agent=insights'
  assert.equal(ask({ url, body: JSON.stringify({ events: [seen] }) }).body, '{"status":200,"message":"OK"}')
})

test('CORS permits any origin, also with preflight', () => {
  const { ask } = opened()
  assert.equal(ask().headers['Access-Control-Allow-Origin'], '*')
  const { status, headers } = ask({ method: 'OPTIONS', body: '' })
  assert.deepEqual([status, headers['Access-Control-Allow-Methods']], [204, 'GET, POST, OPTIONS'])
})

test('credentials are required, and permit searching only', () => {
  const { ask } = opened()
  const path = '/1/indexes/*/queries'
  assert.equal(errorOf(ask({ url: path })), '403 `appId` is missing.')
  assert.equal(errorOf(ask({ url: `${path}?x-algolia-application-id=SALLYPORT` })), '403 `apiKey` is missing.')
  assert.equal(
    errorOf(ask({ url: `${path}?${CREDENTIALS.replace('search-only', 'other')}` })),
    '403 The application id or the search key is not right.',
  )
  for (const other of ['/1/indexes/sallyport', '/1/indexes/sallyport/batch', '/1/keys', '/1/toString'])
    assert.equal(
      errorOf(ask({ url: `${other}?${CREDENTIALS}` })),
      '403 This key may search, and do nothing else.',
      other,
    )
  assert.equal(errorOf(ask({ url: '/' })), '404 There is nothing at this path.')
  assert.equal(errorOf(ask({ method: 'GET' })), '405 Use POST.')
  const allowed = (url: string) => ask({ method: 'PUT', url: `${url}?${CREDENTIALS}` }).headers.Allow
  assert.deepEqual(['/1/indexes/*/queries', '/1/indexes/sallyport/query'].map(allowed), [
    'POST, OPTIONS',
    'POST, GET, OPTIONS',
  ])
})

/** As the clients send them, word for word but for the agent: algoliasearch 4.27.0 and 5.64.0 on Node.js. */
const HEADERS = { 'x-algolia-application-id': 'SALLYPORT', 'x-algolia-api-key': 'search-only' }
const RECORDED: readonly (readonly [client: string, call: Partial<SearchCall>])[] = [
  [
    '4, index.search',
    {
      url: '/1/indexes/sallyport/query?x-algolia-agent=Algolia%20for%20JavaScript%20(4.27.0)',
      headers: { ...HEADERS, 'content-type': 'application/x-www-form-urlencoded' },
      body: '{"query":"rule","hitsPerPage":3,"facetFilters":[["language:en"]],"attributesToRetrieve":["*","-content"],"clickAnalytics":true}',
    },
  ],
  [
    '4, client.search',
    {
      url: '/1/indexes/*/queries?x-algolia-agent=Algolia%20for%20JavaScript%20(4.27.0)',
      headers: { ...HEADERS, 'content-type': 'application/x-www-form-urlencoded' },
      body: '{"requests":[{"indexName":"sallyport","query":"rule","params":"hitsPerPage=3&facetFilters=%5B%22language%3Aen%22%5D"}]}',
    },
  ],
  [
    '4, multipleQueries',
    {
      url: '/1/indexes/*/queries?x-algolia-agent=Algolia%20for%20JavaScript%20(4.27.0)',
      headers: HEADERS,
      body: '{"requests":[{"indexName":"sallyport","query":"rule","params":"hitsPerPage=3"}],"strategy":"none"}',
    },
  ],
  [
    '5, search',
    {
      url: '/1/indexes/*/queries?x-algolia-agent=Algolia%20for%20JavaScript%20(5.64.0)',
      headers: { ...HEADERS, 'content-type': 'text/plain' },
      body: '{"requests":[{"indexName":"sallyport","query":"rule","hitsPerPage":3}]}',
    },
  ],
  [
    '5, searchSingleIndex',
    {
      url: '/1/indexes/sallyport/query?x-algolia-agent=Algolia%20for%20JavaScript%20(5.64.0)',
      headers: { ...HEADERS, 'content-type': 'text/plain' },
      body: '{"query":"rule","hitsPerPage":3}',
    },
  ],
  [
    'REST, parameters as text',
    { url: '/1/indexes/sallyport/query', headers: HEADERS, body: '{"params":"query=rule&hitsPerPage=3"}' },
  ],
  ['REST, GET', { method: 'GET', url: `/1/indexes/sallyport/query?query=rule&hitsPerPage=3&${CREDENTIALS}`, body: '' }],
  [
    'the key in the body',
    {
      url: '/1/indexes/sallyport/query?x-algolia-application-id=SALLYPORT',
      body: '{"query":"rule","hitsPerPage":3,"apiKey":"search-only"}',
    },
  ],
]

for (const [client, call] of RECORDED)
  test(`a search as a client sends it: ${client}`, () => {
    const { status, body } = opened().ask(call)
    assert.equal(status, 200, body as string)
    const value = JSON.parse(body as string)
    const { hits, nbHits, query } = value.results?.[0] ?? value
    assert.deepEqual([query, hits.length, nbHits], ['rule', 3, 60])
  })

test('an unknown index is rejected', () => {
  const { ask } = opened()
  assert.equal(
    errorOf(ask({ url: `/1/indexes/other/query?${CREDENTIALS}`, body: '{}' })),
    '404 There is no index "other".',
  )
  assert.equal(
    errorOf(ask({ url: `/1/indexes/%E0/query?${CREDENTIALS}`, body: '{}' })),
    '400 This path cannot be decoded.',
  )
  assert.equal(errorOf(ask({ url: `/1/indexes/sallyport/query?${CREDENTIALS}`, body: '5' })), '400 body: an object')
  assert.equal(
    errorOf(ask({ method: 'PUT', url: `/1/indexes/sallyport/query?${CREDENTIALS}` })),
    '405 Use POST or GET.',
  )
})

test('hits have URLs of the request’s host', () => {
  const { ask } = opened()
  const url = ({ body }: SearchReply): string => JSON.parse(body as string).results[0].hits[0].url
  assert.match(url(ask()), /^https:\/\/router\.example\/pages\/docs\/firewall#/)
  assert.match(url(ask({ origin: 'http://10.0.0.1:8000' })), /^http:\/\/10\.0\.0\.1:8000\/pages\/docs\/firewall#/)
})

test('an invalid body is rejected with one line', () => {
  const { ask } = opened()
  assert.equal(errorOf(ask({ body: '{' })), '400 The body is not JSON.')
  assert.equal(errorOf(ask({ body: '' })), '400 The body is not JSON.')
  assert.equal(errorOf(ask({ body: 'null' })), '400 requests: a list of 1 to 10')
  assert.equal(errorOf(ask({ body: `"${'é'.repeat(MAX_BODY / 2)}"` })), `413 The body has more than ${MAX_BODY} bytes.`)
  const events = `/1/events?${CREDENTIALS}`
  assert.equal(errorOf(ask({ url: events, body: '{}' })), '400 events: a list of 1 to 100')
  assert.equal(
    errorOf(ask({ url: events, body: '{"events":[{"eventType":"buy"}]}' })),
    '400 events[0].eventType: one of view, click, conversion',
  )
  assert.equal(
    errorOf(ask({ url: events, body: '{"events":[{"eventType":"view","eventName":"x","index":""}]}' })),
    '400 events[0].index: a text of 1 to 256 letters',
  )
})

test('long responses are compressed as the client accepts', () => {
  const { ask } = opened()
  const plain = ask().body as string
  const hits = (text: string): unknown => JSON.parse(text).results[0].hits
  const br = ask({ headers: { 'accept-encoding': 'gzip, deflate, br' } })
  assert.equal(br.headers['Content-Encoding'], 'br')
  assert.deepEqual(hits(brotliDecompressSync(br.body as Uint8Array).toString()), hits(plain))
  const gzip = ask({ headers: { 'accept-encoding': 'gzip;q=0.5, br;q=0' } })
  assert.equal(gzip.headers['Content-Encoding'], 'gzip')
  assert.deepEqual(hits(gunzipSync(gzip.body as Uint8Array).toString()), hits(plain))
})

test('rate limits apply per client', () => {
  const { clock, ask } = opened()
  const answered = (call?: Partial<SearchCall>): number => {
    let count = 0
    while (ask(call).status === 200) count++
    return count
  }
  assert.equal(answered(), 60)
  const refusal = ask()
  assert.equal(errorOf(refusal), '429 Too many searches. Wait a second.')
  assert.equal(refusal.headers['Retry-After'], '1')
  assert.equal(ask({ peer: '192.168.2.7' }).status, 200)
  clock.ms += 1000
  assert.equal(answered(), 20)
  // Searches in one body cost as much as those that come alone.
  clock.ms += 1000
  const body = JSON.stringify({ requests: Array(10).fill({ indexName: 'sallyport', query: 'rule' }) })
  assert.equal(answered({ body }), 2)
  // However many they are, they get no more than there is for all.
  clock.ms += 1000
  const crowd = Array.from({ length: 50 }, (_, i) => answered({ peer: `192.168.3.${i}` }))
  assert.ok(crowd.reduce((sum, count) => sum + count) <= 200)
})

test('property: any input is answered or rejected', () => {
  const { clock, ask } = opened()
  const text = fc.oneof(
    fc.string({ maxLength: 600, unit: 'binary' }),
    fc.constantFrom('"', '-"', 'rule -', '<b>', '\u0301', 'ß'.repeat(600)),
  )
  /** Mostly what belongs there, so that much of it is answered. */
  const mostly = <T>(right: fc.Arbitrary<T>) => fc.oneof({ weight: 19, arbitrary: right }, fc.anything())
  const request = fc.record(
    {
      indexName: mostly(fc.constant('sallyport')),
      query: mostly(text),
      page: mostly(fc.nat(50)),
      hitsPerPage: mostly(fc.nat(100)),
      advancedSyntax: mostly(fc.boolean()),
      facetFilters: mostly(fc.array(fc.oneof(text, fc.array(text)))),
      attributesToRetrieve: mostly(fc.array(text)),
      attributesToSnippet: mostly(fc.constantFrom(['content:0'], ['*:1'], ['hierarchy:-3', 'content:1e9'])),
      highlightPreTag: mostly(text),
    },
    { requiredKeys: ['indexName', 'query'] },
  )
  const body = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.array(request, { minLength: 1, maxLength: 2 }).map((requests) => JSON.stringify({ requests })),
    },
    fc.json(),
    fc.string({ unit: 'binary' }),
  )
  const url = fc.oneof(
    { weight: 5, arbitrary: fc.constant(`/1/indexes/*/queries?${CREDENTIALS}`) },
    fc.webUrl(),
    fc.string(),
  )
  const outcomes = new Set<number>()
  fc.assert(
    fc.property(body, url, (sent, to) => {
      clock.ms += 60_000
      const { status, body: answer } = ask({ body: sent, url: to })
      outcomes.add(status)
      assert.ok([200, 400, 403, 404, 413].includes(status), `${status}`)
      const value = JSON.parse(answer as string)
      if (status === 200) for (const { hits } of value.results) assert.ok(hits.length <= 100)
      else assert.ok(typeof value.message === 'string' && value.message.length < 700 && !value.message.includes('\n'))
    }),
    { numRuns: 500 },
  )
  assert.ok(outcomes.has(200) && outcomes.has(400))
})
