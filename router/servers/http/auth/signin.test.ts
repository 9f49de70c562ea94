import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf, newCredential } from '../../../features/access/credentials/credential.ts'
import { endProofs } from '../../../features/access/credentials/proofs.ts'
import { aSession } from '../../../model/access/credentials/session.fixture.ts'
import { openTrial, PASSWORD, type Trial } from '../trial.fixture.ts'
import { connect } from '../websocket-client.fixture.ts'

async function token({ change }: Trial, ScopedPaths: string[] = [], Expire = 0): Promise<string> {
  const value = newCredential()
  await change((draft) => draft.tokens.put(digestOf(value), { Name: 'cli', Sealed: '', Expire, ScopedPaths }))
  return value
}

async function session({ change, facts }: Trial): Promise<string> {
  const value = newCredential()
  const Password = digestOf(facts.users.get('admin')!.PasswordHash)
  await change((draft) => draft.sessions.put(digestOf(value), aSession({ Password })))
  return value
}

const alwaysOn = ({ change, vault }: Trial) =>
  change((draft) => {
    draft.otpUsers.put('admin', { Name: 'admin', Sealed: '', Confirmed: true, AlwaysOn: true, LastStep: 0 })
    endProofs(draft, vault)
  })

async function outcome(trial: Trial, message: string): Promise<string> {
  using client = await connect(trial, '/ws')
  client.socket.send(message)
  return await client.next(1)
}

test('a token without scopes and a session open a websocket; a scoped token does not', async () => {
  await using trial = await openTrial()
  assert.equal(await outcome(trial, await token(trial)), 'success')
  assert.equal(await outcome(trial, await session(trial)), 'success')
  assert.equal(await outcome(trial, await token(trial, ['/'])), 'Authentication failure')
  assert.equal(await outcome(trial, newCredential()), 'Authentication failure')
  assert.equal(await outcome(trial, await token(trial, [], 1)), 'Authentication failure')
})

test('with codes always on, the message contains password and proof, also if the password contains colons', async () => {
  await using trial = await openTrial()
  await alwaysOn(trial)
  const proof = await trial.proofs.issue('admin', trial.facts.setting('otp'))
  assert.ok(PASSWORD.includes(':'))
  assert.equal(await outcome(trial, `admin:${PASSWORD}:${proof}`), 'success')
  assert.equal(await outcome(trial, `admin:${PASSWORD}`), 'Invalid JWT OTP')
  assert.equal(await outcome(trial, `admin:${PASSWORD}:${proof}x`), 'Invalid JWT OTP')
  assert.equal(await outcome(trial, `admin:wrong:${proof}`), 'Authentication failure')
  assert.equal(await outcome(trial, await token(trial)), 'success')
})

/** Sign in on a websocket that stays open. */
async function listen(trial: Trial, message: string) {
  const client = await connect(trial, '/ws')
  client.socket.send(message)
  assert.equal(await client.next(1), 'success')
  return client
}

test('deleting a token closes every websocket', async () => {
  await using trial = await openTrial()
  const clients = [await listen(trial, await token(trial)), await listen(trial, `admin:${PASSWORD}`)]
  trial.bus.publish('auth:token:delete', { username: 'admin', credential: 'x', ip: '' })
  assert.deepEqual(await Promise.all(clients.map(({ ended }) => ended)), [1008, 1008])
})

test('signing out closes the websockets of that session only', async () => {
  await using trial = await openTrial()
  const value = await session(trial)
  using mine = await listen(trial, value)
  using other = await listen(trial, `admin:${PASSWORD}`)
  await trial.change((draft) => draft.sessions.remove(digestOf(value)))
  trial.bus.publish('auth:logout', { username: 'admin', credential: 'session', ip: '' })
  assert.equal(await mine.ended, 1008)
  assert.equal(other.socket.readyState, other.socket.OPEN)
})

test('turning on codes at every sign-in closes websockets that were opened with a password alone', async () => {
  await using trial = await openTrial()
  using plain = await listen(trial, `admin:${PASSWORD}`)
  await alwaysOn(trial)
  const proof = await trial.proofs.issue('admin', trial.facts.setting('otp'))
  using proved = await listen(trial, `admin:${PASSWORD}:${proof}`)
  trial.bus.publish('auth:otp:update', { username: 'admin', state: 'changed', ip: '' })
  assert.equal(await plain.ended, 1008)
  assert.equal(proved.socket.readyState, proved.socket.OPEN)
})

test('a websocket is closed soon after its credentials have ended', async () => {
  await using trial = await openTrial()
  using short = await listen(trial, await token(trial, [], trial.clock.now() / 1000 + 10))
  using word = await listen(trial, `admin:${PASSWORD}`)
  await trial.change((draft) => draft.users.put('admin', { Name: 'admin', PasswordHash: 'another' }))
  await trial.clock.step(30_000)
  assert.deepEqual(await Promise.all([short.ended, word.ended]), [1008, 1008])
})
