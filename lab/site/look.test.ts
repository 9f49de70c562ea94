import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { violationsOn } from '../browser/axe.ts'
import { until } from '../process/until.ts'
import { takesLetters } from './box.ts'
import { VIEWS, WIDTHS } from './kinds.ts'
import { openSiteStories, PHONE } from './stage.ts'

/** Accessibility of every kind of page: light and dark, desktop and phone, keyboard only. */
const stage = openSiteStories()
const { walk, open } = stage

/** The narrowest common phones. */
const NARROWEST = { width: 360, height: 740 }
const LOOKED_AT = ['desk', 'phone'] as const

/** Endless animations are not waited for. */
const SETTLED = `Promise.all(document.getAnimations()
  .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
  .map((one) => one.finished.catch(() => {})))`

/**
 * Removes the operations of the API page of which every element has the tags, classes and `data-` attributes of one that stays,
 * from the operation down to the element: their colors are the same.
 */
const REMOVE_ALIKE = `(() => {
  const kept = new Set()
  for (const operation of document.querySelectorAll('section.operation')) {
    const paths = new Map([[operation, '']])
    for (const one of operation.querySelectorAll('*')) {
      const styled = [...one.attributes].filter(({ name }) => /^(class|style|data-)/.test(name))
      paths.set(one, paths.get(one.parentElement) + ' ' + one.tagName + styled.map(({ name, value }) => name + value))
    }
    if ([...paths.values()].every((path) => kept.has(path))) operation.remove()
    for (const path of paths.values()) kept.add(path)
  }
})()`

for (const [name, view] of Object.entries(VIEWS))
  for (const width of LOOKED_AT) {
    if (view.isPrinted || name === 'api-operation' || (view.only && !view.only.includes(width))) continue
    const viewport = width === 'phone' ? NARROWEST : { width: WIDTHS.desk[0], height: WIDTHS.desk[1] }
    walk(
      `${name} on a ${width}: no overflow and no axe violations, light and dark`,
      view.path,
      async (page) => {
        try {
          await view.steps?.(page, stage.site)
        } finally {
          stage.site.isSearchDown = false
        }
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
        assert.ok(wide <= viewport.width, `${wide} pixels where there are ${viewport.width}`)
        if (view.path.startsWith('/api/')) {
          // This page has 44,000 elements. They are the same in every look.
          if (width === 'phone') return
          assert.deepEqual(await violationsOn(page, 'without colors'), [])
          await page.evaluate(REMOVE_ALIKE)
        }
        for (const mode of ['light', 'dark']) {
          await page.evaluate(`document.documentElement.dataset.theme = '${mode}'`)
          // Colors are read after their transitions.
          await page.evaluate(SETTLED)
          // Only colors differ between light and dark.
          assert.deepEqual(await violationsOn(page, mode === 'light' ? 'all' : 'colors'), [], mode)
        }
      },
      { viewport, reducedMotion: 'reduce' },
    )
  }

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

const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `(() => { const { activeElement: one } = document; return (one.getAttribute('aria-label') || one.innerText || one.placeholder || one.tagName).trim() })()`,
  )

async function tabs(page: Page, times: number): Promise<string[]> {
  const names: string[] = []
  for (let i = 0; i < times; i++) {
    await page.keyboard.press('Tab')
    names.push(await focused(page))
  }
  return names
}

walk('keyboard: skip link first, then header, menu and bar in visual order', '/', async (page) => {
  assert.deepEqual(await tabs(page, 4), ['Skip to main content', 'Products', 'Solutions', 'Features'])
  await page.keyboard.press('Enter')
  const entries = await page.locator('#features a:visible').allInnerTexts()
  assert.deepEqual(await tabs(page, entries.length), entries)
  const rest = await tabs(page, 9)
  await page.locator('#features').waitFor({ state: 'hidden' })
  assert.deepEqual(rest.slice(2, 8), ['Sallyport', 'Documentation', 'Setup Guide', 'Articles', 'API', 'Blog'])
  const outlined = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')
  assert.notEqual(outlined, 'none')
  await open(page, '/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await until('the focus to be past the bars', () =>
    page.evaluate<boolean>(
      `document.activeElement.tagName === 'MAIN' || document.activeElement.querySelector('main') !== null`,
    ),
  )
})

walk('keyboard: the search box traps the focus and restores it', '/docs/intro', async (page) => {
  const button = page.locator('.DocSearch-Button')
  await button.focus()
  await page.keyboard.press('Enter')
  await takesLetters(page)
  await page.keyboard.type('fire')
  await page.locator('.DocSearch-Hit[aria-selected="true"]').waitFor()
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab')
    assert.ok(await page.evaluate<boolean>(`document.activeElement.closest('.DocSearch-Container') !== null`))
  }
  await page.locator('.DocSearch-Input').focus()
  await page.keyboard.press('ArrowDown')
  const active = await page.locator('.DocSearch-Input').getAttribute('aria-activedescendant')
  assert.equal(await page.locator(`#${active}`).getAttribute('role'), 'treeitem')
  await page.keyboard.press('Escape')
  await page.locator('.DocSearch-Modal').waitFor({ state: 'detached' })
  await until('the focus to be back', () =>
    page.evaluate<boolean>(`document.activeElement.matches('.DocSearch-Button')`),
  )
})

walk(
  'keyboard: the mobile sidebar opens, navigates and closes',
  '/docs/intro',
  async (page) => {
    await page.getByRole('button', { name: 'Toggle navigation bar' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.navbar-sidebar').waitFor()
    await until('the list of pages', async () => (await tabs(page, 1))[0] === 'FAQ')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/faq')
    await page.locator('.navbar-sidebar--show').waitFor({ state: 'detached' })
  },
  PHONE,
)
