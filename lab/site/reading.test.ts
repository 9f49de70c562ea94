import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isClosed, isFound, lookFor, openBox, takesLetters } from './box.ts'
import { openSiteStories } from './stage.ts'

/** Search, the menu of the header, and pages without JavaScript. */
const stage = openSiteStories()
const { skip, walk, open } = stage

walk('three letters find a page; Enter opens it, and it becomes a recent search', '/docs/intro', async (page) => {
  await page.keyboard.press('/')
  await takesLetters(page)
  await page.keyboard.type('fir')
  await isFound(page)
  await page.keyboard.press('Enter')
  await isClosed(page)
  await page.waitForURL((url) => url.pathname !== '/pages/docs/intro')
  await page.locator('h1').waitFor()
  await openBox(page)
  await page.getByText('Recent', { exact: true }).waitFor()
})

walk('a failed search shows an error in the box and on the page', '/docs/intro', async (page) => {
  stage.site.isSearchDown = true
  try {
    await lookFor(page, 'dns')
    await page.getByText('Unable to fetch results').waitFor()
    await open(page, '/search?q=dns')
    await page.getByText('You might want to check your network connection.').waitFor()
  } finally {
    stage.site.isSearchDown = false
  }
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('main li').first().waitFor()
})

walk('the header menu opens by pointer and keyboard, above the bar', '/', async (page) => {
  const button = page.getByRole('button', { name: 'Features' })
  const menu = page.locator('#features')
  await button.hover()
  await menu.waitFor()
  const [header, bar] = await page.evaluate<string[]>(
    '[...document.querySelectorAll("[class*=header_], [class*=wrapper_]:has(> .navbar)")].map((one) => getComputedStyle(one).zIndex)',
  )
  assert.deepEqual([header, bar], ['60', '50'])
  await page.mouse.move(640, 700)
  await menu.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Solutions' }).focus()
  await page.keyboard.press('Tab')
  await menu.waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await menu.waitFor()
  await page.keyboard.press('Enter')
  await menu.waitFor({ state: 'hidden' })
  await page.keyboard.press('Space')
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
})

test('pages and the API reference work without JavaScript', { skip }, async () => {
  const context = await stage.browser.newContext({ javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    await page.goto(`${stage.site.origin}/pages/api/0`)
    // By tag: roles are computed for each of the 44,000 elements.
    assert.ok((await page.locator('h3').count()) > 150)
    assert.ok(await page.locator('h3').first().isVisible())
  } finally {
    await context.close()
  }
})
