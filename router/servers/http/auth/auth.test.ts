import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuthEvent } from '../../../events/catalogue.ts'
import { openAttempts } from '../../../features/access/credentials/attempts.ts'
import { digestOf } from '../../../features/access/credentials/credential.ts'
import { hashPassword } from '../../../features/access/credentials/password.ts'
import { openPasswords } from '../../../features/access/credentials/passwords.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { pluginRow } from '../plugins/plugin.fixture.ts'
import { basic, CHEAP_HASH, openTrial, PASSWORD } from '../trial.fixture.ts'

const MINUTE = 60_000
const anonymous = { authorization: '' }

test('ten different wrong passwords lock the address for five minutes, also for the correct one', async () => {
  await using trial = await openTrial()
  for (let n = 1; n <= 10; n++) {
    assert.equal((await trial.call('GET', '/things', { authorization: basic(`wrong ${n}`) })).status, 401)
  }
  const locked = await trial.call('GET', '/things')
  assert.deepEqual([locked.status, locked.headers['retry-after']], [429, '300'])
  assert.equal((await trial.call('GET', '/nowhere')).status, 429)
  assert.equal((await trial.call('GET', '/open')).status, 200)
  assert.equal((await trial.call('GET', '/things', anonymous)).status, 401)
  await trial.clock.step(5 * MINUTE - 1)
  assert.equal((await trial.call('GET', '/things')).status, 429)
  await trial.clock.step(1)
  assert.equal((await trial.call('GET', '/things')).status, 200)
})

test('wrong passwords of a page of another origin lock that origin at that address only', async () => {
  await using trial = await openTrial()
  const of = async (password: string, headers: object) =>
    (await trial.call('GET', '/things', { authorization: basic(password), ...headers })).status
  const [evil, client] = [{ origin: 'http://evil.example' }, { origin: 'https://client.example' }]
  for (let n = 1; n <= 10; n++) assert.equal(await of(`wrong ${n}`, evil), 401)
  assert.equal(await of('wrong 11', evil), 429)
  assert.equal(await of(PASSWORD, evil), 429)
  for (const own of [{}, { origin: `http://127.0.0.1:${trial.port}` }, client])
    assert.equal(await of(PASSWORD, own), 200)
  assert.equal(await of('wrong', { 'sec-fetch-site': 'cross-site' }), 401)
  await trial.clock.step(5 * MINUTE)
  assert.equal(await of(PASSWORD, evil), 200)
})

test('a page with many origins may try thirty passwords, and does not delay the owner', async () => {
  await using trial = await openTrial()
  const of = async (password: string, origin?: string) =>
    (await trial.call('GET', '/things', { authorization: basic(password), ...(origin && { origin }) })).status
  const page = (n: number) => `http://${n}.evil.example`
  for (let n = 1; n <= 30; n++) assert.equal(await of(`wrong ${n}`, page(n)), 401)
  assert.equal(await of('wrong 31', page(31)), 429)
  assert.equal(await of(PASSWORD), 200)
  for (let n = 1; n <= 9; n++) assert.equal(await of(`wrong ${n}`), 401)
  assert.equal(await of(PASSWORD), 200)
})

test('attempts while the address is locked raise auth:failure', async () => {
  await using trial = await openTrial()
  const events: AuthEvent[] = []
  using _events = trial.bus.subscribe('auth:failure', (event) => events.push(event))
  for (let n = 1; n <= 10; n++) await trial.call('GET', '/things', { authorization: basic(`wrong ${n}`) })
  assert.equal(events.length, 10)
  assert.equal((await trial.call('GET', '/things')).status, 429)
  assert.deepEqual([events.length, events[10]?.name, events[10]?.type], [11, 'admin', 'user'])
  assert.match(events[10]?.reason ?? '', /^127\.0\.0\.1:\d+:api$/)
})

test('a repeated password is counted and hashed once', async () => {
  const { facts, change } = openMemoryFacts()
  await change((draft) => draft.users.put('admin', { Name: 'admin', PasswordHash: 'of the right one' }))
  const worked: string[] = []
  const matches = async (password: string) => {
    worked.push(password)
    return password === PASSWORD
  }
  const passwords = openPasswords({ users: facts.users, clock: openSteppedClock(), matches })
  const check = (password: string) => passwords.check({ address: '10.0.0.1' }, 'admin', [password])
  for (let n = 0; n < 200; n++) assert.equal(await check('old'), undefined)
  for (let n = 0; n < 200; n++) assert.equal(await check(PASSWORD), PASSWORD)
  assert.deepEqual(worked, ['old', PASSWORD])
})

test('a changed password applies from the next call on, and a deleted user cannot sign in', async () => {
  await using trial = await openTrial()
  assert.equal((await trial.call('GET', '/things')).status, 200)
  const PasswordHash = await hashPassword('new')
  await trial.change((draft) => draft.users.put('admin', { Name: 'admin', PasswordHash }))
  assert.equal((await trial.call('GET', '/things')).status, 401)
  assert.equal((await trial.call('GET', '/things', { authorization: basic('new') })).status, 200)
  await trial.change((draft) => draft.users.remove('admin'))
  assert.equal((await trial.call('GET', '/things', { authorization: basic('new') })).status, 401)
})

