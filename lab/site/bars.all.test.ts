import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { buildVariant } from './build.ts'
import { openSiteStories, PHONE } from './stage.ts'

/** The navigation bar with entries of every kind, its sidebar on a phone, and the footer. */
const site = openSiteStories()
const trial = openSiteStories(await buildVariant('trial'))

const top = (page: Page): Promise<number> =>
  page.evaluate<number>(`document.querySelector('.navbar').getBoundingClientRect().top`)

trial.walk('all item types of the navigation bar work', '/docs/intro', async (page) => {
  const bar = page.locator('.navbar__inner')
  const href = (name: string) => bar.getByRole('link', { name, exact: true }).first().getAttribute('href')
  assert.equal(await href('Trial'), '/pages/trial/parts')
  assert.equal(await bar.getByRole('link', { name: /Elsewhere/ }).getAttribute('href'), 'https://elsewhere.example/')
  assert.equal(await bar.locator('b.raw').textContent(), 'raw')
  assert.equal(await href('A document'), '/pages/docs/faq')
  assert.equal(await href('A sidebar'), '/pages/docs/intro')
  assert.equal(await href('0.1'), '/pages/docs/intro')
  assert.deepEqual(await bar.locator('.dropdown > a').allTextContents(), ['More', '0.1', 'English'])
  const [left, right] = await Promise.all(
    ['', '--right'].map((side) => bar.locator(`.navbar__items${side}`).first().textContent()),
  )
  assert.match(left!, /Trial.*raw.*A sidebar/)
  assert.match(right!, /0\.1.*English/)
})

trial.walk(
  'a menu opens on hover and with Enter, and closes on a click, touch or focus outside',
  '/docs/intro',
  async (page) => {
    const menu = page.locator('.dropdown', { hasText: 'More' }).first()
    const list = menu.locator('.dropdown__menu')
    const entry = menu.locator('> a')
    await entry.hover()
    await list.waitFor()
    await page.mouse.move(640, 700)
    await list.waitFor({ state: 'hidden' })
    const elsewhere: (() => Promise<unknown>)[] = [
      () => page.mouse.click(640, 700),
      () => page.locator('main h1').dispatchEvent('touchstart'),
      () => page.locator('.theme-doc-sidebar-menu a').first().focus(),
    ]
    for (const leave of elsewhere) {
      await entry.focus()
      await page.keyboard.press('Enter')
      await list.waitFor()
      assert.equal(await entry.getAttribute('aria-expanded'), 'true')
      await leave()
      await list.waitFor({ state: 'hidden' })
    }
  },
)

trial.walk('the bar stays visible if hiding is off', '/docs/guides/firewall', async (page) => {
  await page.mouse.move(640, 500)
  await page.mouse.wheel(0, 900)
  await until('the page to be scrolled', async () => (await page.evaluate<number>('scrollY')) > 600)
  assert.equal(await top(page), 0)
})

site.walk(
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

site.walk(
  'a hidden bar is shown on another page, but not when navigating to a heading',
  '/docs/guides/firewall',
  async (page) => {
    await page.mouse.move(640, 500)
    await page.mouse.wheel(0, 700)
    await until('the bar to hide', async () => (await top(page)) < -50)
    await page.locator('.theme-doc-sidebar-menu').locator('a[href$="/guides/dns"]').click()
    await page.waitForURL((url) => url.pathname.endsWith('/dns'))
    await until('the bar to be there', async () => (await top(page)) >= 0)
    await page.locator('.table-of-contents a').last().click()
    await until('the bar to leave the heading alone', async () => (await top(page)) < -50)
  },
)

const hamburger = (page: Page) => page.getByRole('button', { name: 'Toggle navigation bar' })
const sidebar = (page: Page) => page.locator('.navbar-sidebar')

site.walk('the mobile layout ends at 996 pixels', '/docs/intro', async (page) => {
  await page.setViewportSize({ width: 996, height: 800 })
  await hamburger(page).waitFor()
  assert.equal(await page.locator('.theme-doc-sidebar-menu').isVisible(), false)
  await page.setViewportSize({ width: 997, height: 800 })
  await hamburger(page).waitFor({ state: 'hidden' })
  await page.locator('.theme-doc-sidebar-menu').first().waitFor()
})

site.walk(
  'the mobile sidebar shows documents, then the main menu; it closes by button, click outside, and on a wide screen',
  '/docs/intro',
  async (page) => {
    const open = async (): Promise<void> => {
      await hamburger(page).click()
      await sidebar(page).locator('a[href$="/guides/firewall"]').waitFor()
    }
    const isClosed = () => page.locator('.navbar-sidebar--show').waitFor({ state: 'detached' })
    await open()
    await sidebar(page)
      .getByRole('button', { name: /Back to main menu/ })
      .click()
    await sidebar(page).getByRole('link', { name: 'Setup Guide' }).waitFor()
    await sidebar(page).getByRole('button', { name: 'Close navigation bar' }).click()
    await isClosed()
    await open()
    await page.mouse.click(380, 500)
    await isClosed()
    await open()
    await page.setViewportSize({ width: 997, height: 844 })
    await isClosed()
  },
  PHONE,
)

trial.walk(
  'on a phone, menus are collapsed unless they contain the current page',
  '/docs/faq',
  async (page) => {
    const menu = () => sidebar(page).locator('.menu__list-item', { hasText: 'More' }).first()
    const show = async (): Promise<void> => {
      await hamburger(page).click()
      await sidebar(page)
        .getByRole('button', { name: /Back to main menu/ })
        .click()
    }
    await show()
    await menu().waitFor()
    assert.equal(await menu().getByRole('link', { name: 'Firewall' }).isVisible(), false)
    await trial.open(page, '/docs/guides/firewall')
    await show()
    await menu().getByRole('link', { name: 'Firewall' }).waitFor()
  },
  PHONE,
)

site.walk('the footer has columns', '/', async (page) => {
  assert.deepEqual(await page.locator('.footer__title').allTextContents(), ['Learn', 'Set up', 'Develop', 'Community'])
})

trial.walk('the footer in one row, with an optional logo', '/', async (page) => {
  const foot = page.getByRole('contentinfo')
  assert.equal(await foot.locator('.footer__title').count(), 0)
  assert.ok((await foot.locator('.footer__link-item').count()) >= 8)
  assert.equal(await foot.getByRole('img', { name: 'A gate' }).first().isVisible(), true)
  assert.match((await foot.textContent()) ?? '', /Nobody’s$/)
})

/** Milliseconds that a category of the sidebar takes to expand. */
const folding = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const menu = document.querySelector('.theme-doc-sidebar-menu')
    new MutationObserver(() => {
      const style = menu.querySelector('ul[style*="transition"]')?.getAttribute('style') ?? ''
      const [, ms] = /height (\\d+)ms/.exec(style) ?? []
      if (ms) resolve(Number(ms))
    }).observe(menu, { subtree: true, childList: true, attributes: true })
    ;[...menu.querySelectorAll('.menu__list-item-collapsible > *')].find((one) => one.textContent === 'Security').click()
  })`)

site.walk('the duration of a collapse depends on its height', '/docs/intro', async (page) => {
  const ms = await folding(page)
  assert.ok(ms >= 100 && ms < 1000, String(ms))
})

site.walk(
  'with reduced motion, a collapse takes 1 ms',
  '/docs/intro',
  async (page) => assert.equal(await folding(page), 1),
  { reducedMotion: 'reduce' },
)
