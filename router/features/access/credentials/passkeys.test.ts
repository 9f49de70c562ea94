import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccessDenied, Invalid, Locked, NotFound } from '../../../errors.ts'
import { RecoveryCodes } from '../../../model/access/credentials/recoverycode.ts'
import type { Caller } from '../../../model/operation.ts'
import { openAuthenticator } from './authenticator.fixture.ts'
import { bearerOf, browserSessionOf } from './bearers.ts'
import { isAlwaysOn } from './factors.ts'
import { admin, codeOf, openAccess } from './trial.fixture.ts'

const MINUTE = 60_000
/** A caller on a page of the router. */
const at = (origin: string | undefined, more: Partial<Caller> = {}): Caller => ({
  ...admin,
  browser: { agent: 'Firefox', cookies: [], origin },
  ...more,
})
const here = at('https://spr.local')
const proved = { ...here, isProved: true }
const anonymous = at('https://spr.local', { name: '', kind: 'anonymous' })
const asked = <B>(body: B, caller = here, query: { name?: string | undefined } = {}) => ({
  ...{ params: {}, body, caller },
  query: { name: query.name },
})

type Options = { Session: string; Options: { publicKey: Record<string, unknown> } }
type Authenticator = ReturnType<typeof openAuthenticator>
type Flags = Parameters<Authenticator['get']>[1]

/** A router and a phone with a passkey for it. */
async function open() {
  const access = await openAccess()
  const { passkeys } = access
  const phone = openAuthenticator()
  const add = async (one: Authenticator, flags: Flags = {}, caller = here) => {
    const { Session: session, Options } = (await passkeys.beginRegister(
      asked(undefined, caller, { name: 'Phone' }),
    )) as Options
    return passkeys.register(asked({ session, credential: one.create(Options.publicKey, flags) }, caller))
  }
  const begun = async (caller = anonymous) => (await passkeys.beginLogin(asked(undefined, caller))) as Options
  const answer = async (flags: Flags = {}, one = phone) => {
    const { Session: session, Options } = await begun()
    return { session, credential: one.get(Options.publicKey, flags) }
  }
  const login = async (flags: Flags = {}, one = phone) =>
    (await passkeys.login(asked(await answer(flags, one), anonymous))) as { Name: string; Token: string }
  const status = () =>
    passkeys.status(asked(undefined)) as { Registered: boolean; Credentials: { ID: string; LastUsed: number }[] }
  return { ...access, phone, add, begun, answer, login, status }
}

/** The same with the passkey added. */
async function opened() {
  const access = await open()
  await access.add(access.phone)
  return access
}

test('a passkey that was added signs in, and its use is stored and published', async () => {
  const { login, facts, clock, status, published, phone } = await opened()
  assert.partialDeepStrictEqual(status(), {
    Registered: true,
    Credentials: [{ ID: phone.id, Name: 'Phone', Host: 'spr.local', LastUsed: 0 }],
  })
  await clock.step(MINUTE)
  const { Name, Token } = await login()
  assert.equal(Name, 'admin')
  assert.equal(bearerOf(facts, Token, clock.now())?.kind, 'session')
  assert.equal(status().Credentials[0]!.LastUsed, Math.floor(clock.now() / 1000))
  const events = published.filter((line) => /^auth:(success|webauthn)/.test(line))
  assert.deepEqual(events, [
    'auth:webauthn:register {"username":"admin","credential":"Phone","ip":"192.168.2.6"}',
    'auth:success {"type":"user","reason":"192.168.2.6:passkey","ip":"192.168.2.6","username":"admin","name":"admin"}',
  ])
})

test('a browser gets its session in a cookie', async () => {
  const { passkeys, answer, facts, clock } = await opened()
  const begun = await passkeys.loginInBrowser(asked({ ...(await answer()), Keep: true }, anonymous))
  assert.ok(typeof begun === 'object' && 'value' in begun)
  const { value = '', seconds, reply } = begun
  assert.equal(seconds, 30 * 86_400)
  assert.equal((reply as { Name: string }).Name, 'admin')
  const csrf = (reply as { CsrfToken: string }).CsrfToken
  assert.equal(browserSessionOf(facts, { cookies: [value], csrf }, clock.now())?.session.Name, 'admin')
})

