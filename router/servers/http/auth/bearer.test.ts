import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuthEvent } from '../../../events/catalogue.ts'
import { digestOf, newCredential } from '../../../features/access/credentials/credential.ts'
import { aSession } from '../../../model/access/credentials/session.fixture.ts'
import { openTrial, type Trial } from '../trial.fixture.ts'

/** Keep a token, or with `Expires` a session, and give its value. */
async function bearer({ change }: Trial, ScopedPaths: string[] = [], Expire = 0): Promise<string> {
  const value = newCredential()
  await change((draft) => draft.tokens.put(digestOf(value), { Name: 'dashboard', Sealed: '', Expire, ScopedPaths }))
  return value
}

async function session({ change, facts, clock }: Trial, seconds = 60): Promise<string> {
  const value = newCredential()
  const Expires = Math.floor(clock.now() / 1000) + seconds
  const Password = digestOf(facts.users.get('admin')!.PasswordHash)
  await change((draft) => draft.sessions.put(digestOf(value), aSession({ Expires, Password })))
  return value
}

const as = (value: string, headers: Record<string, string> = {}) => ({ authorization: `Bearer ${value}`, ...headers })

test('a token authenticates as itself, and an unknown one is rejected', async () => {
  await using trial = await openTrial()
  const value = await bearer(trial)
  const events: [string, AuthEvent][] = []
  using _all = trial.bus.subscribePrefix('auth:', (event, topic) => events.push([topic, event as AuthEvent]))
  assert.equal((await trial.call('GET', '/things', as(value))).status, 200)
  assert.equal((await trial.call('GET', '/nowhere', as(value))).status, 404)
  assert.equal((await trial.call('PUT', '/things', as(value))).status, 405)
  for (const wrong of [newCredential(), value.toLowerCase(), digestOf(value), 'x'])
    assert.equal((await trial.call('GET', '/things', as(wrong))).status, 401)
  assert.deepEqual(
    events.map(([topic, { type, name }]) => `${topic} ${type} ${name}`),
    [...Array(3).fill('auth:success token dashboard'), ...Array(4).fill('auth:failure token ')],
  )
  assert.ok(!JSON.stringify(events).includes(value))
})

test('a token expires at its time', async () => {
  await using trial = await openTrial()
  const value = await bearer(trial, [], Math.floor(trial.clock.now() / 1000) + 10)
  await trial.clock.step(9_999)
  assert.equal((await trial.call('GET', '/things', as(value))).status, 200)
  await trial.clock.step(1)
  assert.equal((await trial.call('GET', '/things', as(value))).status, 401)
})

test('scopes limit the calls of a token, and public calls stay permitted', async () => {
  await using trial = await openTrial({ setupDone: false })
  const value = await bearer(trial, ['/things:r', '/thing'])
  const status = async (method: string, path: string, body = '') =>
    (await trial.call(method, path, as(value), body)).status
  assert.equal(await status('GET', '/things'), 200)
  assert.equal(await status('GET', '/things?more'), 200)
  assert.equal(await status('DELETE', '/thing/x'), 200)
  assert.equal(await status('GET', '/thing/x'), 200)
  assert.equal(await status('PUT', '/things'), 401, 'whether the method exists is not disclosed')
  assert.equal(await status('GET', '/find'), 401)
  assert.equal(await status('GET', '/things/../find'), 401)
  assert.equal(await status('GET', '/nowhere'), 401)
  assert.equal(await status('GET', '/open'), 200)
  assert.equal((await trial.call('GET', '/setup-state', as(value))).text, '"anonymous"\n')
})

test('a GET call that changes something is rejected with a read-only scope', async () => {
  await using trial = await openTrial()
  const [reads, writes] = [await bearer(trial, ['/stir:r']), await bearer(trial, ['/stir:rw'])]
  assert.equal((await trial.call('GET', '/stir', as(reads))).status, 401)
  assert.equal((await trial.call('GET', '/stir', as(writes))).status, 200)
})

test('a call that needs the password accepts a session, but not a token', async () => {
  await using trial = await openTrial()
  assert.equal((await trial.call('PUT', '/enrol')).text, '"user"\n')
  assert.equal((await trial.call('PUT', '/enrol', as(await session(trial)))).text, '"user"\n')
  const refused = await trial.call('PUT', '/enrol', as(await bearer(trial)))
  assert.equal(refused.status, 401)
  assert.match(refused.text, /password authentication required/)
})

test('a session ends when it expires, and when the password is changed', async () => {
  await using trial = await openTrial()
  const [short, long] = [await session(trial, 60), await session(trial, 3600)]
  await trial.clock.step(60_000)
  assert.equal((await trial.call('GET', '/things', as(short))).status, 401)
  assert.equal((await trial.call('GET', '/things', as(long))).status, 200)
  await trial.change((draft) => draft.users.put('admin', { Name: 'admin', PasswordHash: 'another' }))
  assert.equal((await trial.call('GET', '/things', as(long))).status, 401)
})

test('the lock on wrong passwords does not concern bearer tokens', async () => {
  await using trial = await openTrial()
  const value = await bearer(trial)
  for (let n = 1; n <= 10; n++)
    await trial.call('GET', '/things', { authorization: `Basic ${Buffer.from(`admin:no ${n}`).toString('base64')}` })
  assert.equal((await trial.call('GET', '/things')).status, 429)
  assert.equal((await trial.call('GET', '/things', as(value))).status, 200)
})
