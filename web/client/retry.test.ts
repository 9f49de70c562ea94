import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReach } from './reach.ts'
import { openOutageRetry, openRetry } from './retry.ts'

/** A part that can be fetched after so many failures, and what was done on the way. */
function part(failures: number) {
  const done: string[] = []
  const withRetries = openRetry({
    pause: async (ms) => void done.push(`${ms} ms`),
    mend: async () => {
      done.push('mended')
      throw new Error('not this time')
    },
  })
  const fetch = withRetries(async () => {
    if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module: /assets/part.js')
    return 'part'
  })
  return { done, fetch }
}

test('a successful fetch is not repeated', async () => {
  const { done, fetch } = part(0)
  assert.equal(await fetch(), 'part')
  assert.deepEqual(done, [])
})

test('a failed fetch is retried with growing delays', async () => {
  const { done, fetch } = part(3)
  assert.equal(await fetch(), 'part')
  assert.deepEqual(done, ['300 ms', 'mended', '1000 ms', 'mended', '3000 ms', 'mended'])
})

test('after the last retry it rejects with a message of the app, and the next call starts over', async () => {
  const { fetch } = part(4)
  await assert.rejects(fetch, /^Error: A part of the app could not be fetched\.$/)
  assert.equal(await fetch(), 'part')
})

test('during an outage it waits, and retries when the router is reachable', async () => {
  const looks = [false, true]
  const reach = openReach({ look: async () => looks.shift() ?? true, now: () => 0 })
  let fetches = 0
  const fetch = openOutageRetry(reach)(async () => {
    if (++fetches === 1) throw new Error('A part of the app could not be fetched.')
    return 'part'
  })
  const fetched = fetch()
  await new Promise(setImmediate)
  assert.equal(fetches, 1)
  await reach.check()
  assert.equal(await fetched, 'part')
  assert.equal(fetches, 2)
})

test('a failed fetch from a reachable router rejects', async () => {
  const reach = openReach({ look: async () => true, now: () => 0 })
  const fetch = openOutageRetry(reach)(() => Promise.reject(new Error('gone')))
  await assert.rejects(fetch, /gone/)
})
