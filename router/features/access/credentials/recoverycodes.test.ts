import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import { admin, asking, codeOf, openAccess } from './trial.fixture.ts'

const MINUTE = 60_000
const nothing = asking(undefined)

/** A user with one-time codes and recovery codes. */
async function open() {
  const access = await openAccess()
  const { otp, clock, recoveryCodes } = access
  const settings = await otp.register(asking({ Name: 'admin' as const }))
  assert.ok('OTPUsers' in settings)
  const secret = settings.OTPUsers[0]!.Secret
  const code = () => codeOf(secret, clock.now())
  const validate = async (Code: string, caller = admin) =>
    String(await otp.validate(asking({ Name: 'admin' as const, Code }, caller)))
  const make = async (): Promise<string[]> => {
    const made = await recoveryCodes.create(nothing)
    assert.ok('Codes' in made)
    return made.Codes
  }
  const left = () => (recoveryCodes.status(nothing) as { Left: number }).Left
  return { ...access, code, validate, make, left }
}

/** An open home whose codes are confirmed. */
async function confirmed() {
  const access = await open()
  await access.validate(access.code())
  return { ...access, made: await access.make() }
}

const refused = (work: Promise<unknown>, words: RegExp) =>
  assert.rejects(work, (error) => error instanceof Invalid && error.field === 'Code' && words.test(error.message))

test('ten codes are created, all different, and only their hashes are stored', async () => {
  const { made, left, facts } = await confirmed()
  assert.equal(new Set(made).size, 10)
  for (const code of made) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/)
  assert.equal(left(), 10)
  const stored = JSON.stringify([...facts.recoveryCodes])
  for (const code of made) assert.ok(!stored.includes(code) && !stored.includes(code.replaceAll('-', '')))
})

test('a recovery code gives a proof once, however it is typed, and its use is published', async () => {
  const { made, validate, proofs, left, published } = await confirmed()
  assert.ok(await proofs.isValid(await validate(made[0]!), 'admin'))
  assert.equal(left(), 9)
  assert.deepEqual(
    published.filter((line) => line.startsWith('auth:otp:recovery')),
    ['auth:otp:recovery {"username":"admin","ip":"192.168.2.6","Left":9}'],
  )
  await refused(validate(made[0]!), /used already/)
  const typed = made[1]!.replaceAll('-', '').toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l')
  assert.ok(await proofs.isValid(await validate(typed), 'admin'))
  assert.equal(left(), 8)
})

test('of two concurrent requests with the same recovery code, only one gets a proof', async () => {
  const { made, validate, left } = await confirmed()
  const outcomes = await Promise.allSettled([validate(made[0]!), validate(made[0]!)])
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal(left(), 9)
})

test('wrong recovery codes count and lock as wrong one-time codes do', async () => {
  const { made, validate, clock } = await confirmed()
  for (let n = 0; n < 5; n++) await refused(validate(`0000-0000-0000-000${n}`), /no recovery code/)
  await refused(validate(made[0]!), /locked/)
  await clock.step(15 * MINUTE)
  await validate(made[0]!)
})

test('new codes replace the earlier ones', async () => {
  const { made, make, validate, left } = await confirmed()
  const again = await make()
  assert.equal(left(), 10)
  await refused(validate(made[0]!), /no recovery code/)
  await validate(again[0]!)
})

test('a recovery code replaces the seed after a phone is lost, and codes of the former seed end', async () => {
  const { made, otp, left, facts, validate } = await confirmed()
  await otp.register(asking({ Name: 'admin' as const, Code: made[0]! }))
  assert.equal(facts.otpUsers.get('admin')?.Confirmed, false)
  assert.equal(left(), 0)
  // It confirms no seed: a phone has to show that it has it.
  await refused(validate(made[1]!), /no recovery code/)
})

test('a recovery code turns one-time codes off, which deletes the other recovery codes', async () => {
  const { made, otp, facts } = await confirmed()
  await otp.unregister(asking({ Name: 'admin' as const, Code: made[0]! }))
  assert.deepEqual([facts.otpUsers.size, facts.recoveryCodes.size], [0, 0])
})

test('a recovery code permits a change of the password', async () => {
  const { made, session, facts, left } = await confirmed()
  await session.changePassword(asking({ AdminPassword: 'much better', Code: made[0]! }))
  assert.equal(facts.users.get('admin')?.PasswordHash, 'hash of much better')
  assert.equal(left(), 9)
})

test('without confirmed one-time codes there are no recovery codes', async () => {
  const { make, left } = await open()
  await assert.rejects(make(), Invalid)
  assert.equal(left(), 0)
})

test('access recovered on the console ends them', async () => {
  const { recovery, facts } = await confirmed()
  await recovery.recover(asking({}))
  assert.equal(facts.recoveryCodes.size, 0)
})
