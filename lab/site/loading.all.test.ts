import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { buildVariant } from './build.ts'
import { openSiteStories, stopClock } from './stage.ts'

/** Chunks of a page that are prefetched, late, or fail to load. */
const site = openSiteStories()
const trial = openSiteStories(await buildVariant('trial'))

/** The Network Information API of a browser. */
const connection = (is: object): string =>
  `Object.defineProperty(navigator, 'connection', { value: ${JSON.stringify({ effectiveType: '4g', saveData: false, ...is })} })`
const link = (page: Page) => page.locator('.theme-doc-sidebar-menu a[href$="/guides/dns"]')
const prefetched = (page: Page): Promise<number> => page.locator('link[rel=prefetch]').count()

site.walk('chunks of linked pages are prefetched', '/docs/intro', async (page) => {
  await until('some to come', async () => (await prefetched(page)) > 5)
})

site.walk('nothing is prefetched on 2g, slow 2g, or with data saver', '/docs/intro', async (page) => {
  for (const is of [{ effectiveType: '2g' }, { effectiveType: 'slow-2g' }, { saveData: true }]) {
    const other = await page.context().newPage()
    await other.addInitScript(connection(is))
    await site.open(other, '/docs/faq')
    await link(other).hover()
    assert.equal(await prefetched(other), 0)
    await link(other).click()
    await other.locator('h1', { hasText: 'DNS and ad blocking' }).waitFor()
  }
})

/** Holds back the responses of chunks until they are released. */
async function holdParts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/js\//, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** A link whose page has not been prefetched. */
async function openSlowly(page: Page): Promise<void> {
  await page.addInitScript(connection({ saveData: true }))
  await site.open(page, '/docs/faq')
}

site.walk(
  'a navigation of more than 200 ms shows progress: 8 %, then up to 2 % every 800 ms',
  '/docs/intro',
  async (page) => {
    await page.clock.install()
    await openSlowly(page)
    const release = await holdParts(page)
    await stopClock(page)
    await link(page).click()
    const bar = page.locator('#nprogress .bar')
    await page.clock.runFor(199)
    assert.equal(await bar.count(), 0)
    await page.clock.runFor(1)
    await bar.waitFor({ state: 'attached' })
    await page.clock.runFor(210)
    const done = async (): Promise<number> =>
      100 + Number(/translate3d\((-?[\d.]+)%/.exec((await bar.getAttribute('style')) ?? '')?.[1])
    assert.ok(Math.abs((await done()) - 8) < 0.001, String(await done()))
    assert.match((await bar.getAttribute('style')) ?? '', /200ms/)
    await page.clock.runFor(500)
    const early = await done()
    await page.clock.runFor(600)
    const late = await done()
    assert.ok(early - 8 < 0.001 && late > early && late - early <= 2, `${early} ${late}`)
    release()
    await until('the page', async () => {
      await page.clock.runFor(100)
      return (await page.locator('h1', { hasText: 'DNS and ad blocking' }).count()) === 1 && (await bar.count()) === 0
    })
  },
)

site.walk('a faster navigation shows no progress', '/docs/intro', async (page) => {
  await page.clock.install()
  await openSlowly(page)
  const release = await holdParts(page)
  await stopClock(page)
  await link(page).click()
  await page.clock.runFor(199)
  release()
  await page.locator('h1', { hasText: 'DNS and ad blocking' }).waitFor()
  await page.clock.runFor(1000)
  assert.equal(await page.locator('#nprogress').count(), 0)
})

/** A test in which a chunk fails to load, which the browser logs. */
const story = (
  says: string,
  stage: typeof site,
  steps: (page: Page) => Promise<void>,
  options?: BrowserContextOptions,
): void =>
  void test(says, { skip: stage.skip }, async () => {
    const page = await stage.browser.newPage(options)
    try {
      await steps(page)
    } finally {
      await page.close()
    }
  })

story('a chunk that fails at first load reloads the page once', site, async (page) => {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads++
  })
  let refused = 0
  await page.route(/\/assets\/js\/(?!main|react|runtime)/, (route) =>
    refused++ === 0 ? route.abort() : route.continue(),
  )
  await site.open(page, '/docs/intro')
  assert.equal(loads, 2)
})

story('a page whose chunks no longer exist is reloaded', site, async (page) => {
  await openSlowly(page)
  let isGone = true
  await page.route(/\/assets\/js\//, (route) => (isGone ? route.abort() : route.continue()))
  page.on('domcontentloaded', () => {
    isGone = false
  })
  const loaded = page.waitForEvent('load')
  await page.route(/\/docs\/guides\/dns$/, (route) => {
    isGone = false
    return route.continue()
  })
  await link(page).click()
  await loaded
  await page.locator('h1', { hasText: 'DNS and ad blocking' }).waitFor()
})

story(
  'a slow chunk shows a loading state after 200 ms; a failed one shows the error and a retry button',
  trial,
  async (page) => {
    await page.clock.install()
    await page.addInitScript(connection({ saveData: true }))
    await trial.open(page, '/trial/parts')
    const waiting: (() => void)[] = []
    let isGone = true
    await page.route(/\/assets\/js\//, async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      await (isGone ? route.abort() : route.continue())
    })
    await stopClock(page)
    const sign = page.locator('#part .spinner')
    const asked = () => until('the part to be asked for', () => waiting.length > 0)
    const answer = (): void => waiting.splice(0).forEach((go) => void go())
    await page.getByRole('button', { name: 'Bring it' }).click()
    await asked()
    await page.clock.runFor(199)
    assert.equal(await sign.count(), 0)
    await page.clock.runFor(1)
    await sign.waitFor()
    answer()
    await page
      .getByRole('alert')
      .getByText(/Loading chunk/)
      .waitFor()
    assert.equal(await sign.count(), 0)
    isGone = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await asked()
    await sign.waitFor()
    answer()
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  },
)
