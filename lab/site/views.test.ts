import assert from 'node:assert/strict'
import { until } from '../process/until.ts'
import { openSiteStories } from './stage.ts'

/** Page view reports. */
const stage = openSiteStories()
const { walk } = stage

/** Waits for page view reports of `paths`. */
const viewed = () => [...stage.site.viewed]
const reported = (paths: readonly string[]) =>
  until(`${paths} to be reported`, () => stage.site.viewed.length >= paths.length).then(() =>
    assert.deepEqual(viewed(), paths),
  )

walk('each page view is reported once by its path; anchors are not', '/docs/intro', async (page) => {
  await reported(['/pages/docs/intro'])
  await page.getByRole('link', { name: 'Blog', exact: true }).first().click()
  await page.waitForURL('**/pages/blog')
  await reported(['/pages/docs/intro', '/pages/blog'])
  await page.evaluate("location.hash = 'top'")
  await page.goBack()
  await page.goBack()
  await page.waitForURL('**/pages/docs/intro')
  await reported(['/pages/docs/intro', '/pages/blog', '/pages/docs/intro'])
})

walk('with DNT, no page views are reported', '/docs/intro', async (page) => {
  await page.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })")
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Blog', exact: true }).first().click()
  await page.waitForURL('**/pages/blog')
  await page.waitForLoadState('networkidle')
  assert.ok(sent.some((path) => path.startsWith('/pages/assets/')))
  assert.ok(!sent.includes('/pages/views'))
})
