import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, NotFound } from '../../../errors.ts'
import { otp } from '../../../model/access/credentials/contract.ts'
import { tokens as contract } from '../../../model/access/credentials/listcontract.ts'
import type { Token } from '../../../model/access/credentials/token.ts'
import type { Caller } from '../../../model/operation.ts'
import { bearerOf } from './bearers.ts'
import { admin, asking, codeOf, openAccess } from './trial.fixture.ts'

const bare = asking(undefined)

test('a token is listed with its value and found by it until it expires; the value is not stored in plain text', async () => {
  const { tokens, facts, clock } = await openAccess()
  const made = (await tokens.create(asking({ Name: 'dashboard', ScopedPaths: ['/devices:r'] }))) as Token
  assert.match(made.Token, /^[A-Za-z0-9_-]{43}$/)
  assert.deepEqual(made, { Name: 'dashboard', Token: made.Token, Expire: 0, ScopedPaths: ['/devices:r'] })
  const nameless = (await tokens.create(asking({ Expire: 1656440879 }))) as Token
  assert.partialDeepStrictEqual(nameless, { Name: '', Expire: 1656440879, ScopedPaths: [] })
  assert.notEqual(made.Token, nameless.Token)
  assert.deepEqual(tokens.list(bare), [made, nameless])
  assert.ok(!JSON.stringify([...facts.tokens]).includes(made.Token))
  const found = bearerOf(facts, made.Token, clock.now())
  assert.ok(found?.kind === 'token' && found.token.Name === 'dashboard')
  assert.equal(bearerOf(facts, nameless.Token, clock.now()), undefined)
})

test('deleting a token removes it, replies with the request body, and publishes an event', async () => {
  const { tokens, facts, published } = await openAccess()
  const { Token } = (await tokens.create(asking({ Name: 'old' }))) as Token
  await tokens.create(asking({ Name: 'kept' }))
  assert.deepEqual(await tokens.remove(asking({ Token, Name: 'whatever' })), { Token, Name: 'whatever' })
  assert.deepEqual(
    [...facts.tokens.values()].map(({ Name }) => Name),
    ['kept'],
  )
  await assert.rejects(async () => tokens.remove(asking({ Token })), NotFound)
  assert.deepEqual(
    published.filter((event) => event.includes('old')),
    [
      'auth:token:create {"username":"admin","credential":"old","ip":"192.168.2.6"}',
      'auth:token:delete {"username":"admin","credential":"old","ip":"192.168.2.6"}',
    ],
  )
})

test('at most 256 tokens can be created', async () => {
  const { tokens, facts } = await openAccess()
  for (let n = 0; n < 256; n++) await tokens.create(asking({ Name: `${n}` }))
  await assert.rejects(async () => tokens.create(asking({ Name: 'one more' })), Invalid)
  assert.equal(facts.tokens.size, 256)
})

test('invalid fields of tokens, scopes and codes are rejected with the name of the field', () => {
  const fieldOf = (
    schema: { safeParse(value: unknown): { error?: { issues: { path: PropertyKey[] }[] } } },
    value: unknown,
  ) => schema.safeParse(value).error?.issues[0]?.path.join('.')
  const { body } = contract.create.details
  assert.equal(fieldOf(body, { Name: 'a\nb' }), 'Name')
  assert.equal(fieldOf(body, { Name: 'x'.repeat(129) }), 'Name')
  assert.equal(fieldOf(body, { Expire: -1 }), 'Expire')
  assert.equal(fieldOf(body, { Expire: 1.5 }), 'Expire')
  for (const scope of ['', 'devices', ':r', '/a b', '/a\n', `/${'x'.repeat(512)}`])
    assert.equal(fieldOf(body, { ScopedPaths: ['/devices:r', scope] }), 'ScopedPaths.1', scope)
  assert.equal(fieldOf(body, { ScopedPaths: Array(65).fill('/x') }), 'ScopedPaths')
  assert.equal(fieldOf(body, {}), undefined)
  const ask = otp.validate.details.body
  for (const Code of ['12345', '1234567', 'abcdef', '２８７０８２', 123456])
    assert.equal(fieldOf(ask, { Name: 'admin', Code }), 'Code', String(Code))
  for (const Name of ['', 'Eve', 'a:b', 'x'.repeat(33)])
    assert.equal(fieldOf(ask, { Name, Code: '123456' }), 'Name', Name)
  for (const JWTDurationSeconds of [-1, 59, 604_801, 1.5])
    assert.equal(fieldOf(ask, { Name: 'admin', Code: '123456', JWTDurationSeconds }), 'JWTDurationSeconds')
  assert.equal(fieldOf(ask, { Name: 'admin', Code: '123456', JWTDurationSeconds: 0 }), undefined)
})

