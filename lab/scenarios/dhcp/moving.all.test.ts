import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { moveTo, recordOf, renew } from './moving.fixture.ts'

const story = await openStories(
  { laptop: { Policies: ['wan', 'dns', 'lan'] }, printer: { wired: true, Policies: ['wan', 'dns'], listens: [9100] } },
  { tinyNets: ['10.20.0.0/24'] },
)

story('a restart during the move continues it', async (home) => {
  const { laptop, printer, router } = home
  await home.gather()
  await moveTo(home, '10.0.0.0/8')
  const old = await laptop.address()
  assert.equal(await recordOf(home, laptop), old, 'a home that grows moves no device')
  await moveTo(home, '172.20.0.0/16')
  await router.kill()
  await router.start()
  assert.ok(await laptop.reaches(WEB, 80))
  assert.ok(await laptop.reaches(printer, 9100))
  assert.match(await renew(laptop), /^172\.20\./)
  assert.ok(await laptop.reaches(WEB, 80))
})
