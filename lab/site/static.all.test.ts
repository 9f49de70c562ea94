import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { isFound, openBox } from './box.ts'
import { buildVariant } from './build.ts'
import { serveFiles } from './filehost.ts'
import { BUILT, openStories } from './stage.ts'

/** A static host: pages search in the records that were built with them. */
const trial = openStories(await buildVariant('trial'), serveFiles)

async function searchInBox(page: Page, query: string): Promise<string[]> {
  await openBox(page)
  // In one input: until the service has failed, each letter would send a request.
  await page.locator('.DocSearch-Input').fill(query)
  await isFound(page)
  const hits = page.locator('.DocSearch-Hit a')
  return await hits.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
}

trial.walk(
  'with SITE_SEARCH=static, the box and the search page search in the browser',
  '/docs/intro',
  async (page) => {
    const records: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('search-records.json')) records.push(request.url())
    })
    const [first] = await searchInBox(page, 'firewal')
    assert.equal(first, '/pages/docs/guides/firewall')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Firewall and routing' }).waitFor()
    assert.equal((await searchInBox(page, 'block ads'))[0], '/pages/docs/guides/dns')
    assert.equal(records.length, 1, 'they are fetched once')
    await trial.open(page, '/search?q=conntrack')
    const result = page.locator('main li a').first()
    await result.waitFor()
    assert.equal(await result.getAttribute('href'), '/pages/blog/conntrack-hardening')
    assert.deepEqual(trial.site.missed, [])
  },
)

/** The build that expects a search service on its host, without one. */
const untold = openStories(BUILT, serveFiles)
untold.walk('other builds try the service once, then search in the browser', '/docs/intro', async (page) => {
  assert.equal((await searchInBox(page, 'firewal'))[0], '/pages/docs/guides/firewall')
  await page.keyboard.press('Escape')
  assert.equal((await searchInBox(page, 'block ads'))[0], '/pages/docs/guides/dns')
  const searched = untold.site.missed.filter((call) => call.includes('/1/'))
  assert.deepEqual(searched, ['POST /1/indexes/*/queries'])
})
