import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../machine/stepped.fixture.ts'
import { keepCopies } from './hourly.ts'

const HOUR_MS = 3600_000

test('a copy is saved at start and every hour until the router stops', async () => {
  const clock = openSteppedClock()
  const failures: string[] = []
  let copies = 0
  let isFull = false
  let change = Promise.resolve()
  const database = {
    keepCopy() {
      if (isFull) throw new Error('no space left on device')
      copies++
    },
  }
  const copying = keepCopies({
    database,
    clock,
    between: (work) => change.then(work),
    onFailure: (what) => void failures.push(what),
  })
  await clock.step(2 * HOUR_MS)
  assert.equal(copies, 3)
  isFull = true
  await clock.step(HOUR_MS)
  assert.deepEqual([copies, failures], [3, ['no copy of the state could be kept']])
  isFull = false
  const { promise, resolve } = Promise.withResolvers<void>()
  change = promise
  await clock.step(HOUR_MS)
  copying[Symbol.dispose]()
  resolve()
  await clock.step(2 * HOUR_MS)
  assert.equal(copies, 3)
})
