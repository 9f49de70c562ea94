import assert from 'node:assert/strict'
import { until } from '../process/until.ts'
import { openSiteStories } from './stage.ts'

/** The contents of page view reports, and the choice of a reader. */
const stage = openSiteStories()
const { walk } = stage

walk('only the path is sent, regardless of the referrer', '/docs/intro', async (page) => {
  const bodies: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/pages/views')) bodies.push(request.postData())
  })
  await page.goto(`${stage.site.origin}/pages/docs/faq`, { referer: 'https://elsewhere.example/secret?word=x' })
  await until('the report', () => bodies.length > 0)
  await page.getByRole('link', { name: 'Blog', exact: true }).first().click()
  await until('the next report', () => bodies.length > 1)
  assert.deepEqual(
    bodies,
    ['/pages/docs/faq', '/pages/blog'].map((path) => JSON.stringify({ event: 'pageview', path })),
  )
})

walk('a reader turns reports off and on', '/docs/development/contribute/site', async (page) => {
  const reports = page.getByRole('checkbox', { name: /^Report pages/ })
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await reports.uncheck()
  await page.reload({ waitUntil: 'networkidle' })
  assert.equal(await reports.isChecked(), false)
  await page.getByRole('link', { name: 'Blog', exact: true }).first().click()
  await page.waitForURL('**/pages/blog')
  await page.waitForLoadState('networkidle')
  assert.ok(!sent.includes('/pages/views'))
  await page.goBack()
  await reports.check()
  await page.getByRole('link', { name: 'Blog', exact: true }).first().click()
  await until('the report', () => sent.includes('/pages/views'))
})
