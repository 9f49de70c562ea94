import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../events/bus.ts'
import { openCodes } from '../../../features/access/credentials/codes.ts'
import { openNewSessions } from '../../../features/access/credentials/newsessions.ts'
import { sessionHandlers } from '../../../features/access/credentials/sessions.ts'
import { openSessionUse } from '../../../features/access/credentials/sessionuse.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { session } from '../../../model/access/credentials/contract.ts'
import { sessions } from '../../../model/access/credentials/listcontract.ts'
import { serve } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { vaultWith } from '../../../store/vault.ts'
import { openTrial, type Trial, trialOperations } from '../trial.fixture.ts'
import { connect } from '../websocket-client.fixture.ts'

/** A server with the operations of sessions. */
async function openWithSessions(): Promise<Trial> {
  const clock = openSteppedClock()
  const memory = openMemoryFacts({ setup: { done: true } })
  const { facts, change } = memory
  const bus = openBus((error) => assert.fail(String(error)))
  const sessionUse = openSessionUse({ facts, change, clock, onFailure: (what) => assert.fail(what) })
  const codes = openCodes({ facts, change, bus, clock, vault: vaultWith() })
  const handlers = sessionHandlers({
    ...{ facts, change, bus, clock, codes, sessionUse, hash: async (text: string) => text },
    newSessions: openNewSessions({ change, clock, sessionUse }),
  })
  return openTrial({
    memory,
    clock,
    bus,
    sessionUse,
    operations: [...trialOperations, ...serve({ ...session, ...sessions }, handlers)],
  })
}

interface Browser {
  readonly cookie: string
  readonly 'x-csrf-token': string
  readonly authorization: ''
}

async function signIn(trial: Trial, body: object = {}, headers: Record<string, string> = {}): Promise<Browser> {
  const reply = await trial.call('PUT', '/session/cookie', headers, JSON.stringify(body))
  assert.equal(reply.status, 200, reply.text)
  const [cookie = ''] = reply.headers['set-cookie']?.[0]?.split(';') ?? []
  return { cookie, 'x-csrf-token': JSON.parse(reply.text).CsrfToken, authorization: '' }
}

const statusOf = async (trial: Trial, headers: object, method = 'PUT', path = '/touch'): Promise<number> =>
  (await trial.call(method, path, { ...headers })).status

test('the session cookie is named after the port, HttpOnly, and lasts until the browser closes or for 30 days', async () => {
  await using trial = await openWithSessions()
  const cookie = async (headers: Record<string, string>, body = {}) =>
    (await trial.call('PUT', '/session/cookie', headers, JSON.stringify(body))).headers['set-cookie']
  const shape = (given: string[] | undefined) => given?.[0]?.replace(/=[\w-]{43};/, '=VALUE;')
  assert.equal(shape(await cookie({})), 'sallyport=VALUE; Path=/; HttpOnly; SameSite=Strict')
  assert.equal(
    shape(await cookie({ host: '127.0.0.1:8001' }, { Keep: true })),
    'sallyport_8001=VALUE; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000',
  )
})

test('calls need the cookie and the CSRF token, and the stored session reveals neither', async () => {
  await using trial = await openWithSessions()
  const mine = await signIn(trial)
  const other = await signIn(trial)
  assert.equal(await statusOf(trial, mine), 200)
  assert.equal(await statusOf(trial, mine, 'GET', '/things'), 200)
  assert.equal(await statusOf(trial, { ...mine, 'x-csrf-token': '' }), 401)
  assert.equal(await statusOf(trial, { ...mine, 'x-csrf-token': '' }, 'GET', '/things'), 401)
  assert.equal(await statusOf(trial, { ...mine, 'x-csrf-token': other['x-csrf-token'] }), 401)
  assert.equal(await statusOf(trial, { ...mine, cookie: '' }), 401)
  const value = mine.cookie.replace('sallyport=', '')
  assert.equal(await statusOf(trial, { authorization: `Bearer ${value}` }), 401, 'a cookie is no bearer token')
  assert.equal(
    await statusOf(trial, { ...mine, cookie: `sallyport=planted; ${mine.cookie}` }),
    200,
    'another port set one too',
  )
  const stored = JSON.stringify([...trial.facts.sessions])
  for (const secret of [value, mine['x-csrf-token']]) assert.ok(!stored.includes(secret))
})

test('a page of another origin can use neither the cookie nor the password to sign in', async () => {
  await using trial = await openWithSessions()
  const mine = await signIn(trial)
  assert.equal(await statusOf(trial, { ...mine, origin: 'http://127.0.0.1' }), 200)
  for (const origin of ['http://evil.example', 'http://127.0.0.1:8080', 'null'])
    assert.equal(await statusOf(trial, { ...mine, origin }), 403, origin)
  assert.equal(await statusOf(trial, { ...mine, 'sec-fetch-site': 'same-origin' }), 200)
  for (const site of ['same-site', 'cross-site', 'none'])
    assert.equal(await statusOf(trial, { ...mine, 'sec-fetch-site': site }), 401, site)
  assert.equal(await statusOf(trial, { origin: 'http://evil.example' }, 'PUT', '/session/cookie'), 403)
  const preflight = await trial.call('OPTIONS', '/touch', { authorization: '', origin: 'http://evil.example' })
  assert.doesNotMatch(String(preflight.headers['access-control-allow-headers']), /csrf/i)
  assert.equal(preflight.headers['access-control-allow-credentials'], undefined)
})

