import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuditEntry } from '../../../model/access/audit/entry.ts'
import type { Caller } from '../../../model/operation.ts'
import { bearerOf } from '../credentials/bearers.ts'
import { asking, codeOf, openAccess } from '../credentials/trial.fixture.ts'

const PASSWORD = 'long enough'
const alex: Caller = { name: 'alex', kind: 'user', address: '192.168.2.10' }

async function openUsers() {
  const access = await openAccess()
  await access.change((draft) =>
    draft.groups.put('children', { Name: 'children', Disabled: false, GroupTags: [] } as never),
  )
  const saving = async (body: object, name = 'alex', caller?: Caller) =>
    access.users.save({ ...asking({ ...body }, caller), params: { name } } as never)
  const removing = async (name: string, caller?: Caller) =>
    access.users.remove({ ...asking(undefined, caller), params: { name } } as never)
  const listed = () => access.users.list(asking(undefined) as never)
  const sessionOf = async (caller: Caller) =>
    ((await access.session.begin(asking(undefined, caller))) as { Token: string }).Token
  const isOpen = (token: string) => bearerOf(access.facts, token, access.clock.now()) !== undefined
  return { ...access, saving, removing, listed, sessionOf, isOpen }
}

test('a user is added, changed and removed, and admin is always there', async () => {
  const { saving, removing, listed } = await openUsers()
  const admin = { Name: 'admin', Role: 'owner', Groups: [], OneTimeCodes: false, Passkeys: 0 }
  assert.deepEqual(await listed(), [admin])
  const parent = { Name: 'alex', Role: 'parent', Groups: ['children'], OneTimeCodes: false, Passkeys: 0 }
  assert.deepEqual(await saving({ Role: 'parent', Groups: ['Children'], Password: PASSWORD }), parent)
  assert.deepEqual(await listed(), [admin, parent])
  assert.deepEqual(await saving({ Role: 'viewer' }), { ...parent, Role: 'viewer', Groups: [] })
  await assert.rejects(saving({ Role: 'parent' }), /^Invalid: Groups: choose at least one group/)
  await assert.rejects(saving({ Role: 'viewer' }, 'admin'), /always an owner/)
  await assert.rejects(removing('admin', alex), /cannot be removed/)
  await removing('alex')
  assert.deepEqual(await listed(), [admin])
})

test('no user has the name of another kind of actor in the audit log', async () => {
  const { saving } = await openUsers()
  const others = AuditEntry.shape.Kind.options.filter((kind) => kind !== 'user' && kind !== 'token')
  for (const name of [...others, 'root'])
    await assert.rejects(saving({ Role: 'viewer', Password: PASSWORD }, name), /is reserved/)
})

test('a new user has no factors that one of the same name left behind', async () => {
  const { saving, facts, change } = await openUsers()
  await change((draft) =>
    draft.otpUsers.put('alex', { Name: 'alex', Sealed: '', Confirmed: true, AlwaysOn: true, LastStep: 0 }),
  )
  await saving({ Role: 'viewer', Password: PASSWORD })
  assert.equal(facts.otpUsers.size, 0)
})

test('a session ends when the role, the groups or the password of its user change, and with the user', async () => {
  const { saving, removing, sessionOf, isOpen, facts, published } = await openUsers()
  await saving({ Role: 'parent', Groups: ['children'], Password: PASSWORD })
  const changes = [
    { Role: 'viewer' },
    { Role: 'parent', Groups: ['children'] },
    { Password: 'another one' },
    { RemoveCodes: true },
  ]
  for (const body of changes) {
    const token = await sessionOf(alex)
    await saving({})
    assert.ok(isOpen(token), 'nothing has changed')
    await saving(body)
    assert.ok(!isOpen(token), JSON.stringify(body))
  }
  const [token, other] = [await sessionOf(alex), await sessionOf({ ...alex, name: 'admin' })]
  await removing('alex')
  assert.ok(!isOpen(token) && isOpen(other))
  assert.equal(facts.sessions.size, 1)
  assert.equal(published.at(-1), 'auth:logout {"username":"admin","credential":"user alex","ip":"192.168.2.6"}')
})

test('a session is invalid after the row of its user was changed directly', async () => {
  const { saving, sessionOf, isOpen, change, facts } = await openUsers()
  await saving({ Role: 'viewer', Password: PASSWORD })
  const token = await sessionOf(alex)
  await change((draft) => draft.users.put('alex', { ...facts.users.get('alex')!, Role: 'owner' }))
  assert.ok(!isOpen(token))
})

