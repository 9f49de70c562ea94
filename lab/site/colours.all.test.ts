import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { buildVariant } from './build.ts'
import { openSiteStories } from './stage.ts'

/** The color mode: light, dark and system, by default and by choice. */
const site = openSiteStories()
const trial = openSiteStories(await buildVariant('trial'))

const toggle = (page: Page) => page.getByRole('button', { name: /Switch between/ })

/** Waits until the shown, chosen and saved color modes are these. */
async function are(page: Page, wanted: string): Promise<void> {
  const look = `[document.documentElement.dataset.theme, document.documentElement.dataset.themeChoice, localStorage.getItem('theme')].join()`
  await until(`the colours to be ${wanted}`, async () => (await page.evaluate<string>(look)) === wanted)
}

site.walk(
  'the default is light, regardless of the system; the switch toggles and is stored',
  '/docs/intro',
  async (page) => {
    await are(page, 'light,light,')
    for (const choice of ['dark', 'light', 'dark']) {
      await toggle(page).click()
      await are(page, `${choice},${choice},${choice}`)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await site.open(page, '/blog')
    await are(page, 'dark,dark,dark')
  },
  { colorScheme: 'dark' },
)

site.walk('a color mode is applied in other tabs immediately', '/docs/intro', async (page) => {
  const other = await page.context().newPage()
  await site.open(other, '/blog')
  await toggle(page).click()
  await are(other, 'dark,dark,dark')
})

site.walk('the color switch is disabled until the page is hydrated', '/docs/intro', async (page) => {
  assert.equal(await toggle(page).isEnabled(), true)
  const still = await page.context().newPage()
  await still.route(/\/assets\/js\//, (route) => route.abort())
  await still.goto(`${site.site.origin}/pages/docs/intro`)
  assert.equal(await still.locator('button[aria-label^="Switch between"]').isDisabled(), true)
})

site.walk('code blocks are light on dark, also in light mode', '/docs/setup_guides/setup_run_spr', async (page) => {
  const look = `getComputedStyle(document.querySelector('.theme-code-block:not(.language-text)')).backgroundColor`
  assert.equal(await page.evaluate<string>(look), 'rgb(20, 33, 29)')
})

trial.walk(
  'with system mode, the switch cycles system, light, dark; nothing stored means system',
  '/docs/intro',
  async (page) => {
    await are(page, 'dark,system,')
    await page.emulateMedia({ colorScheme: 'light' })
    await are(page, 'light,system,')
    for (const step of ['light,light,light', 'dark,dark,dark', 'light,system,']) {
      await toggle(page).click()
      await are(page, step)
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await are(page, 'dark,system,')
  },
  { colorScheme: 'dark' },
)

trial.walk('without a switch, a stored color mode is deleted', '/docs/intro', async (page) => {
  await toggle(page).click()
  await are(page, 'light,light,light')
  await trial.open(page, '/trial/fixed')
  assert.equal(await page.locator('#fixed button').count(), 0)
  await until('the saved choice to be deleted', async () => {
    return (await page.evaluate<string | null>(`localStorage.getItem('theme')`)) === null
  })
})
