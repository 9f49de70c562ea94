import assert from 'node:assert/strict'
import { until } from '../process/until.ts'
import { openSiteStories, PHONE } from './stage.ts'

/** The API reference, and what it shares with other pages: tables and copy buttons on a phone. */
const stage = openSiteStories()
const { walk, open } = stage

walk('the navigation links to each operation of a tag', '/api/0', async (page) => {
  const nav = page.getByRole('navigation', { name: 'API' })
  const link = nav.getByRole('link', { name: 'GET /devices', exact: true })
  assert.equal(await link.isVisible(), false)
  await nav.locator('summary').getByText('device', { exact: true }).click()
  await link.click()
  await page.waitForURL('**/api/0#getDevices')
})

walk('the fields of a type expand where it is used, also nested ones', '/api/0', async (page) => {
  const operation = page.locator('section.operation', { has: page.locator('#getDevices') })
  assert.equal(await operation.getByText('DeviceDisabled').count(), 1, 'in the sample alone')
  await operation.getByText('Fields of DeviceEntry').click()
  await operation.locator('dt').getByText('DeviceDisabled').waitFor()
  await operation.getByText('Fields of PSKEntry').click()
  await operation.locator('dt').getByText('Psk', { exact: true }).waitFor()
})

walk('every operation shows its responses', '/api/0', async (page) => {
  const [operations, samples] = await page.evaluate<number[]>(
    '[".operation .target", ".operation summary[data-name=Response]"].map((one) => document.querySelectorAll(one).length)',
  )
  assert.ok(operations! > 150)
  assert.equal(samples, operations)
  const operation = page.locator('section.operation', { has: page.locator('#getDevices') })
  await operation.locator('summary[data-name=Response]').click()
  assert.match(await operation.locator('details[open] pre').last().innerText(), /"PSKEntry": \{/)
})

walk('openapi.json can be downloaded', '/api/0', async (page) => {
  const href = await page.getByRole('link', { name: 'Download openapi.json' }).getAttribute('href')
  const response = await page.request.get(stage.site.origin + href)
  assert.equal((await response.json()).openapi, '3.1.0')
})

walk('limits use the singular for one', '/api/0', async (page) => {
  const text = (await page.locator('main').textContent()) ?? ''
  assert.match(text, /at least 1 item\b/)
  assert.doesNotMatch(text, /\b1 (characters|items)\b|__schema/)
})

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
