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

test('what is there is fetched once', async () => {
  const { done, fetch } = part(0)
  assert.equal(await fetch(), 'part')
  assert.deepEqual(done, [])
})

test('what could not be fetched is fetched again, later each time', async () => {
  const { done, fetch } = part(3)
  assert.equal(await fetch(), 'part')
  assert.deepEqual(done, ['300 ms', 'mended', '1000 ms', 'mended', '3000 ms', 'mended'])
})

test('it gives up in its own words, and begins anew when it is asked again', async () => {
  const { fetch } = part(4)
  await assert.rejects(fetch, /^Error: A part of the app could not be fetched\.$/)
  assert.equal(await fetch(), 'part')
})

test('during an outage it waits, and fetches again when the router is reachable', async () => {
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

test('what a reachable router does not have is an error', async () => {
  const reach = openReach({ look: async () => true, now: () => 0 })
  const fetch = openOutageRetry(reach)(() => Promise.reject(new Error('gone')))
  await assert.rejects(fetch, /gone/)
})
