import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Invalid, NotFound, Refused, Unauthorized, Unavailable } from '../../errors.ts'
import { fakeMachine } from '../../machine/fake.ts'
import { VERSION } from '../../store/documents.ts'
import { openMemoryFacts } from '../../store/memory.ts'
import { vaultWith } from '../../store/vault.ts'
import { type Device, emptyDevice } from '../devices/device.ts'
import type { Caller, PlainText } from '../operation.ts'
import { sealArchive } from './archive.ts'
import { backupHandlers } from './handlers.ts'
import { archiveName } from './name.ts'

const GROUP_MAC = 'ff:ff:ff:ff:ff:ff'

const admin: Caller = { name: 'admin', kind: 'user', address: '' }
const nobody: Caller = { name: '', kind: 'nobody', address: '' }
const PHONE = '02:00:00:00:00:01'
const TV = '02:00:00:00:00:02'
const PASSPHRASE = 'four words that rhyme'

/** A key at no cost: what it costs on a router is a matter of `archive.test.ts`. */
const deriveKey = async (passphrase: string, salt: Buffer) => createHmac('sha256', salt).update(passphrase).digest()

/** A router with an administrator, or fresh out of the box. */
async function openRouter(state: 'set up' | 'fresh' = 'set up') {
  const memory = openMemoryFacts({ setup: { done: state === 'set up' } })
  const { change, facts } = memory
  const machine = fakeMachine()
  const vault = vaultWith()
  if (state === 'set up')
    await change((draft) => draft.users.put('admin', { Name: 'admin', PasswordHash: 'of the first' }))
  await change((draft) =>
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true }),
  )
  const parts = {
    machine,
    facts,
    change,
    vault,
    deriveKey,
    directory: '/data/backups',
    release: '0.1.0',
    links: ['lan0'],
  }
  const handlers = backupHandlers(parts)
  const ask = { params: {}, query: {}, body: {}, caller: admin }
  const bare = { ...ask, body: undefined }
  return {
    ...memory,
    machine,
    vault,
    make: async (Passphrase?: string) => (await handlers.make({ ...ask, body: { Passphrase } })) as string,
    list: () => handlers.list(bare) as { Name: string; Timestamp: string }[],
    key: async () => ((await handlers.key(bare)) as { RecoveryKey: string }).RecoveryKey,
    read: (name: string) => (handlers.read({ ...bare, params: { name } }) as PlainText).text,
    remove: (name: string) => handlers.remove({ ...bare, params: { name } }),
    bring: async (name: string, text: string, caller = admin) =>
      handlers.bring({
        ...ask,
        params: { name },
        body: (async function* () {
          yield Buffer.from(text)
        })(),
        caller,
      }),
    restore: async (name: string, Passphrase?: string, caller = admin, SignIn?: 'keep' | 'archive') =>
      handlers.restore({ ...ask, params: { name }, body: { Passphrase, SignIn }, caller }),
  }
}
type Router = Awaited<ReturnType<typeof openRouter>>

const device = (MAC: string, Name: string): Device => ({
  ...emptyDevice(),
  Name,
  MAC,
  PSKEntry: { Type: 'sae', Psk: `passphrase of ${Name}` },
  Policies: ['wan'],
})

const addDevice = ({ change }: Router, MAC: string, Name: string) =>
  change((draft) => draft.devices.put(MAC, device(MAC, Name)))

const invalid =
  (field?: string, message = /./) =>
  (error: unknown) =>
    error instanceof Invalid && error.field === field && message.test(error.message)

test('an archive brings everything back: what came is gone, what went is here, what was changed is as it was', async () => {
  const router = await openRouter()
  const { change, facts, vault } = router
  await addDevice(router, PHONE, 'phone')
  await change((draft) => {
    draft.tokens.put('digest', { Name: 'dashboard', Sealed: vault.seal('token'), Expire: 0, ScopedPaths: [] })
    draft.sessions.put('digest', { Name: 'admin', Expires: 2e9, Password: '' })
  })
  const name = await router.make()
  await addDevice(router, TV, 'tv')
  await change((draft) => {
    draft.stations.put(TV, { link: 'wlan0.4096', mac: TV } as never)
    draft.devices.put(PHONE, { ...draft.devices.get(PHONE)!, Name: 'renamed' })
    draft.set('subnet', { ...draft.setting('subnet'), TinyNets: ['10.0.0.0/24'] })
    draft.tokens.remove('digest')
  })
  await router.restore(name)
  assert.deepEqual([...facts.devices.keys()], [PHONE])
  assert.equal(facts.devices.get(PHONE)?.Name, 'phone')
  assert.equal(facts.stations.has(TV), false, 'who is gone is nobody, also where it sits')
  assert.deepEqual(facts.setting('subnet').TinyNets, ['192.168.2.0/24'])
  assert.equal(vault.open(facts.tokens.get('digest')?.Sealed ?? ''), 'token')
  assert.equal(facts.sessions.size, 0, 'whoever was signed in signs in again')
})

