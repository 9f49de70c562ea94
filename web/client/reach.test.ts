import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { openReach } from './reach.ts'

/** Lets what was resolved run on. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('an outage begins with the last response and ends with the next; the router is checked every three seconds', async (context) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  context.after(() => mock.timers.reset())
  const happened: string[] = []
  let isThere = true
  const reach = openReach({
    look: async () => {
      happened.push('look')
      return isThere
    },
    now: Date.now,
  })
  reach.subscribe(() => happened.push(reach.awaySince() === undefined ? 'back' : 'away'))
  mock.timers.tick(5000)
  reach.doubt()
  await settle()
  assert.deepEqual([reach.awaySince(), happened.splice(0)], [undefined, ['look']])
  isThere = false
  mock.timers.tick(5000)
  reach.doubt()
  reach.doubt()
  await settle()
  assert.deepEqual([reach.awaySince(), happened.splice(0)], [1_005_000, ['look', 'away']])
  mock.timers.tick(3000)
  await settle()
  assert.deepEqual([reach.awaySince(), happened.splice(0)], [1_005_000, ['look']])
  isThere = true
  mock.timers.tick(3000)
  await settle()
  assert.deepEqual([reach.awaySince(), happened.splice(0)], [undefined, ['look', 'back']])
  mock.timers.tick(60_000)
  assert.deepEqual(happened, [])
})

test('a response during a failing check means that the router is reachable', async () => {
  let now = 1
  const asked = Promise.withResolvers<boolean>()
  const reach = openReach({
    look: () => asked.promise,
    now: () => now,
  })
  reach.subscribe(() => assert.fail('it has answered'))
  reach.doubt()
  now = 2
  reach.answered()
  asked.resolve(false)
  await settle()
  assert.equal(reach.awaySince(), undefined)
})

test('a check runs immediately, once for all concurrent callers, and resolves with its result', async (context) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  context.after(() => mock.timers.reset())
  let looks = 0
  let isThere = false
  const reach = openReach({
    look: async () => {
      looks++
      return isThere
    },
    now: Date.now,
  })
  reach.doubt()
  await settle()
  assert.equal(reach.awaySince(), 1_000_000)
  isThere = true
  await Promise.all([reach.check(), reach.check()])
  assert.deepEqual([reach.awaySince(), looks], [undefined, 2])
})