test('signing in never adopts a given cookie, and ends the earlier session of this browser', async () => {
  await using trial = await openWithSessions()
  const planted = `sallyport=${'x'.repeat(43)}`
  const mine = await signIn(trial, {}, { cookie: planted })
  assert.notEqual(mine.cookie, planted)
  const next = await signIn(trial, {}, { cookie: mine.cookie })
  assert.equal(await statusOf(trial, mine), 401)
  assert.equal(await statusOf(trial, next), 200)
  assert.equal(trial.facts.sessions.size, 1)
})

test('a session ends after 12 hours, or after 30 days', async () => {
  await using trial = await openWithSessions()
  const [short, long] = [await signIn(trial), await signIn(trial, { Keep: true })]
  await trial.clock.step(12 * 3600_000)
  assert.equal(await statusOf(trial, short), 401)
  assert.equal(await statusOf(trial, long), 200)
  await trial.clock.step(30 * 24 * 3600_000)
  assert.equal(await statusOf(trial, long), 401)
})

test('sessions are listed with their last use, and each or all others can be ended', async () => {
  await using trial = await openWithSessions()
  const mine = await signIn(trial, {}, { 'user-agent': 'Firefox\u00a0/140' })
  await trial.clock.step(1000)
  const phone = await signIn(trial)
  const tv = await signIn(trial)
  const list = async () =>
    JSON.parse((await trial.call('GET', '/sessions', { ...mine })).text) as { Id: string; Current: boolean }[]
  await trial.clock.step(5000)
  const [first, ...others] = await list()
  const now = trial.clock.now() / 1000
  const shown = {
    Kind: 'browser',
    Agent: 'Firefox/140',
    Address: '127.0.0.1',
    Device: '',
    Begun: now - 6,
    LastUsed: now,
  }
  assert.deepEqual(first, { Id: first?.Id, User: 'admin', Current: true, ...shown, Expires: now - 6 + 12 * 3600 })
  assert.deepEqual(
    others.map(({ Current }) => Current),
    [false, false],
  )
  const end = (path: string) => statusOf(trial, mine, 'DELETE', path)
  assert.equal(await end(`/sessions/${others[0]?.Id}`), 200)
  assert.equal(await end(`/sessions/${others[0]?.Id}`), 404)
  assert.deepEqual([await statusOf(trial, phone), await statusOf(trial, tv)].sort(), [200, 401])
  assert.equal(await end('/sessions'), 200)
  assert.deepEqual([await statusOf(trial, phone), await statusOf(trial, tv)], [401, 401])
  const { status, headers } = await trial.call('DELETE', '/session', { ...mine })
  assert.deepEqual([status, headers['set-cookie']], [200, ['sallyport=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0']])
  assert.equal(await statusOf(trial, mine), 401)
})

test('the last use is saved once an hour', async () => {
  await using trial = await openWithSessions()
  const mine = await signIn(trial, { Keep: true })
  const saved = () => [...trial.facts.sessions.values()].map(({ LastUsed }) => LastUsed)
  const [begun = 0] = saved()
  await trial.clock.step(3599_000)
  await statusOf(trial, mine)
  assert.deepEqual(saved(), [begun])
  await trial.clock.step(1000)
  await statusOf(trial, mine)
  await statusOf(trial, mine)
  assert.deepEqual(saved(), [begun + 3600])
})

test('the 33rd browser replaces the one that was used least recently, and bearer tokens do not count', async () => {
  await using trial = await openWithSessions()
  const browsers: Browser[] = []
  for (let n = 0; n < 32; n++) {
    browsers.push(await signIn(trial))
    await trial.clock.step(1000)
  }
  await statusOf(trial, browsers[0]!)
  for (let n = 0; n < 12; n++) await trial.call('PUT', '/session')
  await signIn(trial)
  assert.deepEqual([await statusOf(trial, browsers[0]!), await statusOf(trial, browsers[1]!)], [200, 401])
  assert.equal(trial.facts.sessions.size, 32 + 10)
})

test('a websocket takes the CSRF token beside the cookie, of this origin alone, and closes with the session', async () => {
  await using trial = await openWithSessions()
  const { cookie, 'x-csrf-token': csrf } = await signIn(trial)
  const outcome = async (message: string, headers: Record<string, string>): Promise<string> => {
    using client = await connect(trial, '/ws', { host: '127.0.0.1', ...headers })
    client.socket.send(message)
    return await client.next(1)
  }
  assert.equal(await outcome(csrf, { cookie, origin: 'http://127.0.0.1' }), 'success')
  assert.equal(await outcome(csrf, {}), 'Authentication failure')
  assert.equal(await outcome(cookie.replace('sallyport=', ''), { cookie }), 'Authentication failure')
  using foreign = await connect(trial, '/ws', { host: '127.0.0.1', cookie, origin: 'http://127.0.0.1:8080' })
  assert.equal(await foreign.ended, 403)
  using open = await connect(trial, '/ws', { host: '127.0.0.1', cookie })
  open.socket.send(csrf)
  await open.next(1)
  await trial.call('DELETE', '/sessions')
  assert.equal(await open.ended, 1008)
})