test('an answer signs in once, within five minutes, and only at the origin where it was begun', async () => {
  const { passkeys, answer, clock, login } = await opened()
  const used = await answer()
  await passkeys.login(asked(used, anonymous))
  await assert.rejects(async () => passkeys.login(asked(used, anonymous)), Invalid)
  const late = await answer()
  await clock.step(5 * MINUTE)
  await assert.rejects(async () => passkeys.login(asked(late, anonymous)), Invalid)
  const elsewhere = await answer()
  await assert.rejects(
    async () => passkeys.login(asked(elsewhere, at('https://spr.lan', { name: '', kind: 'anonymous' }))),
    Invalid,
  )
  await login()
})

test('an answer with another challenge, origin, name, type or without user verification is refused', async () => {
  const { login, passkeys, answer, begun } = await opened()
  const refused = (work: Promise<unknown>) => assert.rejects(work, { kind: 'unauthorized' })
  await refused(login({ origin: 'https://evil.example' }))
  await refused(login({ origin: 'http://spr.local' }))
  await refused(login({ rpId: 'evil.example' }))
  await refused(login({ isVerified: false }))
  await refused(login({ type: 'webauthn.create' }))
  const { Session } = await begun()
  const { credential } = await answer()
  await refused((async () => passkeys.login(asked({ session: Session, credential }, anonymous)))())
  await refused(login({}, openAuthenticator()))
  const { session, credential: tampered } = await answer()
  const { signature = '' } = tampered.response
  tampered.response.signature = signature.replace(/.{4}$/, 'AAAA')
  await refused((async () => passkeys.login(asked({ session, credential: tampered }, anonymous)))())
  assert.equal((await login()).Name, 'admin')
})

test('a counter that has not increased is refused: the authenticator may be a copy', async () => {
  const { login } = await opened()
  await login({ counter: 7 })
  await assert.rejects(login({ counter: 7 }), { kind: 'unauthorized' })
  await assert.rejects(login({ counter: 6 }), { kind: 'unauthorized' })
  await login({ counter: 8 })
})

test('ten failed sign-ins lock the address', async () => {
  const { login, begun, clock } = await opened()
  for (let n = 0; n < 10; n++) await assert.rejects(login({ isVerified: false }), { kind: 'unauthorized' })
  await assert.rejects(begun(), Locked)
  await clock.step(5 * MINUTE)
  await login()
})

test('a passkey gives the proof of a second factor to its user only', async () => {
  const { passkeys, phone, proofs } = await opened()
  const { Session, Options } = (await passkeys.beginValidate(asked(undefined))) as Options
  assert.deepEqual(
    (Options.publicKey.allowCredentials as { id: string }[]).map(({ id }) => id),
    [phone.id],
  )
  const answer = { session: Session, credential: phone.get(Options.publicKey) }
  const proof = String(await passkeys.validate(asked(answer)))
  assert.ok(await proofs.isValid(proof, 'admin'))
  const again = (await passkeys.beginValidate(asked(undefined))) as Options
  const foreign = { session: again.Session, credential: phone.get(again.Options.publicKey) }
  await assert.rejects(async () => passkeys.validate(asked(foreign, { ...here, name: 'eve' })), Invalid)
  // A ceremony of one kind does not serve for another.
  const login = (await passkeys.beginLogin(asked(undefined, anonymous))) as Options
  const other = { session: login.Session, credential: phone.get(login.Options.publicKey) }
  await assert.rejects(async () => passkeys.validate(asked(other)), Invalid)
})

test('adding a passkey needs the password, and a proof where one-time codes are confirmed', async () => {
  const { add, phone, otp, clock } = await open()
  await assert.rejects(add(phone, {}, { ...here, session: 'key' }), { kind: 'unauthorized' })
  const settings = await otp.register(asked({ Name: 'admin' as const }))
  assert.ok('OTPUsers' in settings)
  await otp.validate(asked({ Name: 'admin' as const, Code: codeOf(settings.OTPUsers[0]!.Secret, clock.now()) }))
  await assert.rejects(add(phone), { kind: 'proof_missing' })
  await add(phone, {}, { ...here, isProved: true })
})

