import assert from 'node:assert/strict'
import { mock, type TestContext, test } from 'node:test'
import { type IssuedUiSession, keepSession } from './uiSession.ts'

const MINUTE_MS = 60_000

/** Sessions of ten minutes that a router begins, and what was sent to the frame. */
function open(context: TestContext) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  context.after(() => mock.timers.reset())
  const sent: string[] = []
  const ended: string[] = []
  const errors: string[] = []
  let count = 0
  let isDown = false
  const session = (): IssuedUiSession => {
    const sessionId = String(++count)
    const expiresAt = Date.now() + 10 * MINUTE_MS
    return { sessionId, token: `token ${sessionId}`, pluginURI: 'sample', expiresAt, protocolVersion: 1 }
  }
  const kept = keepSession(session(), {
    begin: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(session())),
    end: (id) => ended.push(id),
    now: Date.now,
    send: ({ token }) => sent.push(token),
    onError: ({ message }) => errors.push(message),
  })
  const step = async (ms: number) => {
    mock.timers.tick(ms)
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { kept, sent, ended, errors, step, fail: (down: boolean) => (isDown = down) }
}

test('pages get the session when they are ready, and its successor a minute before it ends', async (context) => {
  const { kept, sent, ended, step } = open(context)
  kept.receive({ type: 'plugin-ui:ready' })
  assert.deepEqual(sent, ['token 1'])
  await step(9 * MINUTE_MS - 1)
  assert.equal(sent.length, 1)
  await step(1)
  assert.deepEqual(sent, ['token 1', 'token 2'])
  await step(9 * MINUTE_MS)
  assert.deepEqual(sent.at(-1), 'token 3')
  kept[Symbol.dispose]()
  assert.deepEqual(ended, ['2', '3'])
  await step(60 * MINUTE_MS)
  assert.equal(sent.length, 3)
})

test('pages may ask for another session, but not in a loop; other messages are ignored', async (context) => {
  const { kept, sent, step } = open(context)
  for (const message of [null, 'x', 7, {}, { type: 'x' }, { type: 'plugin-ui:renew' }]) kept.receive(message)
  await step(0)
  assert.deepEqual(sent, [])
  await step(5000)
  for (let turn = 0; turn < 10; turn++) kept.receive({ type: 'plugin-ui:renew' })
  await step(0)
  assert.deepEqual(sent, ['token 2'])
})

test('a session is renewed at the next attempt, and reported once it has ended', async (context) => {
  const { sent, errors, step, fail } = open(context)
  fail(true)
  await step(9 * MINUTE_MS)
  assert.deepEqual([errors, sent], [[], []])
  fail(false)
  await step(5000)
  assert.deepEqual(sent, ['token 2'])
  fail(true)
  await step(9 * MINUTE_MS)
  for (let second = 0; second < 60; second += 5) await step(5000)
  assert.deepEqual(errors, ['down'])
})

test('a session that begins after the page was left is ended', async (context) => {
  const { kept, sent, ended, step } = open(context)
  await step(5000)
  kept.receive({ type: 'plugin-ui:renew' })
  kept[Symbol.dispose]()
  await step(0)
  assert.deepEqual(ended, ['1', '2'])
  assert.deepEqual(sent, [])
})
