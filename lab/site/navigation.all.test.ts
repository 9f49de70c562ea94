import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { buildVariant } from './build.ts'
import { openSiteStories } from './stage.ts'

/** Navigation, links and redirects. */
const stage = openSiteStories()
const { walk, open } = stage
const trial = openSiteStories(await buildVariant('trial'))

const texts = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .allTextContents()
    .then((all) => all.map((one) => one.replaceAll('\u200b', '').trim()))
const number = (page: Page, what: string): Promise<number> => page.evaluate<number>(what)

walk('a URL with .html is replaced by the page’s URL', '/docs/intro.html?a=1#what', async (page) => {
  assert.match(page.url(), /\/pages\/docs\/intro\?a=1#what$/)
  await open(page, '/index.html')
  assert.equal(new URL(page.url()).pathname, '/pages/')
})

walk('navigation scrolls to the top, or to the heading of the URL', '/docs/guides/firewall', async (page) => {
  await page.mouse.wheel(0, 900)
  await until('the page to be scrolled', async () => (await number(page, 'scrollY')) > 500)
  await page.locator('.theme-doc-sidebar-menu').getByRole('link', { name: 'Troubleshooting' }).click()
  await page.locator('h1', { hasText: /trouble|not work/i }).waitFor()
  await until('the top', async () => (await number(page, 'scrollY')) === 0)
  const last = page.locator('.table-of-contents a').last()
  const hash = (await last.getAttribute('href'))!
  assert.match(hash, /^#/)
  await last.click()
  await page.waitForURL((url) => url.hash === hash)
  await until('the heading to be in sight', async () => {
    const top = await number(page, `document.getElementById('${hash.slice(1)}').getBoundingClientRect().top`)
    return top >= 0 && top < 900
  })
  assert.ok((await number(page, 'scrollY')) > 0)
})

trial.walk(
  'internal links get the base path; anchors and external links stay unchanged',
  '/docs/guides/overview',
  async (page) => {
    const links = await page.evaluate<string[]>(
      '[...document.querySelectorAll("a[href]")].map((one) => one.getAttribute("href"))',
    )
    const strays = links.filter(
      (link) => !link.startsWith('/pages/') && !link.startsWith('#') && !link.startsWith('https://'),
    )
    assert.deepEqual(strays, [])
    assert.ok(links.includes('https://elsewhere.example/'))
    assert.ok(links.some((link) => /^#./.test(link)))
  },
)

walk('the first focusable element is the skip link', '/docs/guides/dns', async (page) => {
  await page.keyboard.press('Tab')
  const focused = '[document.activeElement.textContent, document.activeElement.tagName].join()'
  assert.equal(await page.evaluate(focused), 'Skip to main content,A')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  assert.equal(
    await number(page, 'Number(document.activeElement.closest("main, [role=region], .main-wrapper") !== null)'),
    1,
  )
  assert.equal(await number(page, 'Number(document.activeElement.closest(".navbar") !== null)'), 0)
})

walk('the sidebar and the breadcrumbs mark the current page', '/docs/guides/dns', async (page) => {
  assert.equal((await texts(page, '.breadcrumbs__item')).join(), ',Guides,DNS and ad blocking')
  assert.deepEqual(await texts(page, '.theme-doc-sidebar-menu [aria-current="page"]'), ['DNS and ad blocking'])
  await page.locator('.theme-doc-sidebar-menu').getByRole('link', { name: 'Firewall' }).click()
  await page.waitForURL((url) => url.pathname.endsWith('/firewall'))
  await until(
    'the crumbs to follow',
    async () => (await texts(page, '.breadcrumbs__item')).join() === ',Guides,Firewall and routing',
  )
})

trial.walk('the table of contents lists headings of levels 2 and 3', '/trial/docs/levels', async (page) => {
  assert.deepEqual(await texts(page, '.theme-doc-toc-desktop a'), ['Second level', 'Third level'])
  assert.equal(await page.locator('h4').count(), 1)
})

walk('a missing page shows the not-found page with links', '/docs/intro', async (page) => {
  const response = await page.goto(`${stage.site.origin}/pages/docs/nothing/at/all`)
  assert.equal(response?.status(), 404)
  await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
  for (const place of ['Search the site', 'introduction'])
    assert.equal(await page.locator('main').getByRole('link', { name: place }).count(), 1)
})

walk('the not-found page keeps its title below every path', '/docs/intro', async (page) => {
  for (const path of ['/nothing', '/docs/nothing', '/articles/nothing', '/blog/nothing']) {
    await open(page, path)
    await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
    assert.equal(await page.title(), 'Page Not Found | Sallyport', path)
  }
})
