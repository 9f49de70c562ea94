import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { openAuthenticator } from '../../../router/features/access/credentials/authenticator.fixture.ts'
import type { ListedUser } from '../../../router/model/access/users/contract.ts'
import { type Answer, callSocket, exchange } from '../../contract/call.ts'
import { eraseState } from '../../guests/router.ts'
import { openStage } from '../../home/story.ts'

/** Users with roles, one-time codes and passkeys: across a crash, a restore, and on another machine. */
const data = '/run/family'
const { home, story } = await openStage({ tablet: { Groups: ['children'] }, laptop: {} }, { data })
const { router } = home

interface Member {
  readonly Role: ListedUser['Role']
  readonly Groups: readonly string[]
  readonly password: string
  /** One-time codes and a passkey; set once they are registered. */
  codes?: TOTP
  readonly passkey: ReturnType<typeof openAuthenticator>
}
const member = (name: string, Role: ListedUser['Role'], Groups: readonly string[] = []): [string, Member] => [
  name,
  { Role, Groups, password: `the password of ${name}`, passkey: openAuthenticator() },
]
const family = new Map([member('morgan', 'owner'), member('alex', 'viewer'), member('robin', 'parent', ['children'])])

const login = (name: string) => `${name}:${family.get(name)?.password}`
const as = (name: string, method: 'GET' | 'PUT', path: string, body?: unknown): Promise<Answer> =>
  callSocket(router.console, { method, path, body, login: login(name) })

/** A call of a page at https://spr.local, with the password of a user, and the proof of a code. */
async function onPage(method: string, path: string, body?: unknown, name?: string, proof?: string): Promise<unknown> {
  const sent = body === undefined ? [] : ['-H', 'Content-Type: application/json', '-d', JSON.stringify(body)]
  const who = name === undefined ? [] : ['-u', login(name)]
  const proved = proof === undefined ? [] : ['-H', `X-JWT-OTP: ${proof}`]
  const at = ['--resolve', 'spr.local:443:127.0.0.1', `https://spr.local${path}`]
  return JSON.parse(
    await router.namespace.run(['curl', '-s', '-k', '-m', '10', '-X', method, ...who, ...proved, ...sent, ...at]),
  )
}

type Ceremony = { Session: string; Options: { publicKey: Record<string, unknown> } }

/** Adds a user with one-time codes and a passkey. `step`: the step of the code, relative to now; each is accepted once. */
async function add(name: string, one: Member, step: number): Promise<void> {
  const { Role, Groups, password: Password } = one
  await router.api(`/users/${name}`, { Role, Groups, Password })
  family.set(name, one)
  const { body } = await as(name, 'PUT', '/otp_register', { Name: name })
  one.codes = new TOTP({ secret: (body as { OTPUsers: { Secret: string }[] }).OTPUsers[0]?.Secret ?? '' })
  const proof = String((await validated(name, step)).body)
  const { Session: session, Options } = (await onPage('PUT', '/webauthn/register', undefined, name, proof)) as Ceremony
  await onPage('POST', '/webauthn/register', { session, credential: one.passkey.create(Options.publicKey) }, name)
}

const validated = (name: string, step: number): Promise<Answer> => {
  const Code = family.get(name)!.codes!.generate({ timestamp: Date.now() + step * 30_000 })
  return as(name, 'PUT', '/otp_validate', { Name: name, Code })
}

const signedInByPasskey = async (name: string): Promise<unknown> => {
  const { Session: session, Options } = (await onPage('PUT', '/webauthn/login')) as Ceremony
  const credential = family.get(name)!.passkey.get(Options.publicKey)
  return ((await onPage('POST', '/webauthn/login', { session, credential })) as { Name: string }).Name
}

/** All users are there, sign in in every way, and may do what they could. */
async function demandAll(step: number): Promise<void> {
  const listed = (await router.api('/users')) as ListedUser[]
  assert.deepEqual(
    listed.filter(({ Name }) => Name !== 'admin').map(({ Name, Role, Groups }) => [Name, Role, Groups]),
    [...family].map(([name, { Role, Groups }]) => [name, Role, Groups]).sort(),
  )
  for (const [name, { Role }] of family) {
    const { status, body } = await as(name, 'GET', '/devices')
    assert.deepEqual([status, Object.keys(body as object).length], [200, Role === 'parent' ? 1 : 2], name)
    assert.equal((await as(name, 'PUT', '/groups', { Name: 'any' })).status, Role === 'owner' ? 200 : 403, name)
    assert.equal((await validated(name, step)).status, 200, `a code of ${name}`)
    assert.equal(await signedInByPasskey(name), name)
  }
}
let archive = ''
let text = ''
const PASSPHRASE = 'four words that rhyme'

story('users are added, with codes and passkeys', async () => {
  await router.api('/firewall/enableTLS', undefined, 'PUT')
  await router.prove()
  for (const [name, one] of family) await add(name, one, -1)
})

story('users, codes and passkeys are kept when the router is killed', async () => {
  await router.kill()
  await router.start()
  await demandAll(0)
})

story('a restore removes users that the backup does not contain, and brings back the others', async () => {
  archive = String(await router.api('/backup', { Passphrase: PASSPHRASE }))
  text = readFileSync(join(data, 'backups', archive), 'utf8')
  await add(...member('sam', 'owner'), 0)
  const { body } = await as('sam', 'PUT', '/session')
  const bearer = (body as { Token: string }).Token
  await router.api('/users/alex', undefined, 'DELETE')
  await router.api('/users/robin', { Role: 'viewer' })
  assert.deepEqual(await router.api(`/backup/${archive}/restore`, { Passphrase: PASSPHRASE }), {
    ...{ SignIn: 'keep', OneTimeCodes: true, Notice: '' },
  })
  assert.equal((await as('sam', 'GET', '/devices')).status, 401)
  const calls = ['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Authorization: Bearer ${bearer}`]
  assert.equal(await router.namespace.run([...calls, 'http://127.0.0.1/devices']), '401')
  assert.equal(await signedInByPasskey('sam').catch(() => 'refused'), 'refused')
  family.delete('sam')
  await demandAll(1)
})

story('after a restore on another machine, users sign in as before', async () => {
  await router.kill()
  eraseState(data)
  await router.start()
  // The console of the router, which needs no credentials.
  const console = join(data, 'state/api/apisock')
  assert.deepEqual((await callSocket(console, { path: '/users' })).body, [])
  assert.equal((await exchange(console, { method: 'PUT', path: `/backup/${archive}`, text })).status, 200)
  const restore = { method: 'PUT', path: `/backup/${archive}/restore`, body: { Passphrase: PASSPHRASE } } as const
  assert.partialDeepStrictEqual((await callSocket(console, restore)).body, { SignIn: 'archive' })
  await demandAll(1)
})
