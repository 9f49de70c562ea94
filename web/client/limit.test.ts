import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { limited } from './limit.ts'

/** A `fetch` that resolves when `answer` is called and rejects when its signal aborts. */
function slow() {
  const happened: string[] = []
  const { promise, resolve } = Promise.withResolvers<Response>()
  const fetch = limited(
    (_, init) =>
      new Promise((done, fail) => {
        promise.then(done)
        init?.signal?.addEventListener('abort', () => fail(init.signal?.reason))
        if (init?.signal?.aborted) fail(init.signal.reason)
      }),
    { answered: () => happened.push('answered'), doubt: () => happened.push('doubt') },
  )
  return { fetch, happened, answer: resolve }
}

test('a late call triggers a reachability check and waits; it is aborted after a minute, unless marked as slow', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  context.after(() => mock.timers.reset())
  const patient = slow()
  const answered = patient.fetch('/things')
  mock.timers.tick(5000)
  assert.deepEqual(patient.happened, ['doubt'])
  patient.answer(new Response())
  await answered
  mock.timers.tick(600_000)
  assert.deepEqual(patient.happened, ['doubt', 'answered'])
  const lost = slow()
  const ended = assert.rejects(lost.fetch('/things'), { name: 'AbortError' })
  const installing = lost.fetch('/install', { method: 'PUT' }, true)
  const bringing = lost.fetch('/file', { method: 'PUT', body: new Blob(['archive']) })
  mock.timers.tick(60_000)
  await ended
  lost.answer(new Response())
  assert.deepEqual([(await bringing).status, (await installing).status], [200, 200])
})

test('status 504 of a proxy triggers a reachability check; a call that the app aborted does not', async () => {
  const proxied = slow()
  proxied.answer(new Response(null, { status: 504 }))
  await proxied.fetch('/things')
  assert.deepEqual(proxied.happened, ['doubt'])
  const givenUp = slow()
  const controller = new AbortController()
  controller.abort()
  await assert.rejects(givenUp.fetch('/things', { signal: controller.signal }))
  assert.deepEqual(givenUp.happened, [])
})
