import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildVariant } from './build.ts'
import { openSiteStories } from './stage.ts'

/** Error pages and their reasons. */
const stage = openSiteStories(await buildVariant('trial'))

/** A failing page logs errors, which other tests forbid. */
const story = (says: string, steps: (page: Page) => Promise<void>): void =>
  void test(says, { skip: stage.skip }, async () => {
    const page = await stage.browser.newPage()
    try {
      await steps(page)
    } finally {
      await page.close()
    }
  })

const crash = (page: Page) => page.locator('main').filter({ hasText: 'This page crashed.' })

/** The reasons on the page, in order. */
async function reasons(page: Page, what: string): Promise<string[]> {
  await page.goto(`${stage.site.origin}/pages/trial/crash?${what}`)
  await page.getByRole('heading', { name: 'This page crashed.' }).waitFor()
  return ((await crash(page).locator('p').textContent()) ?? '').split('\n\nCause:\n')
}

story('a page that crashes shows the error and a retry button', async (page) => {
  assert.deepEqual(await reasons(page, 'page'), ['The first reason.', 'The reason of that.'])
  await page.evaluate(`history.replaceState(null, '', '#mended')`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Whole again.').waitFor()
})

story('an unknown item type of the bar is reported', async (page) => {
  assert.deepEqual(await reasons(page, 'type'), ['No NavbarItem component found for type "nothing".'])
})

story('a bar item that cannot be rendered is reported', async (page) => {
  const [first = '', second = ''] = await reasons(page, 'item')
  assert.match(
    first,
    /^A theme navbar item failed to render\.\nPlease double-check the following navbar item \(themeConfig/,
  )
  assert.match(first, /"sidebarId": "nothing"/)
  assert.match(second, /^Can't find any sidebar with id "nothing" in version current/)
})

story('a missing docs version is reported', async (page) => {
  const [reason = ''] = await reasons(page, 'version')
  assert.match(reason, /^No docs version exist for name '9\.9'/)
})

story('a sidebar without a target is reported', async (page) => {
  const [reason = ''] = await reasons(page, 'sidebar')
  assert.match(reason, /Sidebar with ID "nowhere" doesn't have anything to be linked to\.$/)
})

story('using the docs version outside of docs is reported', async (page) => {
  const [reason = ''] = await reasons(page, 'plugin')
  assert.match(reason, /^Can't find active docs plugin for "\/pages\/trial\/crash" pathname/)
})

story('using a route context outside of a route is reported', async (page) => {
  assert.deepEqual(await reasons(page, 'route'), ['Unexpected: no Docusaurus route context found'])
})

story('using a context outside of its provider is reported', async (page) => {
  const [reason = ''] = await reasons(page, 'hook')
  assert.match(reason, /^Hook \w+ is called outside the <NavbarMobileSidebarProvider>/)
})

story('a page without an export is reported', async (page) => {
  await page.goto(`${stage.site.origin}/pages/trial/nothing`)
  await crash(page).getByText("The page component at /pages/trial/nothing doesn't have a default export.").waitFor()
})

story('a wrong base path is reported', async (page) => {
  const { origin } = stage.site
  const home = await (await fetch(`${origin}/pages/`)).text()
  await page.route(`${origin}/elsewhere`, (route) => route.fulfill({ contentType: 'text/html', body: home }))
  await page.route(/\/assets\//, (route) => route.abort())
  await page.goto(`${origin}/elsewhere`)
  const banner = page.locator('#__docusaurus-base-url-issue-banner')
  await banner.getByText('did not load properly').waitFor()
  await banner.getByText('/elsewhere/').waitFor()
})
