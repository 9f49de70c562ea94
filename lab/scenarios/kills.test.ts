import assert from 'node:assert/strict'
import { KILLED_HOUSEHOLD, openOutages } from '../safety/outages.ts'
import { openRandom, seedFrom } from '../safety/random.ts'
import { openStories } from '../story.ts'

/** The same with many more kills: `npm run kills`. A seed that failed goes into SALLYPORT_SEED. */
const random = openRandom(seedFrom(process.env.SALLYPORT_SEED))
const story = await openStories(KILLED_HOUSEHOLD)

story(
  `whenever power is cut, what was answered is kept, and the kernel goes by it (seed ${random.seed})`,
  async (home) => {
    const outages = await openOutages(home, random)
    for (const probed of [true, false, false, true, false, false]) await outages.kill(probed)
    await outages.rebuild()
    while (outages.tally.unanswered === 0 || outages.tally.done < 50) await outages.kill(false)
    await outages.rebuild()
    assert.ok(outages.tally.done >= 50)
  },
)