test('on another machine the archive and the recovery key make the same router, before it was set up', async () => {
  const old = await openRouter()
  await addDevice(old, PHONE, 'phone')
  await old.change((draft) =>
    draft.tokens.put('digest', { Name: 'dashboard', Sealed: old.vault.seal('token'), Expire: 0, ScopedPaths: [] }),
  )
  const name = await old.make()
  const key = await old.key()
  const text = old.read(name)
  assert.match(key, /^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
  assert.ok(!text.includes('phone') && !text.includes('dashboard'))

  const fresh = await openRouter('fresh')
  await fresh.change((draft) =>
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true }),
  )
  await fresh.bring(name, text, nobody)
  await assert.rejects(fresh.restore(name, undefined, nobody), invalid('Passphrase', /no recovery key/))
  await fresh.restore(name, key.toLowerCase().replaceAll('-', ' '), nobody)
  assert.equal(fresh.facts.setting('setup').done, true)
  assert.equal(fresh.facts.users.get('admin')?.PasswordHash, 'of the first')
  assert.equal(fresh.vault.open(fresh.facts.tokens.get('digest')?.Sealed ?? ''), 'token')
  assert.equal(await fresh.key(), key, 'what was written down stays true')
  assert.equal(fresh.facts.interfaces.get('lan0')?.Type, 'Downlink')
})

const codes = (seed: string) => ({ Name: 'admin', Sealed: seed, Confirmed: true, AlwaysOn: true, LastStep: 0 })

test('password and one-time codes stay as they are, and the answer says what the archive has', async () => {
  const router = await openRouter()
  const before = await router.make(PASSPHRASE)
  const seed = router.vault.seal('JBSWY3DPEHPK3PXP')
  await router.change((draft) => {
    draft.users.put('admin', { Name: 'admin', PasswordHash: 'of the second' })
    draft.otpUsers.put('admin', codes(seed))
    draft.set('otp', { JWTDurationSeconds: 60, SigningSecret: router.vault.seal('secret') })
  })
  assert.deepEqual(await router.restore(before, PASSPHRASE), {
    SignIn: 'keep',
    OneTimeCodes: true,
    Notice: 'The archive has no one-time codes; those of this router were kept.',
  })
  assert.equal(router.facts.users.get('admin')?.PasswordHash, 'of the second')
  assert.equal(router.facts.otpUsers.get('admin')?.Sealed, seed)
  assert.equal(router.facts.setting('otp').JWTDurationSeconds, 60)
  const after = await router.make(PASSPHRASE)
  assert.deepEqual(await router.restore(after, PASSPHRASE), { SignIn: 'keep', OneTimeCodes: true, Notice: '' })

  assert.deepEqual(await router.restore(before, PASSPHRASE, admin, 'archive'), {
    SignIn: 'archive',
    OneTimeCodes: false,
    Notice: 'One-time codes are off now: the archive has none.',
  })
  assert.equal(router.facts.users.get('admin')?.PasswordHash, 'of the first')
  assert.equal(router.facts.otpUsers.size, 0)
  assert.match(((await router.restore(after, PASSPHRASE)) as { Notice: string }).Notice, /were not restored/)

  const fresh = await openRouter('fresh')
  await fresh.bring(after, router.read(after), nobody)
  await assert.rejects(fresh.restore(after, PASSPHRASE, nobody, 'keep'), invalid('SignIn'))
  assert.deepEqual(await fresh.restore(after, PASSPHRASE, nobody), {
    SignIn: 'archive',
    OneTimeCodes: true,
    Notice: 'One-time codes are on now: the archive has them.',
  })
  assert.equal(fresh.facts.users.get('admin')?.PasswordHash, 'of the second')
})

