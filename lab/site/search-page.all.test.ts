import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { answerWith, hitOf } from './answers.ts'
import { openSiteStories, stopClock } from './stage.ts'

/** The search page: query parameters, results and paging. */
const { walk } = openSiteStories()

const field = (page: Page) => page.locator('main input[type=search]')
const results = (page: Page) => page.locator('main li')
const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor()

walk('the query is in the URL, and an empty query sends nothing', '/search?q=printer', async (page) => {
  await heading(page, 'Search results for "printer"')
  assert.equal(await field(page).inputValue(), 'printer')
  await results(page).first().waitFor()
  assert.match((await results(page).locator('mark').first().textContent()) ?? '', /printer/i)
  await field(page).fill('firewall')
  await page.waitForURL((url) => url.searchParams.get('q') === 'firewall')
  await heading(page, 'Search results for "firewall"')
  await page
    .locator('main')
    .getByText(/^\d+ results$/)
    .waitFor()
  await field(page).fill('')
  await heading(page, 'Search the documentation')
  await until('the results to go', async () => (await results(page).count()) === 0)
})

walk('a result links to its page', '/search?q=printer', async (page) => {
  const link = results(page).first().getByRole('link')
  const to = (await link.getAttribute('href'))!
  assert.match(to, /^\/pages\//)
  await link.click()
  await page.waitForURL((url) => `${url.pathname}${url.hash}` === to)
})

walk('it accepts 512 characters, and searches 300 ms after the last key press', '/search', async (page) => {
  assert.equal(await field(page).getAttribute('maxlength'), '512')
  const asked = await answerWith(page, () => [hitOf(['Guides', 'One'])])
  await page.clock.install()
  await stopClock(page)
  await field(page).pressSequentially('dns')
  await heading(page, 'Search results for "dns"')
  await page.clock.runFor(299)
  assert.equal(asked.length, 0)
  await page.clock.runFor(2)
  await until('the question', () => asked.length > 0)
  assert.deepEqual(
    asked.map(({ query, hitsPerPage, page: at }) => [query, hitsPerPage, at]),
    [['dns', 20, 0]],
  )
})

walk('twenty results are shown, and more on request', '/search?q=a', async (page) => {
  await results(page).first().waitFor()
  assert.equal(await results(page).count(), 20)
  await page.getByRole('button', { name: 'More results' }).click()
  await until('the next', async () => (await results(page).count()) > 20)
})

walk('no results: a message on the search page', '/search?q=zzqqxx', async (page) => {
  await page.getByText('No results for "zzqqxx"').waitFor()
})
