import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { gather } from './gather.ts'

/** Lets promises that are settled continue. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await undefined
}

test('requests at the same time cause one run, and continuous ones one run per second', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  context.after(() => mock.timers.reset())
  let runs = 0
  const gathered = gather(() => void runs++)
  gathered.request()
  gathered.request()
  assert.equal(runs, 0)
  mock.timers.tick(150)
  await settle()
  assert.equal(runs, 1)
  for (let at = 0; at < 10_000; at += 20) {
    gathered.request()
    mock.timers.tick(20)
    await settle()
  }
  assert.equal(runs, 11)
})

test('a request during a slow run causes one more run after it', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  context.after(() => mock.timers.reset())
  const runs: (() => void)[] = []
  const gathered = gather(() => new Promise<void>((resolve) => runs.push(resolve)))
  gathered.request()
  mock.timers.tick(150)
  gathered.request()
  mock.timers.tick(60_000)
  await settle()
  assert.equal(runs.length, 1, 'runs do not overlap')
  runs[0]?.()
  await settle()
  mock.timers.tick(999)
  assert.equal(runs.length, 1)
  mock.timers.tick(1)
  assert.equal(runs.length, 2)
  runs[1]?.()
  await settle()
  mock.timers.tick(60_000)
  assert.equal(runs.length, 2)
})

test('after stop() there are no more runs', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  context.after(() => mock.timers.reset())
  let runs = 0
  const gathered = gather(() => void runs++)
  gathered.request()
  gathered.stop()
  gathered.request()
  mock.timers.tick(60_000)
  await settle()
  assert.equal(runs, 0)
})
