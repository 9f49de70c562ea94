import assert from 'node:assert/strict'
import { openStories } from '../../home/story.ts'
import { KILLED_HOUSEHOLD, openOutages } from '../../safety/outages.ts'
import { openRandom, seedFrom } from '../../safety/random.ts'

/** The same with many more kills: `npm run kills`. A seed that failed goes into SALLYPORT_SEED. */
const random = openRandom(seedFrom(process.env.SALLYPORT_SEED ?? '1'))
const story = await openStories(KILLED_HOUSEHOLD)

story(`confirmed changes survive kills, and the kernel matches them (seed ${random.seed})`, async (home) => {
  const outages = await openOutages(home, random)
  for (const probed of [true, false, false, true, false, false]) await outages.kill(probed)
  await outages.rebuild()
  const { done, unanswered } = outages.tally
  assert.ok(done > 0 && unanswered > 0, JSON.stringify(outages.tally))
})