test('the number of stored wrong passwords is limited', () => {
  const attempts = openAttempts(openSteppedClock())
  for (let n = 1; n <= 9; n++) attempts.failed({ address: '10.0.0.1' }, 'admin', `wrong ${n}`)
  for (let n = 0; n < 4096; n++) attempts.failed({ address: `10.1.${n >> 8}.${n & 255}` }, 'admin', 'wrong')
  attempts.failed({ address: '10.0.0.1' }, 'admin', 'wrong 10')
  assert.doesNotThrow(() => attempts.admit({ address: '10.0.0.1' }))
})

test('a lock lasts five minutes when the clock is set', async () => {
  const clock = openSteppedClock()
  const attempts = openAttempts(clock)
  for (let n = 1; n <= 10; n++) attempts.failed({ address: '10.0.0.1' }, 'admin', `wrong ${n}`)
  assert.throws(() => attempts.admit({ address: '10.0.0.1' }), /Too many wrong passwords/)
  attempts.failed({ address: '10.0.0.2' }, 'admin', 'wrong')
  for (const ms of [10 * 365 * 86_400_000, -20 * 365 * 86_400_000]) {
    clock.set(ms)
    assert.throws(() => attempts.admit({ address: '10.0.0.1' }), /Too many wrong passwords/)
    assert.equal(attempts.wasWrong({ address: '10.0.0.2' }, 'wrong'), true)
  }
  await clock.step(300_000)
  assert.doesNotThrow(() => attempts.admit({ address: '10.0.0.1' }))
  await clock.step(600_000)
  assert.equal(attempts.wasWrong({ address: '10.0.0.2' }, 'wrong'), false)
})

test('the count of wrong passwords is reset after fifteen minutes, and by a correct one', async () => {
  await using trial = await openTrial()
  const wrong = async (from: number, to: number) => {
    for (let n = from; n <= to; n++) await trial.call('GET', '/things', { authorization: basic(`wrong ${n}`) })
  }
  await wrong(1, 9)
  assert.equal((await trial.call('GET', '/things')).status, 200)
  await wrong(11, 19)
  await trial.clock.step(15 * MINUTE)
  await wrong(20, 20)
  assert.equal((await trial.call('GET', '/things')).status, 200)
})

test('a correct password resets the count of that user only', async () => {
  await using trial = await openTrial()
  await trial.change((draft) => draft.users.put('alex', { Name: 'alex', PasswordHash: CHEAP_HASH, Role: 'owner' }))
  const status = async (password: string, name: string) =>
    (await trial.call('GET', '/things', { authorization: basic(password, name) })).status
  for (let n = 1; n <= 8; n++) assert.equal(await status(`wrong ${n}`, 'admin'), 401)
  assert.equal(await status(PASSWORD, 'alex'), 200)
  // Different wrong passwords of all names count together.
  assert.equal(await status('wrong 9', 'robin'), 401)
  assert.equal(await status(PASSWORD, 'alex'), 200)
  assert.equal(await status('wrong 10', 'admin'), 401)
  assert.equal(await status('wrong 11', 'admin'), 429)
  assert.equal(await status(PASSWORD, 'alex'), 429)
})

test('a refusal names the roles that may make the call', async () => {
  await using trial = await openTrial()
  await trial.change((draft) => {
    draft.users.put('alex', { Name: 'alex', PasswordHash: CHEAP_HASH, Role: 'viewer' })
    draft.users.put('eve', { Name: 'eve', PasswordHash: CHEAP_HASH })
  })
  const refusal = async (name: string, path: string) =>
    (await trial.call('GET', path, { authorization: basic(undefined, name) })).text
  assert.equal(await refusal('alex', '/things'), 'Only an owner may do this: alex has the role viewer.\n')
  assert.equal(
    await refusal('eve', '/nowhere'),
    'Only an owner, a viewer or a parent may do this: eve has the role none.\n',
  )
})

test('concurrent calls share one check of the password', async () => {
  await using trial = await openTrial()
  const replies = await Promise.all(Array.from({ length: 60 }, () => trial.call('GET', '/things')))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
})

test('many passwords of one client at the same time are checked one at a time, and rejected above a limit', async () => {
  await using trial = await openTrial()
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) => trial.call('GET', '/things', { authorization: basic(`wrong ${n}`) })),
  )
  const count = (status: number) => replies.filter((reply) => reply.status === status).length
  assert.equal(count(401), 10)
  assert.equal(count(429), 30)
})

test('success and failure are published with the address and the name, never with the password', async () => {
  await using trial = await openTrial()
  const events: [string, AuthEvent][] = []
  using _all = trial.bus.subscribePrefix('auth:', (event, topic) => events.push([topic, event as AuthEvent]))
  await trial.call('GET', '/things')
  await trial.call('GET', '/things', { authorization: basic('hush', `root${'t'.repeat(100)}`) })
  const [[success, good], [failure, bad]] = events as [[string, AuthEvent], [string, AuthEvent]]
  assert.deepEqual([success, good.type, good.username, good.name], ['auth:success', 'user', 'admin', 'admin'])
  assert.match(good.ip, /^127\.0\.0\.1:\d+$/)
  assert.equal(good.reason, `${good.ip}:api`)
  assert.equal(failure, 'auth:failure')
  assert.equal(bad.name?.length, 64)
  assert.ok(!JSON.stringify(events).includes('hush') && !JSON.stringify(events).includes(PASSWORD))
})