test('with a passkey and no one-time codes, whatever changes the factors or the password needs its proof', async () => {
  const { add, otp, session, users, facts } = await opened()
  const register = (caller: Caller) => otp.register(asked({ Name: 'admin' as const }, caller))
  const change = (caller: Caller) => session.changePassword(asked({ AdminPassword: 'another one' }, caller))
  const another = (caller: Caller) => add(openAuthenticator(), {}, caller)
  const save = (caller: Caller) => {
    const body = { Role: 'owner' as const, Password: 'long enough' }
    return users.save({ ...asked(body, caller), params: { name: 'eve' } })
  }
  const [key] = facts.passkeys.keys()
  const before = facts.users.get('admin')
  for (const call of [register, change, another, save])
    await assert.rejects(
      async () => call(here),
      (error) =>
        error instanceof AccessDenied &&
        error.kind === 'proof_missing' &&
        /^Invalid JWT: .*https:\/\/spr\.local/.test(error.message),
    )
  assert.deepEqual([...facts.passkeys.keys()], [key])
  assert.deepEqual([facts.otpUsers.size, facts.users.size, facts.users.get('admin')], [0, 1, before])
  for (const call of [another, save, register, change]) await call(proved)
  assert.deepEqual([facts.passkeys.size, facts.otpUsers.size, facts.users.size], [2, 1, 2])
})

test('a first passkey ends a seed that is not confirmed, and a ceremony that was begun before it', async () => {
  const { add, phone, otp, passkeys, facts, clock } = await open()
  const settings = await otp.register(asked({ Name: 'admin' as const }))
  assert.ok('OTPUsers' in settings)
  const { Session: session, Options } = (await passkeys.beginRegister(asked(undefined))) as Options
  await add(phone)
  const code = codeOf(settings.OTPUsers[0]!.Secret, clock.now())
  await assert.rejects(async () => otp.validate(asked({ Name: 'admin' as const, Code: code })), Invalid)
  const credential = openAuthenticator().create(Options.publicKey)
  await assert.rejects(async () => passkeys.register(asked({ session, credential })), { kind: 'proof_missing' })
  assert.deepEqual([facts.passkeys.size, facts.otpUsers.size], [1, 0])
})

test('a user who is removed while a passkey or a seed is checked leaves none to a later one of the same name', async () => {
  const { passkeys, otp, change, facts } = await open()
  const alex = { Name: 'alex', PasswordHash: '#', Role: 'viewer' as const }
  await change((draft) => draft.users.put('alex', alex))
  const caller = { ...here, name: 'alex' }
  const { Session: session, Options } = (await passkeys.beginRegister(asked(undefined, caller))) as Options
  const credential = openAuthenticator().create(Options.publicKey)
  const replaced = change((draft) => draft.users.put('alex', { ...alex, PasswordHash: '#2' }))
  await Promise.all([
    assert.rejects(async () => passkeys.register(asked({ session, credential }, caller)), { kind: 'unauthorized' }),
    assert.rejects(async () => otp.register(asked({ Name: 'alex' }, caller)), { kind: 'unauthorized' }),
    replaced,
  ])
  assert.deepEqual([facts.passkeys.size, facts.otpUsers.size], [0, 0])
})

test('of two passkeys that are begun where there is room for one, the second one is refused', async () => {
  const { passkeys, change, facts } = await opened()
  const [row] = [...facts.passkeys.values()]
  await change((draft) => {
    for (let n = 0; n < 30; n++) draft.passkeys.put(`${n}`, { ...row!, ID: `${n}` })
  })
  const begun = async () => {
    const { Session: session, Options } = (await passkeys.beginRegister(asked(undefined, proved))) as Options
    return asked({ session, credential: openAuthenticator().create(Options.publicKey) }, proved)
  }
  const [first, second] = [await begun(), await begun()]
  await passkeys.register(first)
  await assert.rejects(async () => passkeys.register(second), /which is the maximum/)
  assert.equal(facts.passkeys.size, 32)
})

test('a new passkey must match its ceremony', async () => {
  const { add, phone, facts } = await open()
  for (const flags of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { isVerified: false },
    { type: 'webauthn.get' },
    { format: 'packed' },
  ])
    await assert.rejects(add(phone, flags), Invalid)
  assert.equal(facts.passkeys.size, 0)
  await add(phone)
  await assert.rejects(add(phone, {}, proved), /added before/)
})

