import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { buildVariant } from './build.ts'
import { openSiteStories } from './stage.ts'

/** The announcement bar: shown until it is dismissed, and again if its text changes. */
const site = openSiteStories()
const { walk, open } = openSiteStories(await buildVariant('trial'))

const bar = (page: Page) => page.locator('.theme-announcement-bar')
const kept = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `['id', 'dismiss'].map((name) => localStorage.getItem('docusaurus.announcement.' + name)).join()`,
  )

walk('an announcement is shown in its colours until it is dismissed', '/docs/intro', async (page) => {
  await bar(page).getByText('There is news.').waitFor()
  assert.equal(await bar(page).locator('b').textContent(), 'news')
  const colours = `(({ backgroundColor, color }) => backgroundColor + color)(getComputedStyle(document.querySelector('.theme-announcement-bar')))`
  assert.equal(await page.evaluate(colours), 'rgb(18, 52, 86)rgb(254, 220, 186)')
  assert.equal(await kept(page), 'second,false')
  await bar(page).getByRole('button', { name: 'Close' }).click()
  await bar(page).waitFor({ state: 'detached' })
  assert.equal(await kept(page), 'second,true')
  await open(page, '/blog')
  assert.equal(await bar(page).count(), 0)
})

walk('a new announcement is shown after the previous one was dismissed', '/docs/intro', async (page) => {
  await page.evaluate(
    `localStorage.setItem('docusaurus.announcement.id', 'first'), localStorage.setItem('docusaurus.announcement.dismiss', 'true')`,
  )
  await open(page, '/blog')
  await bar(page).getByText('There is news.').waitFor()
  assert.equal(await kept(page), 'second,false')
})

site.walk('without an announcement there is no bar', '/', async (page) => {
  assert.equal(await bar(page).count(), 0)
})