test('a link of this machine that the archive does not know keeps its purpose', async () => {
  const old = await openRouter()
  await old.change((draft) => draft.interfaces.remove('lan0'))
  const name = await old.make(PASSPHRASE)
  const other = await openRouter()
  await other.change((draft) =>
    draft.interfaces.put('gone', { Name: 'gone', Type: 'Other', Subtype: '', Enabled: true }),
  )
  await other.bring(name, old.read(name))
  await other.restore(name, PASSPHRASE)
  assert.deepEqual([...other.facts.interfaces.keys()], ['lan0'])
})

test('what cannot be opened or used changes nothing', async () => {
  const router = await openRouter()
  await addDevice(router, PHONE, 'phone')
  const before = JSON.stringify([...router.facts.devices])
  const good = await router.make(PASSPHRASE)
  await assert.rejects(router.restore(good, 'some other words'), invalid('Passphrase'))
  await assert.rejects(router.restore(good), invalid('Passphrase', /recovery key/))
  await assert.rejects(router.restore(archiveName('0.1.0', 7), PASSPHRASE), NotFound)

  const about = { made: 0, release: '0.1.0' }
  const row = (table: string, key: string, value: unknown) => ({ table, key, value })
  const refusals: [state: unknown, reason: RegExp][] = [
    [{ Version: 1 }, /makes no sense/],
    [{ Version: 1000, Rows: [] }, /version 1000/],
    [{ Version: 1, Rows: [row('spells', 'x', {})] }, /no place for: spells x/],
    [{ Version: 1, Rows: [row('settings', '__proto__', {})] }, /no place for/],
    [{ Version: 1, Rows: [row('groups', 'x', { Name: 7 })] }, /groups x/],
    [{ Version: VERSION, Rows: [row('devices', GROUP_MAC, { ...emptyDevice(), MAC: GROUP_MAC })] }, /devices ff:ff/],
    [
      { Version: VERSION, Rows: [row('devices', GROUP_MAC, { ...emptyDevice(), MAC: '02:00:00:00:00:01' })] },
      /devices ff:ff.*key/,
    ],
    [{ Version: 1, Rows: [] }, /not set up/],
    [
      {
        Version: 1,
        Rows: [
          row('users', 'admin', { Name: 'admin', PasswordHash: 'x' }),
          row('settings', 'setup', { done: true }),
          row('settings', 'subnet', { TinyNets: ['nowhere'], LeaseTime: '24h0m0s' }),
        ],
      },
      /makes no sense/,
    ],
  ]
  for (const [at, [state, reason]] of refusals.entries()) {
    const name = archiveName('0.1.0', at)
    await router.bring(name, await sealArchive(state, PASSPHRASE, deriveKey, about))
    await assert.rejects(router.restore(name, PASSPHRASE), invalid(undefined, reason), String(reason))
  }
  assert.equal(JSON.stringify([...router.facts.devices]), before)
})

test('an archive of an older version is brought up to date', async () => {
  const router = await openRouter()
  const firewall = { ServicePorts: [], MulticastPorts: [], PingLan: false, PingWan: false }
  const state = {
    Version: 1,
    Rows: [
      { table: 'users', key: 'admin', value: { Name: 'admin', PasswordHash: 'x' } },
      { table: 'settings', key: 'setup', value: { done: true } },
      { table: 'settings', key: 'firewall', value: firewall },
    ],
  }
  const name = archiveName('0.0.1', 0)
  await router.bring(name, await sealArchive(state, PASSPHRASE, deriveKey, { made: 0, release: '0.0.1' }))
  await router.restore(name, PASSPHRASE)
  assert.deepEqual(router.facts.setting('firewall'), { ...firewall, SystemDNSOverride: '' })
})

test('an archive of somebody’s making brings no change that waits, and nobody who is signed in', async () => {
  const router = await openRouter()
  const rows = [{ table: 'nowhere', key: 'x', before: 1, after: 2 }]
  const waiting = { Id: '1', What: '', Who: '', seconds: 1, until: 0, rows }
  const state = {
    Version: VERSION,
    Rows: [
      { table: 'users', key: 'admin', value: { Name: 'admin', PasswordHash: 'x' } },
      { table: 'settings', key: 'setup', value: { done: true } },
      { table: 'settings', key: 'confirm', value: { waiting } },
      { table: 'sessions', key: 'digest', value: { Name: 'admin', Expires: 4e9, Password: 'x' } },
    ],
  }
  const name = archiveName('0.1.0', 0)
  await router.bring(name, await sealArchive(state, PASSPHRASE, deriveKey, { made: 0, release: '0.1.0' }))
  await router.restore(name, PASSPHRASE)
  assert.equal(router.facts.setting('confirm').waiting, null)
  assert.equal(router.facts.sessions.size, 0)
})