test('a session is stored by its digest, expires after twelve hours, and is not listed as a token', async () => {
  const { session, tokens, facts, clock } = await openAccess()
  const { Token, Expires } = (await session.begin(bare)) as { Token: string; Expires: number }
  assert.equal(Expires, clock.now() / 1000 + 12 * 3600)
  assert.deepEqual(tokens.list(bare), [])
  assert.ok(!JSON.stringify([...facts.sessions]).includes(Token))
  assert.equal(bearerOf(facts, Token, clock.now())?.kind, 'session')
  await clock.step(12 * 3600_000)
  assert.equal(bearerOf(facts, Token, clock.now()), undefined)
})

test('a session cannot begin another session, and signing out ends it', async () => {
  const { session, facts, clock, published } = await openAccess()
  const { Token } = (await session.begin(bare)) as { Token: string }
  const [key = ''] = facts.sessions.keys()
  const signed: Caller = { ...admin, session: key }
  await assert.rejects(async () => session.begin(asking(undefined, signed)), { kind: 'unauthorized' })
  await assert.rejects(async () => session.end(bare), Invalid)
  await session.end(asking(undefined, signed))
  assert.equal(bearerOf(facts, Token, clock.now()), undefined)
  assert.deepEqual(published, ['auth:logout {"username":"admin","credential":"session","ip":"192.168.2.6"}'])
})

test('at most ten sessions are open: a new one replaces the oldest, and expired ones are removed', async () => {
  const { session, facts, clock } = await openAccess()
  const open: string[] = []
  for (let n = 0; n < 12; n++) {
    open.push(((await session.begin(bare)) as { Token: string }).Token)
    await clock.step(1000)
  }
  assert.equal(facts.sessions.size, 10)
  const good = open.map((token) => bearerOf(facts, token, clock.now()) !== undefined)
  assert.deepEqual(good, [false, false, ...Array(10).fill(true)])
  await clock.step(24 * 3600_000)
  await session.begin(bare)
  assert.equal(facts.sessions.size, 1)
})

test('changing the password needs password authentication and, if codes are confirmed, an unused code', async () => {
  const { session, otp, facts, clock } = await openAccess()
  const ask = (AdminPassword: string, Code?: string, caller = admin) =>
    session.changePassword(asking({ AdminPassword, Code }, caller))
  const kept = () => facts.users.get('admin')?.PasswordHash
  const { Token } = (await session.begin(bare)) as { Token: string }
  await assert.rejects(async () => ask('by a session', undefined, { ...admin, session: 'x' }), { kind: 'unauthorized' })
  await ask('second password')
  assert.equal(kept(), 'hash of second password')
  assert.equal(bearerOf(facts, Token, clock.now()), undefined)

  const settings = await otp.register(asking({ Name: 'admin' as const }))
  assert.ok('OTPUsers' in settings)
  const code = () => codeOf(settings.OTPUsers[0]!.Secret, clock.now())
  await otp.validate(asking({ Name: 'admin' as const, Code: code() }))
  await assert.rejects(async () => ask('third password'), Invalid)
  await assert.rejects(async () => ask('third password', code()), Invalid)
  assert.equal(kept(), 'hash of second password')
  await clock.step(30_000)
  await ask('third password', code())
  assert.equal(kept(), 'hash of third password')
})

test('of two concurrent password changes, the second is rejected', async () => {
  const { session, facts } = await openAccess()
  const ask = async (AdminPassword: string) => session.changePassword(asking({ AdminPassword }))
  const [first, second] = await Promise.allSettled([ask('the first of them'), ask('the second one')])
  assert.deepEqual([first?.status, second?.status], ['fulfilled', 'rejected'])
  assert.equal(facts.users.get('admin')?.PasswordHash, 'hash of the first of them')
})

test('recovery on the console removes codes, locks and sessions, keeps tokens, and can set a new password', async () => {
  const { recovery, otp, session, change, facts, clock, tokens } = await openAccess()
  await tokens.create(asking({ Name: 'kept' }))
  await otp.register(asking({ Name: 'admin' as const }))
  const { Token } = (await session.begin(bare)) as { Token: string }
  await change((draft) => draft.otpTries.put('*', { Failures: [], LockedUntil: 2 ** 42, Known: 0 }))
  const root: Caller = { name: 'console', kind: 'console', address: '127.0.0.1' }
  await recovery.recover(asking({}, root))
  assert.deepEqual([facts.otpUsers.size, facts.otpTries.size, facts.tokens.size], [0, 0, 1])
  assert.equal(bearerOf(facts, Token, clock.now()), undefined)
  assert.equal(facts.users.get('admin')?.PasswordHash, '#1')
  await recovery.recover(asking({ AdminPassword: 'found again' }, root))
  assert.equal(facts.users.get('admin')?.PasswordHash, 'hash of found again')
})
