import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { answerDatagrams, attempts, entries, flood, HOUSEHOLD, ROUTER } from './limits.fixture.ts'

const story = await openStories(HOUSEHOLD)

story('a device that floods connections does not fill the table for others', async (home) => {
  await home.gather()
  const { laptop, phone, internet, router } = home
  await answerDatagrams(internet)
  const own = (await laptop.address()) ?? ''
  const flooding = flood(laptop.namespace, WEB, 30_000)
  assert.equal(await attempts(phone, 'http://www.test/'), 5)
  assert.equal(await attempts(phone, `http://${ROUTER}/status`), 5)
  await flooding.line('done', 60_000)
  const open = await entries(router, '--orig-src', own)
  assert.ok(open > 1000 && open <= 4096 + 16, `${open} entries`)
  assert.equal(await attempts(phone, 'http://www.test/'), 5)
  assert.equal(await attempts(laptop, `http://${ROUTER}/status`), 5, 'the router’s own pages, for the device as well')
})
