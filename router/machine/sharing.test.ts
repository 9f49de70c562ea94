import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharing } from './sharing.ts'
import { mostInOneTurn } from './turns.fixture.ts'

/** Work that ends by hand; each run has a number. */
function openWork() {
  const runs: PromiseWithResolvers<number>[] = []
  const call = sharing(() => {
    const run = Promise.withResolvers<number>()
    runs.push(run)
    return run.promise
  })
  return { runs, call }
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('callers at the same moment share a run', async () => {
  const { runs, call } = openWork()
  const both = Promise.all([call(), call()])
  await turn()
  assert.equal(runs.length, 1)
  runs[0]!.resolve(1)
  assert.deepEqual(await both, [1, 1])
})

test('a call during a run gets the result of the next run', async () => {
  const { runs, call } = openWork()
  const first = call()
  await turn()
  const later = Promise.all([call(), call()])
  await turn()
  assert.equal(runs.length, 1, 'one at a time')
  runs[0]!.resolve(1)
  assert.equal(await first, 1)
  await turn()
  runs[1]!.resolve(2)
  assert.deepEqual(await later, [2, 2])
  assert.equal(runs.length, 2)
})

test('callers that share a run continue in separate turns of the event loop', async () => {
  const { runs, call } = openWork()
  const most = await mostInOneTurn(async (counted) => {
    const callers = Array.from({ length: 8 }, () => call().then(counted))
    await turn()
    runs[0]!.resolve(1)
    await Promise.all(callers)
  })
  assert.equal(runs.length, 1)
  assert.equal(most, 1)
})

test('a failed run rejects only for the callers that share it', async () => {
  const { runs, call } = openWork()
  const first = call()
  await turn()
  const later = call()
  runs[0]!.reject(new Error('refused'))
  await assert.rejects(first, /refused/)
  await turn()
  runs[1]!.resolve(2)
  assert.equal(await later, 2)
})
