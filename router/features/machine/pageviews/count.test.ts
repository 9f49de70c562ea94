import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { openHistory } from '../../../store/history.ts'
import { openPageViews } from './count.ts'

const INTRO = '/pages/docs/intro'

test('what was counted is there after a restart, and written once a minute', async () => {
  const clock = openSteppedClock()
  const history = openHistory({ path: ':memory:', clock, onFailure: (what) => assert.fail(what) })
  const saved = () => Object.fromEntries(history.keyValueLog('pageviews').read())
  {
    using views = openPageViews({ history, clock })
    views.count(INTRO)
    views.count(INTRO)
    views.count('/pages/')
    assert.deepEqual(saved(), {})
    await clock.step(60_000)
    assert.deepEqual(saved(), { [INTRO]: '2', '/pages/': '1' })
    views.count(INTRO)
  }
  using again = openPageViews({ history, clock })
  assert.equal(again.counts.get(INTRO), 3)
})
