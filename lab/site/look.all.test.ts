import assert from 'node:assert/strict'
import { allLooks, IN_SHORT, look } from './look.fixture.ts'
import { openSiteStories, PHONE } from './stage.ts'

/** Accessibility of every kind of page: light and dark, desktop and phone. */
const stage = openSiteStories()
const { walk, open } = stage

for (const [name, width] of allLooks())
  look(stage, name, width, IN_SHORT[name] === width ? ['dark'] : ['light', 'dark'])

const SHIFTS = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value
  }).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
})`

walk(
  'no layout shift while a page loads',
  '/',
  async (page) => {
    for (const path of [
      '/',
      '/docs/guides/firewall',
      '/blog',
      '/blog/how-a-packet-is-judged',
      '/search?q=dns',
      '/api/0',
    ]) {
      await open(page, path)
      await page.waitForLoadState('networkidle')
      const moved = await page.evaluate<number>(SHIFTS)
      assert.ok(moved <= 0.1, `${path}: ${moved}`)
    }
  },
  PHONE,
)

walk('only the style sheet blocks rendering, and pictures have reserved sizes', '/', async (page) => {
  for (const path of ['/', '/docs/guides/overview', '/blog/asking-the-firewall-why']) {
    await open(page, path)
    const waits = await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').filter((one) => one.renderBlockingStatus === 'blocking').map(({ name }) => name)`,
    )
    assert.ok(waits.length === 1 && waits[0]?.endsWith('.css'), waits.join(' '))
    const placeless = await page.evaluate<string[]>(
      `[...document.images].filter((one) => !one.width && !one.getAttribute('width')).map(({ src }) => src.slice(0, 200))`,
    )
    assert.deepEqual(placeless, [], path)
  }
})

walk(
  'the navigation bar fits on one line at every desktop width',
  '/',
  async (page) => {
    const cut = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.navbar__link, .navbar__title')]
        .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().height > 48))
        .map(({ innerText }) => innerText)`,
    )
    assert.deepEqual(cut, [])
  },
  { viewport: { width: 997, height: 768 } },
)
