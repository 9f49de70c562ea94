import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../until.ts'
import { isFound, lookFor, takesLetters } from './box.ts'
import { openSiteStories, PHONE } from './stage.ts'

/** What readers do: search, menus, colours, and a part that does not come. */
const stage = openSiteStories()
const { skip, walk, open } = stage

const box = (page: Page) => page.locator('.DocSearch-Modal')

walk('three letters find a page, which Enter opens and the box remembers', '/docs/intro', async (page) => {
  await page.keyboard.press('/')
  await takesLetters(page)
  await page.keyboard.type('fir')
  await isFound(page)
  await page.keyboard.press('Enter')
  await box(page).waitFor({ state: 'detached' })
  await page.waitForURL((url) => url.pathname !== '/pages/docs/intro')
  await page.locator('h1').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByText('Recent', { exact: true }).waitFor()
})

walk('what finds nothing says so, and whom to tell', '/docs/intro', async (page) => {
  await lookFor(page, 'zzqqxx')
  await page.getByText('No results for "zzqqxx"').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Let us know.' }).getAttribute('href'), '/pages/docs/contact')
  await page.keyboard.press('Escape')
  await box(page).waitFor({ state: 'detached' })
})

walk('a search that does not answer says so, in the box and on the page', '/docs/intro', async (page) => {
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

walk('the menu of the header opens by pointer and by keyboard, over the bar', '/', async (page) => {
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

walk(
  'on a phone the sidebar lies above the header, and leads back to the main menu',
  '/docs/intro',
  async (page) => {
    await page.getByRole('button', { name: 'Toggle navigation bar' }).click()
    await page.getByRole('button', { name: /Back to main menu/ }).click()
    await page.locator('.navbar-sidebar').getByRole('link', { name: 'Blog' }).waitFor()
    await page.setViewportSize({ width: 997, height: 844 })
    await page.locator('.navbar-sidebar--show').waitFor({ state: 'detached' })
  },
  PHONE,
)

walk(
  'the bar goes while one reads down, and is there again upwards and near the end',
  '/docs/guides/firewall',
  async (page) => {
    const top = (is: string) =>
      until(`the bar to be ${is}`, () =>
        page.evaluate<boolean>(`document.querySelector('.navbar').getBoundingClientRect().top ${is}`),
      )
    await page.mouse.move(640, 500)
    await page.mouse.wheel(0, 600)
    await top('< -50')
    await page.mouse.wheel(0, -100)
    await top('=== 0')
    await page.mouse.wheel(0, 300)
    await top('< -50')
    await page.mouse.wheel(0, 50_000)
    await top('=== 0')
  },
)

walk(
  'day is the beginning, whatever the system says; night is remembered',
  '/',
  async (page) => {
    const theme = page.locator('html[data-theme="dark"]')
    assert.equal(await theme.count(), 0)
    await page.getByRole('button', { name: /Switch between/ }).click()
    await theme.waitFor({ state: 'attached' })
    await open(page, '/blog')
    await theme.waitFor({ state: 'attached' })
  },
  { colorScheme: 'dark' },
)

test('a part that does not come at first has the page loaded again, once', { skip }, async () => {
  const page = await stage.browser.newPage()
  try {
    let loads = 0
    page.on('domcontentloaded', () => {
      loads++
    })
    let refused = 0
    await page.route(/\/assets\/js\/(?!main|react|runtime)/, (route) =>
      refused++ === 0 ? route.abort() : route.continue(),
    )
    await open(page, '/docs/intro')
    assert.equal(loads, 2)
  } finally {
    await page.close()
  }
})

test('without scripts the pages are there to be read, the API too', { skip }, async () => {
  const context = await stage.browser.newContext({ javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    await page.goto(`${stage.site.origin}/pages/api/0`)
    assert.ok((await page.getByRole('heading', { level: 3 }).count()) > 150)
  } finally {
    await context.close()
  }
})
