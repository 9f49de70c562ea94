import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newCredential } from '../../router/features/access/credentials/credential.ts'
import { addToken } from '../../router/features/access/credentials/tokens.ts'
import { limitedHandler } from '../../router/features/access/users/limits.ts'
import type { Operation } from '../../router/model/operation.ts'
import { basic, CHEAP_HASH, openTrial, send } from '../../router/servers/http/trial.fixture.ts'
import { openMemoryFacts } from '../../router/store/memory.fixture.ts'
import { ROOT } from '../process/place.ts'
import { CALLERS, type CallerKind, mayCall, nameOf, OPERATIONS, tableOf } from './roles.ts'

const PAGE = join(ROOT, 'docs/roles.md')
const [BEGIN, END] = ['<!-- table -->\n', '\n<!-- end of the table -->']

test('docs/roles.md lists the permitted callers of every operation', () => {
  const page = readFileSync(PAGE, 'utf8')
  const [head = '', rest = ''] = page.split(BEGIN)
  const now = `${head}${BEGIN}${tableOf(OPERATIONS)}${END}${rest.split(END)[1] ?? ''}`
  if (process.env.WRITE_ROLES) writeFileSync(PAGE, now)
  assert.ok(
    page === now || process.env.WRITE_ROLES,
    'docs/roles.md is outdated: run with WRITE_ROLES=1, and look at the difference',
  )
})

const isOfTheCaller = ({ path }: Operation): boolean =>
  /^\/(otp_\w+|webauthn\/(status|register|validate|always|credential)|session(\/cookie)?|sessions(\/\{id\})?|logout|password)$/.test(
    path,
  )

test('viewers only read, and parents change nothing but pauses and granted time', () => {
  const changes = (role: 'viewer' | 'parent') =>
    OPERATIONS.filter(({ method, details }) => (method !== 'GET' || details.effects) && details.roles?.includes(role))
      .filter((operation) => !isOfTheCaller(operation))
      .map(nameOf)
  assert.deepEqual(changes('viewer'), [])
  assert.deepEqual(changes('parent'), [
    '/parentalControls/extend PUT',
    '/parentalControls/pause PUT',
    '/plugins/pfw/pause PUT',
    '/plugins/pfw/rules/{id} DELETE',
    '/plugins/pfw/rules/{id}/extend PUT',
  ])
})

test('operations about the caller are permitted to viewers and parents', () => {
  for (const operation of OPERATIONS.filter(isOfTheCaller))
    assert.deepEqual(operation.details.roles, ['viewer', 'parent'], nameOf(operation))
})

test('an operation that parents may call without limits is rejected at the start', () => {
  const { facts } = openMemoryFacts()
  for (const operation of OPERATIONS) limitedHandler(facts, operation, () => undefined)
  const open: Operation = {
    method: 'GET',
    path: '/new',
    details: { tag: 'general', summary: 'New', roles: ['parent'] },
  }
  assert.throws(() => limitedHandler(facts, open, () => undefined), /GET \/new: nothing limits what parents may do/)
})

test('over HTTP, every operation rejects the callers that the table excludes, without effect', async () => {
  const called: string[] = []
  const operations = OPERATIONS.map((operation) => ({
    operation,
    handler: () => {
      called.push(nameOf(operation))
      return null
    },
  }))
  await using trial = await openTrial({ operations })
  const token = newCredential()
  await trial.change((draft) => {
    for (const [name, Role, Groups] of [
      ['alex', 'viewer', []],
      ['robin', 'parent', ['children']],
    ] as const)
      draft.users.put(name, { Name: name, PasswordHash: CHEAP_HASH, Role, Groups: [...Groups] })
    // A user of unknown role, such as from a newer version, may do nothing.
    draft.users.put('eve', { Name: 'eve', PasswordHash: CHEAP_HASH })
    for (const Name of ['admin', 'alex', 'robin'])
      draft.otpUsers.put(Name, { Name, Sealed: trial.vault.seal('A'), Confirmed: true, AlwaysOn: false, LastStep: 0 })
    draft.set('otp', { JWTDurationSeconds: 0, SigningSecret: trial.vault.seal(randomBytes(32).toString('base64url')) })
    addToken(draft, token, { Name: 'all', Sealed: '', Expire: 0, ScopedPaths: [] })
  })
  const asUser = async (name: string) => ({
    authorization: basic(undefined, name),
    'x-jwt-otp': await trial.proofs.issue(name, trial.facts.setting('otp')),
  })
  const headers: Record<CallerKind, Record<string, string>> = {
    owner: await asUser('admin'),
    viewer: await asUser('alex'),
    parent: await asUser('robin'),
    token: { authorization: `Bearer ${token}` },
    anonymous: { authorization: '' },
  }
  const wrong: string[] = []
  const at = { host: '127.0.0.1', port: trial.port }
  for (const operation of OPERATIONS) {
    const path = operation.path.replace(/\{\w+\}/g, 'x')
    const body = operation.details.upload ? 'x' : ''
    for (const caller of CALLERS) {
      called.length = 0
      const { status, text } = await send(at, operation.method, path, headers[caller], body)
      const isRefused = status === 401 || status === 403
      const refusal = caller === 'viewer' || caller === 'parent' ? 403 : 401
      const isRight = mayCall(caller, operation)
        ? !isRefused
        : status === refusal && called.length === 0 && /^[^\n]+\n$/.test(text)
      if (!isRight) wrong.push(`${caller}: ${nameOf(operation)} gave ${status} ${text.trim()}`)
    }
    called.length = 0
    if (operation.details.access === 'public') continue
    const { status } = await send(at, operation.method, path, { authorization: basic(undefined, 'eve') }, body)
    if (status !== 403 || called.length > 0) wrong.push(`a user without a role: ${nameOf(operation)} gave ${status}`)
  }
  assert.deepEqual(wrong, [])
})