test('codes, proofs and locks are separate for each user', async () => {
  const { saving, otp, proofs, facts, clock, users } = await openUsers()
  await saving({ Role: 'viewer', Password: PASSWORD })
  const seedOf = async (caller: Caller) =>
    ((await otp.register(asking({ Name: caller.name }, caller))) as { OTPUsers: { Secret: string }[] }).OTPUsers[0]!
      .Secret
  const admin: Caller = { ...alex, name: 'admin' }
  await assert.rejects(async () => otp.register(asking({ Name: 'admin' }, alex)), /^Invalid: Name: must be alex/)
  const [own, theirs] = [await seedOf(alex), await seedOf(admin)]
  const trying = async (Code: string, caller: Caller) => otp.validate(asking({ Name: caller.name, Code }, caller))
  await assert.rejects(trying(codeOf(theirs, clock.now()), alex))
  const proof = String(await trying(codeOf(own, clock.now()), alex))
  assert.ok(await proofs.isValid(proof, 'alex'))
  assert.ok(!(await proofs.isValid(proof, 'admin')))
  for (let n = 0; n < 5; n++) await assert.rejects(trying(`00000${n}`, alex))
  await assert.rejects(trying(codeOf(own, clock.now() + 30_000), alex), /is locked/)
  const ofAdmin = String(await trying(codeOf(theirs, clock.now()), admin))
  assert.ok(await proofs.isValid(ofAdmin, 'admin'))
  // The owner has codes now, so users are changed with a proof only.
  await assert.rejects(saving({ Role: 'owner' }), /needs a one-time code/)
  const proved = (body: object) =>
    users.save({ ...asking(body, { ...admin, isProved: true }), params: { name: 'alex' } } as never)
  await proved({ RemoveCodes: true })
  assert.ok(!facts.otpUsers.has('alex') && facts.otpUsers.has('admin'))
  assert.ok(!(await proofs.isValid(proof, 'alex')))
  assert.ok(await proofs.isValid(ofAdmin, 'admin'))
})

test('the passkeys of a user are counted, and an owner deletes them', async () => {
  const { users, saving, listed, change } = await openUsers()
  const admin: Caller = { ...alex, name: 'admin' }
  await saving({ Role: 'viewer', Password: PASSWORD })
  await change((draft) => {
    for (const [ID, User] of Object.entries({ one: 'alex', two: 'alex', three: 'admin' }))
      draft.passkeys.put(ID, { ID, User } as never)
  })
  const counts = async () => ((await listed()) as { Passkeys: number }[]).map(({ Passkeys }) => Passkeys)
  assert.deepEqual(await counts(), [1, 2])
  await users.save({
    ...asking({ RemoveCodes: true }, { ...admin, isProved: true }),
    params: { name: 'alex' },
  } as never)
  assert.deepEqual(await counts(), [1, 0])
})

test('a new role ends the proofs of a user', async () => {
  const { saving, otp, proofs, clock } = await openUsers()
  await saving({ Role: 'viewer', Password: PASSWORD })
  const { OTPUsers } = (await otp.register(asking({ Name: 'alex' }, alex))) as { OTPUsers: { Secret: string }[] }
  const Code = codeOf(OTPUsers[0]!.Secret, clock.now())
  const proof = String(await otp.validate(asking({ Name: 'alex', Code }, alex)))
  await saving({ Role: 'owner' })
  assert.ok(!(await proofs.isValid(proof, 'alex')))
})

test('only owners see and end sessions of others, and read whether others have codes', async () => {
  const { saving, sessionOf, session: sessions, otp, isOpen } = await openUsers()
  const admin: Caller = { ...alex, name: 'admin' }
  await saving({ Role: 'viewer', Password: PASSWORD })
  const [own, theirs] = [await sessionOf(alex), await sessionOf(admin)]
  const seen = (caller: Caller) => sessions.list(asking(undefined, caller) as never) as { User: string; Id: string }[]
  assert.deepEqual(
    seen(alex).map(({ User }) => User),
    ['alex'],
  )
  assert.deepEqual(
    seen(admin)
      .map(({ User }) => User)
      .sort(),
    ['admin', 'alex'],
  )
  const id = seen(admin).find(({ User }) => User === 'admin')!.Id
  await assert.rejects(
    async () => sessions.endOne({ ...asking(undefined, alex), params: { id } } as never),
    /No such session/,
  )
  const endOthers = (caller: Caller, user?: string) =>
    sessions.endOthers({ ...asking(undefined, caller), query: { user } } as never)
  await endOthers(alex, 'admin')
  assert.ok(isOpen(own) && isOpen(theirs))
  await endOthers(alex)
  assert.ok(!isOpen(own) && isOpen(theirs))
  const again = await sessionOf(alex)
  await endOthers(admin, 'admin')
  assert.ok(isOpen(again) && !isOpen(theirs))
  await endOthers(admin)
  assert.ok(!isOpen(again))
  await otp.register(asking({ Name: 'admin' }, admin))
  const stateFor = (caller: Caller) =>
    (otp.status({ ...asking(undefined, caller), query: { name: 'admin' } } as never) as { State: string }).State
  assert.equal(stateFor(alex), 'unregistered')
  assert.equal(stateFor(admin), 'not yet validated')
})
