import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { isFound, lookFor, takesLetters } from './box.ts'
import { openSiteStories, PHONE } from './stage.ts'

/** Search, menus, color modes, and a chunk that fails to load. */
const stage = openSiteStories()
const { skip, walk, open } = stage

const box = (page: Page) => page.locator('.DocSearch-Modal')

walk('three letters find a page; Enter opens it, and it becomes a recent search', '/docs/intro', async (page) => {
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

walk('a search without results says so, and links to the contact page', '/docs/intro', async (page) => {
  await lookFor(page, 'zzqqxx')
  await page.getByText('No results for "zzqqxx"').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Let us know.' }).getAttribute('href'), '/pages/docs/contact')
  await page.keyboard.press('Escape')
  await box(page).waitFor({ state: 'detached' })
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

walk(
  'the mobile sidebar covers the header, and links back to the main menu',
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
  'the bar hides on scrolling down, and is shown on scrolling up and near the end',
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
  'the default is light mode; dark mode is stored',
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

test('a chunk that fails at first load reloads the page once', { skip }, async () => {
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

test('pages and the API reference work without JavaScript', { skip }, async () => {
  const context = await stage.browser.newContext({ javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    await page.goto(`${stage.site.origin}/pages/api/0`)
    assert.ok((await page.getByRole('heading', { level: 3 }).count()) > 150)
  } finally {
    await context.close()
  }
})