test('passkeys need HTTPS and a name', async () => {
  const { passkeys, phone, add } = await opened()
  for (const origin of [undefined, 'https://192.168.2.1', 'https://[fd00::1]'])
    await assert.rejects(add(phone, {}, at(origin)), Invalid)
  const available = (caller: Caller) =>
    (passkeys.canLogin(asked(undefined, caller)) as { Available: boolean }).Available
  assert.deepEqual([anonymous, at('https://spr.lan'), at(undefined)].map(available), [true, false, false])
  await assert.rejects(
    async () => passkeys.beginLogin(asked(undefined, at('https://spr.lan'))),
    /no passkey for spr.lan/,
  )
})

test('a deleted passkey is refused, and its deletion ends proofs and other sessions', async () => {
  const { passkeys, phone, answer, login, facts, status, add } = await opened()
  await add(openAuthenticator(), {}, proved)
  await login()
  const pending = await answer()
  await assert.rejects(async () => passkeys.remove(asked({ ID: 'x' }, proved)), NotFound)
  await assert.rejects(async () => passkeys.remove(asked({ ID: phone.id }, { ...here, name: 'eve' })), NotFound)
  await assert.rejects(async () => passkeys.remove(asked({ ID: phone.id })), { kind: 'proof_missing' })
  await passkeys.remove(asked({ ID: phone.id }, proved))
  assert.equal(facts.sessions.size, 0)
  assert.equal(status().Credentials.length, 1)
  await assert.rejects(async () => passkeys.login(asked(pending, anonymous)), { kind: 'unauthorized' })
})

test('of two answers at the same time, the counter of a valid one is stored', async () => {
  const { passkeys, answer, facts, phone } = await opened()
  const [first, second] = [await answer(), await answer()]
  const outcomes = await Promise.allSettled([first, second].map(async (one) => passkeys.login(asked(one, anonymous))))
  assert.ok(outcomes.some(({ status }) => status === 'fulfilled'))
  assert.ok([2, 3].includes(facts.passkeys.get(phone.id)!.Counter))
})

test('at most eight ceremonies of an address are open, and 256 in all', async () => {
  const { passkeys, answer, begun } = await opened()
  const oldest = await answer()
  for (let n = 0; n < 8; n++) await begun()
  await assert.rejects(async () => passkeys.login(asked(oldest, anonymous)), Invalid)
  for (let n = 0; n < 248; n++) await begun({ ...anonymous, address: `10.0.0.${n}` })
  await assert.rejects(begun({ ...anonymous, address: '10.0.1.1' }), Locked)
})

test('access recovered on the console deletes passkeys', async () => {
  const { recovery, facts } = await opened()
  await recovery.recover(asked({}))
  assert.equal(facts.passkeys.size, 0)
})

/** The same with recovery codes, and with the passkey needed at every sign-in. */
async function always() {
  const access = await opened()
  const { passkeys, recoveryCodes, otp } = access
  const codes = async () => RecoveryCodes.parse(await recoveryCodes.create(asked(undefined, proved))).Codes
  const turn = async (AlwaysOn: boolean, caller: Caller = proved) => passkeys.always(asked({ AlwaysOn }, caller))
  const status = () => otp.status({ ...asked(undefined), query: { name: 'admin' } })
  const validate = async (Code: string, more: object = {}) =>
    String(await otp.validate(asked({ Name: 'admin' as const, Code, ...more })))
  const made = await codes()
  await turn(true)
  return { ...access, codes, turn, status, validate, made }
}

test('a passkey at every sign-in needs a passkey, recovery codes and a proof', async () => {
  const { passkeys, recoveryCodes, facts, add, phone } = await open()
  const turn = async (AlwaysOn: boolean, caller: Caller = proved) => passkeys.always(asked({ AlwaysOn }, caller))
  await assert.rejects(turn(true), /Add a passkey/)
  await assert.rejects(async () => recoveryCodes.create(asked(undefined, proved)), Invalid)
  await add(phone)
  await assert.rejects(turn(true, here), { kind: 'proof_missing' })
  await assert.rejects(turn(true), /Create recovery codes first/)
  await recoveryCodes.create(asked(undefined, proved))
  assert.equal(isAlwaysOn(facts, 'admin'), false)
  assert.deepEqual(await turn(true), { State: 'unregistered', AlwaysOn: true, Confirmed: false })
  assert.equal(isAlwaysOn(facts, 'admin'), true)
  await assert.rejects(turn(false, here), { kind: 'proof_missing' })
  assert.deepEqual(await turn(false), { State: 'unregistered', AlwaysOn: false, Confirmed: false })
})

