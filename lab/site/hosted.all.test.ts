import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { ROOT } from '../process/place.ts'
import { until } from '../process/until.ts'
import { hitOf } from './answers.ts'
import { buildVariant } from './build.ts'
import { openSiteStories, PHONE } from './stage.ts'

/** The requests to a hosted search that is configured. A stub replaces all of the provider's hosts. */
const stage = openSiteStories(await buildVariant('hosted'))
const { skip, open } = stage

const INSIGHTS = join(ROOT, 'site/node_modules/search-insights/dist/search-insights.min.js')

interface Asked {
  readonly host: string
  readonly url: URL
  readonly contentType: string | undefined
  readonly body: { readonly requests: readonly [Record<string, unknown>] }
}
interface Report {
  readonly events: readonly Readonly<Record<string, unknown> & { eventName: string; objectIDs: string[] }>[]
}

interface Visit extends AsyncDisposable {
  readonly page: Page
  readonly asked: readonly Asked[]
  readonly reports: readonly Report[]
  /** Scripts that were loaded from other hosts. */
  readonly scripts: readonly string[]
  /** Hosts that do not answer. */
  readonly dead: Set<string>
}

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await stage.browser.newContext(options)
  const asked: Asked[] = []
  const reports: Report[] = []
  const scripts: string[] = []
  const dead = new Set<string>()
  await context.route(/^https:\/\/[^/]*\.algolia(net)?\.(net|com)\//, async (route) => {
    const request = route.request()
    const url = new URL(request.url())
    const body = request.postDataJSON()
    asked.push({ host: url.host, url, contentType: request.headers()['content-type'], body })
    if (dead.has(url.host)) return route.abort('connectionrefused')
    const headers = { 'Access-Control-Allow-Origin': '*' }
    await route.fulfill({ headers, json: { results: body.requests.map(answer) } })
  })
  await context.route('https://insights.algolia.io/**', async (route) => {
    reports.push(route.request().postDataJSON())
    await route.fulfill({ status: 200, json: { status: 200, message: 'OK' } })
  })
  await context.route('https://scripts.test/**', async (route) => {
    scripts.push(route.request().url())
    await route.fulfill({ contentType: 'text/javascript', body: readFileSync(INSIGHTS, 'utf8') })
  })
  const page = await context.newPage()
  await page.clock.install({ time: Date.UTC(2026, 0, 1) })
  await open(page, path)
  return { page, asked, reports, scripts, dead, [Symbol.asyncDispose]: () => context.close() }
}

/** More hits than fit into one event. */
const HITS = Array.from({ length: 45 }, (_, i) => hitOf([`Part ${Math.floor(i / 5)}`, `Found ${i}`]))
const answer = ({ query }: { readonly query: string }) => ({
  hits: HITS,
  nbHits: HITS.length,
  nbPages: 1,
  page: 0,
  query,
  queryID: 'a'.repeat(32),
})

const READ = 'stub-dsn.algolia.net'
const FALL_BACKS = ['stub-1.algolianet.com', 'stub-2.algolianet.com', 'stub-3.algolianet.com']
const hits = (page: Page) => page.locator('.DocSearch-Hit')

async function search(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('.DocSearch-Input').fill(query)
}

