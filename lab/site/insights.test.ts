import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { answerWith, hitOf } from './answers.ts'
import { isFound, lookFor, openBox } from './box.ts'
import { openSiteStories, stopClock } from './stage.ts'

/** What the search is told of what was shown and chosen. */
const { walk } = openSiteStories()

interface Told {
  readonly eventType: string
  readonly eventName: string
  readonly index: string
  readonly objectIDs: readonly string[]
  readonly queryID?: string
}

const GROUPS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']
const MANY = GROUPS.flatMap((group) => [1, 2, 3, 4, 5].map((at) => hitOf([group, `${group}${at}`])))

/** Answers each question with many hits; gives what the search is told, as it comes. */
async function listen(page: Page): Promise<Told[]> {
  const told: Told[] = []
  await answerWith(page, () => MANY)
  page.on('request', (request) => {
    if (request.url().includes('/1/events')) told.push(...JSON.parse(request.postData() ?? '{}').events)
  })
  return told
}

walk('shown results are reported after 400 ms, in batches of twenty', '/docs/faq', async (page) => {
  const told = await listen(page)
  await page.clock.install()
  await openBox(page)
  await stopClock(page)
  await page.keyboard.type('a')
  await until('the hits', async () => {
    await page.clock.runFor(1)
    return (await page.locator('.DocSearch-Hit').count()) === 45
  })
  await page.clock.runFor(250)
  assert.equal(told.length, 0)
  await page.clock.runFor(160)
  await until('all of it', async () => {
    await page.clock.runFor(10)
    return told.flatMap(({ objectIDs }) => objectIDs).length === 45
  })
  assert.deepEqual(
    told.map(({ eventType, eventName, index, objectIDs }) => [eventType, eventName, index, objectIDs.length]),
    [20, 20, 5].map((count) => ['view', 'Items Viewed', 'sallyport', count]),
  )
})

walk('an opened result is reported with its query ID', '/docs/faq', async (page) => {
  const told = await listen(page)
  await lookFor(page, 'a')
  await isFound(page)
  await page.keyboard.press('Enter')
  const chosen = () => told.find(({ eventType }) => eventType === 'click')
  await until('it to be told', chosen)
  assert.deepEqual([chosen()!.eventName, chosen()!.objectIDs, chosen()!.queryID], ['Item Selected', ['A/A1/'], 'q'])
})