test('turning it on or off ends proofs and other sessions', async () => {
  const { turn, login, facts, proofs, validate, made } = await always()
  await login()
  const proof = await validate(made[0]!)
  await turn(true)
  assert.ok(await proofs.isValid(proof, 'admin'), 'nothing has changed')
  await turn(false)
  assert.equal(await proofs.isValid(proof, 'admin'), false)
  assert.equal(facts.sessions.size, 0)
})

test('without the passkey, a recovery code gives a proof once, and nothing else does', async () => {
  const { validate, made, proofs, facts, turn } = await always()
  await assert.rejects(validate('123456'), Invalid)
  await assert.rejects(validate(made[0]!, { UpdateAlwaysOn: true, AlwaysOn: false }), /PUT \/webauthn\/always/)
  const proof = await validate(made[0]!)
  assert.ok(await proofs.isValid(proof, 'admin'))
  await assert.rejects(validate(made[0]!), Invalid)
  assert.equal(facts.otpUsers.size, 0, 'no seed is created')
  await turn(false)
  assert.equal(isAlwaysOn(facts, 'admin'), false)
})

test('it ends with the last passkey, and with the recovery codes', async () => {
  const { add, passkeys, phone, facts } = await always()
  const tablet = openAuthenticator()
  await add(tablet, {}, proved)
  await passkeys.remove(asked({ ID: tablet.id }, proved))
  assert.deepEqual([isAlwaysOn(facts, 'admin'), facts.recoveryCodes.size], [true, 1])
  await passkeys.remove(asked({ ID: phone.id }, proved))
  assert.deepEqual([isAlwaysOn(facts, 'admin'), facts.recoveryCodes.size, facts.passkeyUsers.size], [false, 0, 0])
  await add(phone)
  assert.equal(isAlwaysOn(facts, 'admin'), false, 'not for a later passkey')
})

test('a recovery code does not confirm a seed', async () => {
  const { otp, validate, made, facts } = await always()
  await otp.register(asked({ Name: 'admin' as const }, proved))
  assert.deepEqual([facts.recoveryCodes.size, isAlwaysOn(facts, 'admin')], [1, true])
  await validate(made[0]!)
  assert.equal(facts.otpUsers.get('admin')?.Confirmed, false)
})

test('it stays on while one-time codes are set up and turned off, and a code turns it off', async () => {
  const { otp, validate, turn, clock, facts, status } = await always()
  const enrol = async () => {
    const settings = await otp.register(asked({ Name: 'admin' as const }, proved))
    assert.ok('OTPUsers' in settings)
    const code = () => codeOf(settings.OTPUsers[0]!.Secret, clock.now())
    await validate(code())
    await clock.step(MINUTE)
    return code
  }
  const code = await enrol()
  assert.deepEqual(status(), { State: 'registered', AlwaysOn: true, Confirmed: true })
  await assert.rejects(turn(false), /PUT \/otp_validate/)
  await otp.unregister(asked({ Name: 'admin' as const, Code: code() }, proved))
  assert.deepEqual(status(), { State: 'unregistered', AlwaysOn: true, Confirmed: false })
  assert.equal(facts.recoveryCodes.size, 1)
  const next = await enrol()
  await validate(next(), { UpdateAlwaysOn: true, AlwaysOn: false })
  assert.deepEqual([isAlwaysOn(facts, 'admin'), facts.passkeyUsers.size], [false, 0])
})

test('access recovered on the console, and codes removed by an owner, end it', async () => {
  const { recovery, facts } = await always()
  await recovery.recover(asked({}))
  assert.deepEqual([isAlwaysOn(facts, 'admin'), facts.passkeyUsers.size, facts.recoveryCodes.size], [false, 0, 0])
})
