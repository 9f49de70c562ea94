import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { isClosed, takesLetters } from './box.ts'
import { IN_SHORT, look } from './look.fixture.ts'
import { openSiteStories, PHONE } from './stage.ts'

/** Accessibility of the most visited kinds of pages, and keyboard only. */
const stage = openSiteStories()
const { walk, open } = stage

for (const [name, width] of Object.entries(IN_SHORT)) look(stage, name, width, ['light'])

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
  await isClosed(page)
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