test('what the machine refuses is not restored', async () => {
  const router = await openRouter()
  const name = await router.make(PASSPHRASE)
  await addDevice(router, TV, 'tv')
  router.refuseWith(new Refused('no'))
  await assert.rejects(router.restore(name, PASSPHRASE), Refused)
  assert.ok(router.facts.devices.has(TV))
})

test('ten are kept, and are listed from the newest on', async () => {
  const router = await openRouter()
  const names: string[] = []
  for (let n = 0; n < 11; n++) {
    // Two in one millisecond have two names.
    names.unshift(await router.make(PASSPHRASE))
  }
  assert.deepEqual(
    router.list().map(({ Name }) => Name),
    names.slice(0, 10),
  )
  const [newest] = router.list()
  assert.equal(newest?.Timestamp, new Date(router.machine.clock.now() + 10).toISOString())
  router.remove(names[0]!)
  assert.throws(() => router.read(names[0]!), NotFound)
  assert.throws(() => router.remove(names[0]!), NotFound)
})

test('an archive that was just made is there, however much newer the others call themselves', async () => {
  const router = await openRouter()
  for (let nth = 0; nth < 10; nth++) {
    const made = await router.make(PASSPHRASE)
    const text = router.read(made)
    router.remove(made)
    await router.bring(archiveName('0.1.0', Date.UTC(9000, 0, nth + 1)), text)
  }
  const name = await router.make(PASSPHRASE)
  assert.equal(router.list().length, 10)
  assert.ok(router.read(name))
})

test('an archive that the router has is not kept twice, whatever it is called; another one of the same name replaces it', async () => {
  const router = await openRouter()
  const name = await router.make(PASSPHRASE)
  const text = router.read(name)
  const other = archiveName('0.1.0', Date.UTC(2020, 0, 1))
  const names = () => router.list().map(({ Name }) => Name)
  assert.deepEqual(await router.bring(other, text), { Name: name })
  assert.deepEqual(await router.bring(name, text), { Name: name })
  assert.deepEqual(names(), [name])
  const { Made } = JSON.parse(text) as { Made: string }
  assert.equal(archiveName('0.1.0', Date.parse(Made)), name, 'it says of itself what its name says')
  const next = await router.make(PASSPHRASE)
  assert.deepEqual(await router.bring(name, router.read(next)), { Name: next })
  assert.deepEqual(await router.bring(other, `${text} `), { Name: other })
  assert.deepEqual(new Set(names()), new Set([name, next, other]))
})

test('one thing at a time, and nothing is kept that the disk did not take whole', async () => {
  const router = await openRouter()
  const first = router.make(PASSPHRASE)
  await assert.rejects(router.make(PASSPHRASE), Unavailable)
  const name = await first
  router.machine.writeFile = () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  const again = backupHandlers({ ...router, deriveKey, directory: '/data/backups', release: '0.1.0', links: [] })
  const ask = { params: {}, query: {}, body: { Passphrase: PASSPHRASE }, caller: admin }
  await assert.rejects(async () => again.make(ask), { name: 'Unavailable', message: /disk full/ })
  assert.deepEqual(
    router.list().map(({ Name }) => Name),
    [name],
  )
})

test('whoever chooses a password while a stranger’s archive is opened keeps it', async () => {
  const [old, fresh] = [await openRouter(), await openRouter('fresh')]
  const name = await old.make(PASSPHRASE)
  await fresh.bring(name, old.read(name), nobody)
  const restoring = fresh.restore(name, PASSPHRASE, nobody)
  await fresh.change((draft) => draft.users.put('admin', { Name: 'admin', PasswordHash: 'chosen' }))
  await assert.rejects(restoring, Unauthorized)
  assert.equal(fresh.facts.users.get('admin')?.PasswordHash, 'chosen')
})

test('before the setup ends only its first caller, or who knows the password, brings and restores', async () => {
  const router = await openRouter('fresh')
  await assert.rejects(router.make(PASSPHRASE), Invalid)
  await router.change((draft) => draft.users.put('admin', { Name: 'admin', PasswordHash: 'chosen' }))
  const name = archiveName('0.1.0', 0)
  await assert.rejects(router.bring(name, '{}', nobody), Unauthorized)
  await assert.rejects(router.restore(name, PASSPHRASE, nobody), Unauthorized)
  await assert.rejects(router.bring(name, '{}', admin), invalid(undefined, /not an archive/))
})
