import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, NotFound } from '../../../errors.ts'
import { aSession } from '../../../model/access/credentials/session.fixture.ts'
import type { Caller } from '../../../model/operation.ts'
import { stampOf } from './credential.ts'
import { admin, asking, codeOf, openAccess } from './trial.fixture.ts'

const STEP = 30_000
const MINUTE = 60_000
const elsewhere: Caller = { ...admin, address: '192.168.2.10' }

/** A person with a phone: `enrol` gives it a seed, `code` is what it shows now, or some steps from now. */
async function open() {
  const access = await openAccess()
  const { otp, clock, proofs, facts } = access
  let secret = ''
  const code = (steps = 0) => codeOf(secret, clock.now() + steps * STEP)
  const register = async (Code?: string, caller = admin) => {
    const settings = await otp.register(asking({ Name: 'admin' as const, Code }, caller))
    assert.ok('OTPUsers' in settings)
    secret = settings.OTPUsers[0]!.Secret
    return settings
  }
  const validate = async (Code: string, more = {}, caller = admin) =>
    String(await otp.validate(asking({ Name: 'admin' as const, Code, ...more }, caller)))
  const remove = async (Code?: string, caller = admin) =>
    otp.unregister(asking({ Name: 'admin' as const, Code }, caller))
  const enrol = async (more = {}) => {
    await register()
    return validate(code(), more)
  }
  const next = () => clock.step(STEP)
  const isGood = (proof: string) => proofs.isValid(proof, 'admin')
  const status = () => otp.status({ params: {}, query: { name: 'admin' }, body: undefined, caller: admin })
  const refused = (work: Promise<unknown>, words: RegExp) =>
    assert.rejects(work, (error) => error instanceof Invalid && error.field === 'Code' && words.test(error.message))
  return {
    ...access,
    code,
    register,
    validate,
    remove,
    enrol,
    next,
    isGood,
    status,
    refused,
    user: () => facts.otpUsers.get('admin'),
  }
}

test('a seed is shown when it is made, confirmed by its first code, and kept sealed', async () => {
  const { register, validate, code, status, user, isGood, facts } = await open()
  assert.deepEqual(status(), { State: 'unregistered', AlwaysOn: false, Confirmed: false })
  const { OTPUsers, JWTDurationSeconds } = await register()
  const [shown] = OTPUsers
  assert.partialDeepStrictEqual(shown, { Name: 'admin', Confirmed: false, AlwaysOn: false })
  assert.equal(JWTDurationSeconds, 0)
  assert.match(shown!.Secret, /^[A-Z2-7]{32}$/)
  assert.deepEqual(status(), { State: 'not yet validated', AlwaysOn: false, Confirmed: false })
  assert.ok(await isGood(await validate(code())))
  assert.deepEqual(status(), { State: 'registered', AlwaysOn: false, Confirmed: true })
  assert.ok(!JSON.stringify([user(), facts.setting('otp')]).includes(shown!.Secret))
})

test('a code is accepted once, and earlier codes are rejected after it', async () => {
  const { enrol, validate, code, next, refused } = await open()
  await enrol()
  await refused(validate(code()), /used already/)
  await refused(validate(code(-1)), /used already/)
  await validate(code(1))
  await next()
  await refused(validate(code()), /used already/)
  await next()
  await validate(code())
})

test('of concurrent requests with the same code, only one gets a proof', async () => {
  const { enrol, validate, code, next } = await open()
  await enrol()
  await next()
  const outcomes = await Promise.allSettled([validate(code()), validate(code()), validate(code())])
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
})

test('without a seed, a code is rejected, and removing codes is NotFound', async () => {
  const { validate, remove } = await open()
  await assert.rejects(validate('123456'), Invalid)
  await assert.rejects(remove(), NotFound)
})

test('an unconfirmed seed can be replaced freely; replacing a confirmed one needs a code and invalidates its proofs', async () => {
  const { register, validate, code, next, refused, status, isGood } = await open()
  const first = await register()
  const second = await register()
  assert.notEqual(first.OTPUsers[0]?.Secret, second.OTPUsers[0]?.Secret)
  const proof = await validate(code())
  await refused(register(), /not the code/)
  await refused(register('000000'), /not the code/)
  assert.equal((status() as { State: string }).State, 'registered')
  await next()
  await register(code())
  assert.equal((status() as { State: string }).State, 'not yet validated')
  assert.ok(!(await isGood(proof)), 'proofs of the old seed end')
})