test('a call that needs a one-time code is rejected with the reason until codes are set up', async () => {
  await using trial = await openTrial()
  const reply = await trial.call('GET', '/secret')
  assert.equal(reply.status, 401)
  assert.match(reply.text, /one-time code/)
})

test('the token of a plugin needs no code where its owner has confirmed the right, and no other token does', async () => {
  await using trial = await openTrial()
  const as = async (ScopedPaths: string[], plugin: object) => {
    const kept = { Name: 't', Sealed: '', Expire: 0, ScopedPaths }
    await trial.change((draft) => {
      draft.tokens.put(digestOf('t'), kept)
      draft.plugins.put('sample', pluginRow('sample', { TokenKey: digestOf('t'), ...plugin }))
    })
    return (await trial.call('GET', '/secret', { authorization: 'Bearer t' })).status
  }
  const right = { Service: 'plugin.json', Line: 0, Text: '/capture:rw', Reason: '' }
  const Rights = [{ ...right, Kind: 'capture' }]
  assert.equal(await as(['/secret:rw'], { Rights }), 200)
  assert.equal(await as(['/secret:rw'], {}), 401)
  assert.equal(await as(['/secret:rw'], { Rights: [{ ...right, Kind: 'privileged' }] }), 401)
  assert.equal(await as(['/things:rw'], { Rights }), 401)
  assert.equal(await as([], { Rights, TokenKey: '' }), 401)
  assert.equal(await as(['/secret:rw'], { Rights, TokenKey: digestOf('another') }), 401)
  assert.equal(await as(['/secret:rw'], { Rights, Enabled: false }), 401)
})

test('setup calls need no credentials until setup is done, and a wrong password does not sign in', async () => {
  await using trial = await openTrial({ setupDone: false })
  assert.equal((await trial.call('GET', '/setup-state', anonymous)).text, '"anonymous"\n')
  assert.equal((await trial.call('PUT', '/setup-state', anonymous)).text, '"anonymous"\n')
  assert.equal((await trial.call('PUT', '/setup-state')).text, '"user"\n')
  assert.equal((await trial.call('PUT', '/setup-state', { authorization: basic('wrong') })).text, '"anonymous"\n')
  assert.equal((await trial.call('GET', '/things', anonymous)).status, 401)
})

test('after setup is done, setup calls need a user', async () => {
  await using trial = await openTrial()
  assert.equal((await trial.call('PUT', '/setup-state', anonymous)).status, 401)
  assert.equal((await trial.call('PUT', '/setup-state')).text, '"user"\n')
})

test('recovery calls need no credentials until setup is done, and then a one-time code', async () => {
  await using fresh = await openTrial({ setupDone: false })
  assert.equal((await fresh.call('PUT', '/recover', anonymous)).text, '"anonymous"\n')
  assert.equal((await fresh.call('PUT', '/recover')).text, '"user"\n')
  assert.equal((await fresh.call('PUT', '/recover', { ...anonymous, origin: 'http://evil.example' })).status, 403)
  await using outside = await openTrial({ setupDone: false, isFromUplink: () => true })
  assert.equal((await outside.call('PUT', '/recover', anonymous)).status, 401)
  await using trial = await openTrial()
  assert.equal((await trial.call('PUT', '/recover', anonymous)).status, 401)
  assert.equal((await trial.call('PUT', '/recover')).status, 401)
  const { paths } = JSON.parse((await trial.call('GET', '/openapi.json')).text)
  assert.equal(paths['/recover'].put.security.length, 3)
})

test('callers from the internet cannot call setup without credentials', async () => {
  await using trial = await openTrial({ setupDone: false, isFromUplink: () => true })
  assert.equal((await trial.call('GET', '/setup-state', anonymous)).status, 401)
  assert.equal((await trial.call('PUT', '/setup-state')).text, '"user"\n')
})

test('pages of other origins cannot call setup, with or without invalid credentials', async () => {
  await using trial = await openTrial({ setupDone: false })
  for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:81', 'chrome-extension://127.0.0.1']) {
    for (const authorization of ['', 'Basic x', basic('wrong')]) {
      for (const method of ['GET', 'PUT']) {
        const reply = await trial.call(method, '/setup-state', { origin, authorization })
        assert.equal(reply.status, 403, `${method} ${origin} ${authorization}`)
      }
    }
  }
  assert.equal((await trial.call('PUT', '/setup-state', { ...anonymous, origin: 'http://127.0.0.1' })).status, 200)
  // Apps that sign in have their own origins.
  assert.equal((await trial.call('PUT', '/touch', { origin: 'capacitor://localhost' })).status, 200)
  assert.equal((await trial.call('GET', '/open', { ...anonymous, origin: 'capacitor://localhost' })).status, 200)
})
