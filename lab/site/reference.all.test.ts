import assert from 'node:assert/strict'
import { until } from '../process/until.ts'
import { openSiteStories, PHONE } from './stage.ts'

/** What the API reference shares with other pages: tables and copy buttons, on a phone. */
const { walk, open } = openSiteStories()

walk(
  'wide tables can be scrolled by keyboard',
  '/docs/setup_guides/virtual_spr',
  async (page) => {
    const frames = await page.evaluate<[boolean, string | null, number][]>(
      `[...document.querySelectorAll('.table-frame')].map((one) => [one.scrollWidth > one.clientWidth, one.getAttribute('role'), one.tabIndex])`,
    )
    assert.ok(frames.length > 0)
    for (const [isWide, role, tabIndex] of frames)
      assert.deepEqual([role, tabIndex], isWide ? ['region', 0] : [null, -1])
    await page.setViewportSize({ width: 220, height: 700 })
    const region = page.getByRole('region', { name: 'Table, can be scrolled' }).first()
    await region.focus()
    await page.keyboard.press('ArrowRight')
    const scrolled = "document.querySelector('.table-frame[role=region]').scrollLeft"
    await until('the scrolling', async () => (await page.evaluate<number>(scrolled)) > 0)
  },
  PHONE,
)

walk(
  'copy buttons are large enough for touch',
  '/docs/setup_guides/virtual_spr',
  async (page) => {
    for (const path of ['/docs/setup_guides/virtual_spr', '/api/0']) {
      await open(page, path)
      const box = await page.locator('.copy').first().boundingBox()
      assert.ok(box && box.width >= 44 && box.height >= 44, `${path}: ${JSON.stringify(box)}`)
    }
  },
  { ...PHONE, hasTouch: true, isMobile: true },
)

walk(
  'on a phone, the API page arrives in the order in which it is shown',
  '/api/0',
  async (page) => {
    const tops = await page.evaluate<number[]>(
      `[...document.querySelector('.api').children].map((one) => one.getBoundingClientRect().top)`,
    )
    assert.equal(tops.length, 3)
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
    )
  },
  PHONE,
)