test('removing codes needs a code, and invalidates all proofs, also after codes are set up again', async () => {
  const { enrol, remove, code, next, refused, status, isGood, user } = await open()
  const proof = await enrol()
  await refused(remove(), /not the code/)
  assert.ok(user())
  await next()
  await remove(code())
  assert.deepEqual(status(), { State: 'unregistered', AlwaysOn: false, Confirmed: false })
  assert.ok(!(await isGood(proof)))
  await enrol()
  assert.ok(!(await isGood(proof)))
})

test('AlwaysOn changes only with a valid code and with UpdateAlwaysOn', async () => {
  const { enrol, validate, code, next, refused, user, isGood } = await open()
  const first = await enrol({ AlwaysOn: true })
  assert.equal(user()?.AlwaysOn, false)
  await refused(validate('000000', { UpdateAlwaysOn: true, AlwaysOn: true }), /not the code/)
  assert.equal(user()?.AlwaysOn, false)
  await next()
  const second = await validate(code(), { UpdateAlwaysOn: true, AlwaysOn: true })
  assert.equal(user()?.AlwaysOn, true)
  assert.deepEqual([await isGood(first), await isGood(second)], [false, true])
  await next()
  await validate(code())
  assert.equal(user()?.AlwaysOn, true)
  await next()
  await validate(code(), { UpdateAlwaysOn: true })
  assert.equal(user()?.AlwaysOn, false)
})

test('the lifetime of proofs is set with a code and stored, and earlier proofs become invalid', async () => {
  const { enrol, validate, code, clock, next, isGood, register } = await open()
  const hour = await enrol()
  await next()
  const short = await validate(code(), { JWTDurationSeconds: 120 })
  assert.ok(!(await isGood(hour)), 'a proof of the old settings ends')
  await clock.step(2 * MINUTE - 1000)
  assert.ok(await isGood(short))
  await clock.step(1000)
  assert.ok(!(await isGood(short)))
  const { JWTDurationSeconds } = await register(code())
  assert.equal(JWTDurationSeconds, 120)
})

test('five wrong codes in any calls lock the address that sent them for fifteen minutes', async () => {
  const { enrol, validate, register, remove, code, next, clock, refused, published } = await open()
  await enrol()
  await next()
  for (const attempt of [validate, register, remove, validate, register])
    await refused(attempt('000000'), /not the code/)
  await refused(validate(code()), /locked/)
  await refused(register(code()), /locked/)
  await validate(code(), {}, elsewhere)
  await clock.step(15 * MINUTE)
  await validate(code())
  const failures = published.filter((event) => event.startsWith('auth:failure'))
  assert.equal(failures.length, 7)
  assert.match(failures[0]!, /"type":"user","reason":"192\.168\.2\.6:otp"/)
})

test('wrong codes from ten addresses lock other addresses, but not one that has sent a valid code', async () => {
  const { enrol, validate, code, next, refused } = await open()
  await enrol()
  await next()
  for (let n = 0; n < 10; n++)
    await refused(validate('000000', {}, { ...admin, address: `192.168.2.${50 + 4 * n}` }), /not the code/)
  await refused(validate(code(), {}, elsewhere), /locked/)
  await validate(code())
})

test('replacing a confirmed seed ends other sessions, but not the one that made the call', async () => {
  const { change, enrol, register, code, next, facts } = await open()
  await enrol()
  const kept = aSession({ Password: stampOf(facts.users.get('admin')!) })
  await change((draft) => {
    draft.sessions.put('mine', kept)
    draft.sessions.put('theirs', kept)
  })
  await next()
  await register(code(), { ...admin, session: 'mine' })
  assert.deepEqual([...facts.sessions.keys()], ['mine'])
})

test('at the console of the router, one-time codes are turned off without a code', async () => {
  const { enrol, remove, status } = await open()
  await enrol({ UpdateAlwaysOn: true, AlwaysOn: true })
  await remove(undefined, { name: 'console', kind: 'console', address: '127.0.0.1' })
  assert.equal((status() as { State: string }).State, 'unregistered')
})

test('if saving fails, no proof is issued and the code stays unused', async () => {
  const { enrol, validate, code, next, refuseWith } = await open()
  await enrol()
  await next()
  refuseWith(new Error('the disk is full'))
  await assert.rejects(validate(code()), /disk is full/)
  refuseWith(undefined)
  await validate(code())
})

test('without a name or with an unknown one, the status is unregistered', async () => {
  const { enrol, otp } = await open()
  await enrol()
  for (const name of [undefined, '', 'eve'])
    assert.deepEqual(otp.status({ params: {}, query: { name }, body: undefined, caller: admin }), {
      State: 'unregistered',
      AlwaysOn: false,
      Confirmed: false,
    })
})
