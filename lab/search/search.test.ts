import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { liteClient } from 'algoliasearch/lite'
import { leadTo, type SearchHost } from '../../search/client.ts'
import { extractPage } from '../../search/extract.ts'
import { indexRecords } from '../../search/index.ts'
import { openSearch, searchListener } from '../../search/serve.ts'
import { type Host, openDead, openHost, openRefusing } from './hosts.ts'

const html = `<html lang="en"><body><article><h1>Firewall</h1><p>Ports are led to devices.</p>
  <h2 id="rules">Rules</h2><p>What they say.</p></article></body></html>`
const search = openSearch({
  name: 'sallyport',
  index: indexRecords(extractPage(html, 'https://router.example/pages/docs/firewall')),
  appId: 'SALLYPORT',
  key: 'search-only',
  now: () => Date.now(),
})

const openOurs = (): Promise<Host> => openHost(searchListener(search))
const openBroken = (): Promise<Host> => openRefusing(500)

/** The client as in a browser, and the time-outs of its requests in seconds. */
function clientOf(hosts: readonly SearchHost[], key = 'search-only') {
  const client = liteClient('SALLYPORT', key, {
    authMode: 'WithinQueryParameters',
    timeouts: { connect: 1000, read: 2000, write: 30_000 },
  })
  leadTo(client, hosts)
  const waits: [connect: number, read: number][] = []
  const { requester } = client.transporter
  const { send } = requester
  requester.send = (request) => {
    const { connectTimeout, responseTimeout } = request
    waits.push([connectTimeout / 1000, responseTimeout / 1000])
    return send(request)
  }
  return { client, waits, find: (query: string) => client.search({ requests: [{ indexName: 'sallyport', query }] }) }
}

/** Does not answer within the time that the client waits: that time passes as soon as the request is here. */
const openLate = (): Promise<Host> => openHost(() => mock.timers.tick(1000))

before(() => mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.UTC(2026, 0, 1) }))
after(() => mock.timers.reset())

test('the client searches, gets no recommendations, and reports shown results', async () => {
  await using ours = await openOurs()
  const { client, find } = clientOf([ours])
  const [result] = (await find('rul')).results as unknown as { hits: { url: string }[]; query: string }[]
  assert.equal(result!.query, 'rul')
  assert.deepEqual(
    result!.hits.map(({ url }) => url),
    ['https://router.example/pages/docs/firewall#rules'],
  )
  const recommended = await client.getRecommendations({
    requests: [{ indexName: 'sallyport', objectID: 'x', model: 'related-products', threshold: 0 }],
  })
  assert.deepEqual(recommended.results, [{ hits: [] }])
  const events = [
    { eventType: 'view', eventName: 'Items Viewed', index: 'sallyport', userToken: 'x', objectIDs: ['a'] },
  ]
  assert.deepEqual(await client.customPost({ path: '1/events', body: { events } }), { status: 200, message: 'OK' })
})

test('the search page sends three queries in one request', async () => {
  await using ours = await openOurs()
  const { client } = clientOf([ours])
  const base = { indexName: 'sallyport', query: 'firewall', advancedSyntax: true, page: 0 }
  const { results } = await client.search({
    requests: [
      {
        ...base,
        hitsPerPage: 15,
        facets: ['docusaurus_tag', 'language'],
        facetFilters: [['docusaurus_tag:default'], ['language:en']],
      },
      {
        ...base,
        hitsPerPage: 0,
        analytics: false,
        clickAnalytics: false,
        facets: 'docusaurus_tag',
        facetFilters: [['language:en']],
      } as never,
      {
        ...base,
        hitsPerPage: 0,
        analytics: false,
        clickAnalytics: false,
        facets: 'language',
        facetFilters: [['docusaurus_tag:default']],
      } as never,
    ],
  })
  assert.deepEqual(
    results.map((result) => ({ nbHits: 0, hits: [], ...result })).map(({ hits, nbHits }) => [hits.length, nbHits]),
    [
      [2, 2],
      [0, 2],
      [0, 2],
    ],
  )
})

test('a rejected call fails with the reason', async () => {
  await using ours = await openOurs()
  await using second = await openOurs()
  const wrong = clientOf([ours, second], 'guessed')
  await assert.rejects(wrong.find('x'), { name: 'ApiError', status: 403, message: /search key is not right/ })
  const { client } = clientOf([ours, second])
  await assert.rejects(client.search({ requests: [{ indexName: 'other', query: 'x' }] }), {
    name: 'ApiError',
    status: 404,
    message: 'There is no index "other".',
  })
  assert.equal(second.asked, 0)
})

test('errors of the client itself', () => {
  assert.throws(() => liteClient('', 'x'), { message: '`appId` is missing.' })
  assert.throws(() => liteClient('x', ''), { message: '`apiKey` is missing.' })
})

test('unreachable and failing hosts are skipped for two minutes', async () => {
  const dead = await openDead()
  await using broken = await openBroken()
  await using ours = await openOurs()
  const { find, waits } = clientOf([dead, broken, ours])
  await find('a')
  assert.deepEqual([waits.length, broken.asked, ours.asked], [3, 1, 1])
  await find('b')
  assert.deepEqual([waits.length, broken.asked, ours.asked], [4, 1, 2])
  mock.timers.tick(120_000)
  await find('c')
  assert.deepEqual([waits.length, broken.asked, ours.asked], [5, 1, 3])
  mock.timers.tick(1)
  await find('d')
  assert.deepEqual([waits.length, broken.asked, ours.asked], [8, 2, 4])
  assert.ok(waits.every(([connect, read]) => connect === 1 && read === 2))
})

test('timeouts grow after a slow host, for two minutes', async () => {
  await using slow = await openLate()
  await using ours = await openOurs()
  const { find, waits } = clientOf([slow, ours])
  await find('a')
  // One time-out so far in this call: 3 + 1 times as long.
  assert.deepEqual(waits.splice(0), [
    [1, 2],
    [4, 8],
  ])
  await find('b')
  assert.deepEqual(waits.splice(0), [[4, 8]])
  assert.deepEqual([slow.asked, ours.asked], [1, 2])
  mock.timers.tick(120_001)
  await find('c')
  assert.deepEqual(waits.splice(0), [
    [1, 2],
    [4, 8],
  ])
})

test('if no host responds, the search fails', async () => {
  const dead = await openDead()
  await using broken = await openBroken()
  await using slow = await openLate()
  await assert.rejects(clientOf([dead, broken, slow]).find('a'), {
    name: 'RetryError',
    message: /^Unreachable hosts/,
  })
  assert.deepEqual([broken.asked, slow.asked], [1, 1])
})

test('an unexpected response is rejected', async () => {
  await using other = await openHost((_request, response) => void response.writeHead(200).end('<html>'))
  await assert.rejects(clientOf([other]).find('a'), { name: 'DeserializationError' })
})
