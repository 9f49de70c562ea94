import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRateLimiter } from './ratelimit.ts'

const SECOND = 1000

function openTrial() {
  let time = 1_000_000 * SECOND
  const limiter = openRateLimiter(
    { monotonic: () => time, after: () => assert.fail('nothing is timed') },
    { burst: 2, perSecond: 1 },
  )
  const step = (seconds: number): void => {
    time += seconds * SECOND
  }
  return { ...limiter, step }
}

test('each key has a burst, which refills over time', () => {
  const { take, has, step } = openTrial()
  assert.deepEqual([take('a'), take('a'), take('a'), take('b')], [true, true, false, true])
  step(1)
  assert.deepEqual([has('a'), take('a'), take('a')], [true, true, false])
  step(3600)
  assert.deepEqual([take('a', 3), take('a', 2), take('a')], [false, true, false])
})
