import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf, newCredential } from '../../../features/access/credentials/credential.ts'
import { endProofs } from '../../../features/access/credentials/proofs.ts'
import { basic, openTrial, type Trial } from '../trial.fixture.ts'

/** A router whose administrator has confirmed a one-time code. */
async function openProved(AlwaysOn = false) {
  const trial = await openTrial()
  const { change, vault, proofs, facts } = trial
  await change((draft) => {
    draft.otpUsers.put('admin', { Name: 'admin', Sealed: '', Confirmed: true, AlwaysOn, LastStep: 0 })
    endProofs(draft, vault)
  })
  const proof = (name = 'admin') => proofs.issue(name, facts.setting('otp'))
  return { ...trial, proof, [Symbol.asyncDispose]: () => trial[Symbol.asyncDispose]() }
}

async function token({ change }: Pick<Trial, 'change'>, ScopedPaths: string[] = []): Promise<string> {
  const value = newCredential()
  await change((draft) => draft.tokens.put(digestOf(value), { Name: 'x', Sealed: '', Expire: 0, ScopedPaths }))
  return `Bearer ${value}`
}

const head = (proof: string) => ({ 'x-jwt-otp': proof })

test('a call that needs a code accepts only the password with a valid proof for the same name', async () => {
  await using trial = await openProved()
  const status = async (proof: string) => (await trial.call('GET', '/secret', head(proof))).status
  assert.equal(await status(await trial.proof()), 200)
  const good = await trial.proof()
  const [header = '', claims = '', signature = ''] = good.split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const forged = Buffer.from('{"iss":"SPR-OTP","sub":"admin","exp":99999999999}').toString('base64url')
  for (const bad of [
    '',
    'x',
    await trial.proof('eve'),
    `${header}.${claims}.`,
    `${none}.${claims}.`,
    `${none}.${claims}.${signature}`,
    `${header}.${forged}.${signature}`,
    `${header}.${claims}.${[...signature].reverse().join('')}`,
  ])
    assert.equal(await status(bad), 401, bad)
  const refused = await trial.call('GET', '/secret')
  assert.match(refused.text, /^Invalid JWT/)
  assert.equal((await trial.call('GET', '/secret', { ...head(good), authorization: basic('wrong') })).status, 401)
})

test('a proof lasts an hour or as configured, and becomes invalid when the settings change', async () => {
  await using trial = await openProved()
  const proof = await trial.proof()
  const status = async (text = proof) => (await trial.call('GET', '/secret', head(text))).status
  await trial.clock.step(3_599_000)
  assert.equal(await status(), 200)
  await trial.clock.step(1_000)
  assert.equal(await status(), 401)
  await trial.change((draft) => endProofs(draft, trial.vault, { JWTDurationSeconds: 60 }))
  const short = await trial.proof()
  assert.equal(await status(short), 200)
  await trial.clock.step(60_000)
  assert.equal(await status(short), 401)
  const ended = await trial.proof()
  await trial.change((draft) => endProofs(draft, trial.vault))
  assert.equal(await status(ended), 401)
})

test('a proof is accepted with a token without scopes, and not with a scoped one', async () => {
  await using trial = await openProved()
  const proof = head(await trial.proof())
  const [full, scoped] = [await token(trial), await token(trial, ['/'])]
  assert.equal((await trial.call('GET', '/secret', { ...proof, authorization: full })).text, '"token"\n')
  assert.equal((await trial.call('GET', '/secret', { authorization: full })).status, 401)
  assert.equal((await trial.call('GET', '/secret', { ...proof, authorization: scoped })).status, 401)
  assert.equal(
    (await trial.call('GET', '/secret', { ...head(await trial.proof('x')), authorization: full })).status,
    401,
  )
})

test('with codes always on, a password alone is accepted only to obtain a proof; a token needs none', async () => {
  await using trial = await openProved(true)
  const proof = head(await trial.proof())
  for (const [method, path] of [
    ['GET', '/things'],
    ['GET', '/secret'],
    ['GET', '/nowhere'],
    ['PUT', '/enrol'],
    ['PUT', '/setup-state'],
  ] as const) {
    const plain = await trial.call(method, path)
    assert.deepEqual([plain.status, plain.headers.location], [401, undefined], path)
    const page = await trial.call(method, path, { 'x-requested-with': 'react' })
    assert.deepEqual([page.status, page.headers.location], [302, '/auth/validate'], path)
  }
  assert.equal((await trial.call('PUT', '/prove')).status, 200)
  assert.equal((await trial.call('PUT', '/prove', { authorization: basic('wrong') })).status, 401)
  assert.equal((await trial.call('GET', '/things', proof)).status, 200)
  assert.equal((await trial.call('GET', '/nowhere', proof)).status, 404)
  assert.equal((await trial.call('GET', '/things', { authorization: await token(trial) })).status, 200)
})

test('with a passkey at every sign-in, the password needs a proof too, until the passkey is gone', async () => {
  await using trial = await openTrial()
  const { change, vault, proofs, facts } = trial
  const passkey = { ID: 'x', User: 'admin', Handle: 'x', Name: 'Phone', RpId: 'spr.local', PublicKey: '' }
  await change((draft) => {
    draft.passkeys.put('x', { ...passkey, Counter: 0, Transports: [], CreatedAt: 0, LastUsed: 0 })
    endProofs(draft, vault)
  })
  const status = async (headers = {}) => (await trial.call('GET', '/things', headers)).status
  assert.equal(await status(), 200)
  await change((draft) => draft.passkeyUsers.put('admin', { Name: 'admin' }))
  const refused = await trial.call('GET', '/things')
  assert.equal(refused.status, 401)
  assert.match(refused.text, /^Invalid JWT: .*https:\/\/spr\.local/)
  assert.equal((await trial.call('PUT', '/prove')).status, 200)
  const proof = await proofs.issue('admin', facts.setting('otp'))
  assert.equal(await status(head(proof)), 200)
  await change((draft) => draft.passkeys.remove('x'))
  assert.equal(await status(), 200)
})

test('the page for entering a code is served for any method', async () => {
  await using trial = await openProved(true)
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const reply = await trial.call(method, '/auth/validate', { 'x-requested-with': 'react' })
    // No admin app has been built for this trial: the page says so.
    assert.equal(reply.status, 503, method)
  }
  const preflight = await trial.call('OPTIONS', '/auth/validate')
  assert.equal(preflight.status, 204)
  assert.match(preflight.headers['access-control-allow-headers'] ?? '', /X-JWT-OTP/)
})

test('a refused proof is published as a failure', async () => {
  await using trial = await openProved(true)
  const failures: string[] = []
  using _heard = trial.bus.subscribe('auth:failure', ({ type, name }) => failures.push(`${type} ${name}`))
  await trial.call('GET', '/things')
  await trial.call('GET', '/secret', { ...head('x'), authorization: await token(trial) })
  assert.deepEqual(failures, ['user admin', 'token x'])
})
