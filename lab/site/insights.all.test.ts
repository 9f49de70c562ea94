import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { answerWith, hitOf } from './answers.ts'
import { isFound, lookFor, openBox } from './box.ts'
import { openSiteStories, stopClock } from './stage.ts'

/** Reports about shown and opened results. */
const { walk } = openSiteStories()

interface Report {
  readonly eventType: string
  readonly eventName: string
  readonly index: string
  readonly objectIDs: readonly string[]
  readonly queryID?: string
}

const GROUPS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']
const MANY = GROUPS.flatMap((group) => [1, 2, 3, 4, 5].map((at) => hitOf([group, `${group}${at}`])))

/** Answers each query with many hits; returns the list of reports, which grows. */
async function listen(page: Page): Promise<Report[]> {
  const reports: Report[] = []
  await answerWith(page, () => MANY)
  page.on('request', (request) => {
    if (request.url().includes('/1/events')) reports.push(...JSON.parse(request.postData() ?? '{}').events)
  })
  return reports
}

walk('shown results are reported after 400 ms, in batches of twenty', '/docs/faq', async (page) => {
  const reports = await listen(page)
  await page.clock.install()
  await openBox(page)
  await stopClock(page)
  await page.keyboard.type('a')
  await until('the hits', async () => {
    await page.clock.runFor(1)
    return (await page.locator('.DocSearch-Hit').count()) === 45
  })
  await page.clock.runFor(250)
  assert.equal(reports.length, 0)
  await page.clock.runFor(160)
  await until('all of it', async () => {
    await page.clock.runFor(10)
    return reports.flatMap(({ objectIDs }) => objectIDs).length === 45
  })
  assert.deepEqual(
    reports.map(({ eventType, eventName, index, objectIDs }) => [eventType, eventName, index, objectIDs.length]),
    [20, 20, 5].map((count) => ['view', 'Items Viewed', 'sallyport', count]),
  )
})

walk('an opened result is reported with its query ID', '/docs/faq', async (page) => {
  const reports = await listen(page)
  await lookFor(page, 'a')
  await isFound(page)
  await page.keyboard.press('Enter')
  const chosen = () => reports.find(({ eventType }) => eventType === 'click')
  await until('the report', chosen)
  assert.deepEqual([chosen()!.eventName, chosen()!.objectIDs, chosen()!.queryID], ['Item Selected', ['A/A1/'], 'q'])
})