const LEVELS = [1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`)

test('the search box calls the provider’s read host with its protocol', { skip }, async () => {
  await using one = await visit('/docs/intro')
  const { page, asked } = one
  await search(page, 'firewall')
  await hits(page).first().waitFor()
  const [{ host, url, contentType, body }] = asked as readonly [Asked]
  assert.deepEqual([asked.length, host, url.pathname], [1, READ, '/1/indexes/*/queries'])
  const { 'x-algolia-agent': agent, ...credentials } = Object.fromEntries(url.searchParams)
  assert.deepEqual(credentials, { 'x-algolia-application-id': 'STUB', 'x-algolia-api-key': 'public-key' })
  assert.match(agent!, /^Algolia for JavaScript \(5\.19\.0\); .*docsearch \(3\.9\.0\); .*docusaurus \(3\./)
  assert.equal(contentType, 'text/plain')
  const { facetFilters, ...rest } = body.requests[0]
  assert.deepEqual(facetFilters, [
    'language:en',
    ['default', 'docs-default-current', 'docs-articles-current'].map((tag) => `docusaurus_tag:${tag}`),
  ])
  assert.deepEqual(rest, {
    query: 'firewall',
    indexName: 'pages',
    attributesToRetrieve: ['hierarchy.lvl0', ...LEVELS, 'content', 'type', 'url'],
    attributesToSnippet: [...LEVELS, 'content'].map((name) => `${name}:10`),
    snippetEllipsisText: '…',
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    hitsPerPage: 20,
    clickAnalytics: true,
  })
})

test('on a small screen, snippets have five words', { skip }, async () => {
  await using one = await visit('/docs/intro', { ...PHONE, viewport: { width: 768, height: 900 } })
  await search(one.page, 'dns')
  await hits(one.page).first().waitFor()
  assert.deepEqual(
    one.asked[0]!.body.requests[0].attributesToSnippet,
    [...LEVELS, 'content'].map((name) => `${name}:5`),
  )
})

test('if the provider’s host is down, three fallback hosts are tried, and no write host', { skip }, async () => {
  await using one = await visit('/docs/intro')
  const { page, asked, dead } = one
  for (const host of [READ, ...FALL_BACKS]) dead.add(host)
  await search(page, 'dns')
  await page.getByText('Unable to fetch results').waitFor()
  const hosts = asked.map(({ host }) => host)
  assert.equal(hosts[0], READ)
  assert.deepEqual(hosts.slice(1).sort(), FALL_BACKS)
  dead.clear()
  await page.locator('.DocSearch-Input').fill('dhcp')
  await hits(page).first().waitFor()
})

test('the search page uses the same provider', { skip }, async () => {
  await using one = await visit('/search?q=firewall')
  await one.page.locator('main li').first().waitFor()
  const [{ host, url, contentType, body }] = one.asked as readonly [Asked]
  assert.deepEqual([host, url.pathname, contentType], [READ, '/1/indexes/*/queries', 'text/plain'])
  assert.equal(url.searchParams.get('x-algolia-api-key'), 'public-key')
  const { query, indexName, hitsPerPage, page, highlightPreTag } = body.requests[0]
  assert.deepEqual([query, indexName, hitsPerPage, page, highlightPreTag], ['firewall', 'pages', 20, 0, '<mark>'])
})

test('shown results are reported after 400 ms in batches of twenty, by a script loaded with the box', {
  skip,
}, async () => {
  await using one = await visit('/docs/intro')
  const { page, reports, scripts } = one
  assert.equal(scripts.length, 0)
  await page.clock.pauseAt(Date.UTC(2026, 0, 1, 0, 1))
  await search(page, 'firewall')
  await until('the script', () => scripts.length > 0)
  await hits(page).last().waitFor()
  assert.equal(await hits(page).count(), HITS.length)
  // The box is read in the next turn, after it has rendered.
  await page.clock.runFor(1)
  await page.clock.runFor(398)
  assert.equal(reports.length, 0)
  await page.clock.runFor(10)
  const batches = [20, 20, 5]
  const viewed = () => reports.flatMap(({ events }) => events)
  await until('the events', () => viewed().length >= batches.length)
  assert.deepEqual(
    viewed().map(({ eventName, eventType, index, objectIDs }) => [eventName, eventType, index, objectIDs.length]),
    batches.map((count) => ['Items Viewed', 'view', 'pages', count]),
  )
  assert.deepEqual(scripts, ['https://scripts.test/insights.js'])
  await page.keyboard.press('Enter')
  await until('the click', () => reports.some(({ events }) => events[0]!.eventName === 'Item Selected'))
  const click = reports.flatMap(({ events }) => events).at(-1)!
  assert.deepEqual([click.queryID, click.objectIDs, click.positions], ['a'.repeat(32), [HITS[0]!.objectID], [1]])
})

test('only the build with a provider preconnects to it', { skip }, async () => {
  const early = (dist: string): RegExpMatchArray | null =>
    readFileSync(join(ROOT, dist, 'pages/docs/intro.html'), 'utf8').match(/<link[^>]*rel="?preconnect[^>]*>/)
  assert.match(String(early('.sallyport/site/hosted')), /https:\/\/STUB-dsn\.algolia\.net/)
  assert.equal(early('site/dist'), null)
})
