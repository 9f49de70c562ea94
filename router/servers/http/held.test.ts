import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { digestOf, stampOf } from '../../features/access/credentials/credential.ts'
import { aSession } from '../../model/access/credentials/session.fixture.ts'
import type { Draft } from '../../store/facts.ts'
import { openPluginTrial } from './plugins/plugin.fixture.ts'
import { basic, CHEAP_HASH, openTrial, saved, type Trial, trialContract, trialOperations } from './trial.fixture.ts'

const THING = JSON.stringify({ Name: 'a', Size: 1 })
const alex = { Name: 'alex', PasswordHash: CHEAP_HASH, Role: 'owner' as const }

/** Sends the head and half of the body, then applies an edit once the call is admitted, then sends the rest. Returns the status. */
async function held(
  { port, bus, change }: Trial,
  { method = 'PUT', path = '/thing/a', authorization = '', body = THING }: Record<string, string>,
  edit: (draft: Draft) => void,
  admitted = Promise.withResolvers<void>(),
): Promise<number> {
  using _event = bus.subscribe('auth:success', () => admitted.resolve())
  const call = request({
    ...{ host: '127.0.0.1', port, method, path, agent: false },
    headers: { host: '127.0.0.1', 'content-length': body.length, ...(authorization && { authorization }) },
  })
  const status = new Promise<number>((resolve, reject) => {
    call.on('response', (reply) => resolve(reply.resume().statusCode ?? 0))
    call.on('error', reject)
  })
  call.write(body.slice(0, 5))
  await admitted.promise
  await change(edit)
  call.end(body.slice(5))
  return await status
}

async function openHeld() {
  const trial = await openTrial()
  await trial.change((draft) => {
    draft.users.put('alex', alex)
    draft.sessions.put(digestOf('session'), aSession({ Name: 'alex', Password: stampOf(alex) }))
    draft.tokens.put(digestOf('token'), { Name: 'cli', Sealed: '', Expire: 0, ScopedPaths: [] })
  })
  return trial
}

const password = basic(undefined, 'alex')

test('a call whose credentials end before its body has been received does nothing', async () => {
  for (const [what, authorization, edit] of [
    ['the user is removed', password, (draft: Draft) => draft.users.remove('alex')],
    ['the user has another role', password, (draft: Draft) => draft.users.put('alex', { ...alex, Role: 'viewer' })],
    [
      'the user has another password',
      password,
      (draft: Draft) => draft.users.put('alex', { ...alex, PasswordHash: '#' }),
    ],
    ['the session ends', 'Bearer session', (draft: Draft) => draft.sessions.remove(digestOf('session'))],
    [
      'its user has another role',
      'Bearer session',
      (draft: Draft) => draft.users.put('alex', { ...alex, Role: 'viewer' }),
    ],
    ['the token is deleted', 'Bearer token', (draft: Draft) => draft.tokens.remove(digestOf('token'))],
  ] as const) {
    await using trial = await openHeld()
    saved.length = 0
    assert.equal(await held(trial, { authorization }, edit), 401, what)
    assert.equal(saved.length, 0, what)
  }
})

test('a call whose credentials stay valid is carried out, whatever else changes', async () => {
  for (const authorization of [password, 'Bearer session', 'Bearer token']) {
    await using trial = await openHeld()
    saved.length = 0
    assert.equal(await held(trial, { authorization }, (draft) => draft.users.put('eve', { ...alex, Name: 'eve' })), 200)
    assert.equal(saved.length, 1)
  }
})

test('a call without credentials that is held until the router is set up does nothing', async () => {
  let sets = 0
  const operations = trialOperations.map((one) =>
    one.operation === trialContract.setupSave ? { ...one, handler: () => ++sets } : one,
  )
  // The last check before such a call is admitted.
  const admitted = Promise.withResolvers<void>()
  const isFromUplink = () => {
    admitted.resolve()
    return false
  }
  await using trial = await openTrial({ setupDone: false, operations, isFromUplink })
  const call = { path: '/setup-state', body: 'unused' }
  assert.equal(await held(trial, call, (draft) => draft.set('setup', { done: true }), admitted), 401)
  assert.equal(sets, 0)
})

test('bytes that are received after the credentials have ended are not passed to the operation', async () => {
  await using trial = await openHeld()
  const upload = { path: '/upload', authorization: password, body: 'x'.repeat(100) }
  assert.equal(await held(trial, upload, (draft) => draft.users.remove('alex')), 401)
})

test('a plugin does not receive the rest of a call whose credentials have ended', async () => {
  await using trial = await openPluginTrial({ operations: trialOperations })
  let received = ''
  await trial.add('sample', async (incoming, response) => {
    incoming.on('error', () => {})
    for await (const chunk of incoming) received += chunk
    response.end('done')
  })
  await trial.change((draft) => draft.users.put('alex', alex))
  const call = { path: '/plugins/sample/x', authorization: password, body: 'begin, and the rest' }
  assert.equal(await held(trial, call, (draft) => draft.users.remove('alex')), 401)
  assert.ok(!received.includes('rest'))
})
