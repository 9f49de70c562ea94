import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NotFound, Refused } from '../../../errors.ts'
import type { KeptPasskey } from '../../../model/access/credentials/passkey.ts'
import type { Role } from '../../../model/access/credentials/role.ts'
import { aSession } from '../../../model/access/credentials/session.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { archiveName } from '../../../model/machine/backup/name.ts'
import { phrase, verbatim } from '../../../phrases/phrase.ts'
import { VERSION } from '../../../store/documents.ts'
import type { Draft } from '../../../store/facts.ts'
import { refusingVault } from '../../../store/vault.ts'
import { DamagedFile } from '../../../store/versions.ts'
import { digestOf } from '../../access/credentials/credential.ts'
import { sealArchive } from './archive.ts'
import {
  addDevice,
  admin,
  anonymous,
  deriveKey,
  GROUP_MAC,
  invalid,
  openRouter,
  PASSPHRASE,
  PHONE,
  TV,
} from './archives.fixture.ts'
import { rowsOf } from './restore.ts'

test('a restore deletes what was added since, adds what was deleted, and reverts changes', async () => {
  const router = await openRouter()
  const { change, facts, vault } = router
  await addDevice(router, PHONE, 'phone')
  await change((draft) => {
    draft.tokens.put(digestOf('token'), { Name: 'dashboard', Sealed: vault.seal('token'), Expire: 0, ScopedPaths: [] })
    draft.sessions.put('digest', aSession())
  })
  const name = await router.make()
  await addDevice(router, TV, 'tv')
  await change((draft) => {
    draft.stations.put(TV, { link: 'wlan0.4096', mac: TV } as never)
    draft.devices.put(PHONE, { ...draft.devices.get(PHONE)!, Name: 'renamed' })
    draft.set('subnet', { ...draft.setting('subnet'), TinyNets: ['10.0.0.0/24'] })
    draft.tokens.remove(digestOf('token'))
  })
  await router.restore(name)
  assert.deepEqual([...facts.devices.keys()], [PHONE])
  assert.equal(facts.devices.get(PHONE)?.Name, 'phone')
  assert.equal(facts.stations.has(TV), false, 'a deleted device is not on any link')
  assert.deepEqual(facts.setting('subnet').TinyNets, ['192.168.2.0/24'])
  assert.equal(vault.open(facts.tokens.get(digestOf('token'))?.Sealed ?? ''), 'token')
  assert.equal(facts.sessions.size, 0, 'all sessions end')
})

test('an archive and its recovery key restore the router on another machine before setup', async () => {
  const old = await openRouter()
  await addDevice(old, PHONE, 'phone')
  await old.change((draft) =>
    draft.tokens.put(digestOf('token'), {
      Name: 'dashboard',
      Sealed: old.vault.seal('token'),
      Expire: 0,
      ScopedPaths: [],
    }),
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
  await fresh.bring(name, text, anonymous)
  await assert.rejects(fresh.restore(name, undefined, anonymous), invalid('Passphrase', /no recovery key/))
  await fresh.restore(name, key.toLowerCase().replaceAll('-', ' '), anonymous)
  assert.equal(fresh.facts.setting('setup').done, true)
  assert.equal(fresh.facts.users.get('admin')?.PasswordHash, 'of the first')
  assert.equal(fresh.vault.open(fresh.facts.tokens.get(digestOf('token'))?.Sealed ?? ''), 'token')
  assert.equal(await fresh.key(), key, 'a router without a recovery key takes that of the archive')
  assert.equal(fresh.facts.interfaces.get('lan0')?.Type, 'Downlink')
})

const aPasskey = (ID: string, User: string): KeptPasskey => ({
  ...{ ID, User, Handle: 'h', Name: 'Phone', RpId: 'spr.local', PublicKey: '', Counter: 0, Transports: [] },
  ...{ CreatedAt: 0, LastUsed: 0 },
})
const codes = (seed: string) => ({ Name: 'admin', Sealed: seed, Confirmed: true, AlwaysOn: true, LastStep: 0 })

test('password and one-time codes are kept unless the restore includes them, and the reply reports which', async () => {
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
    Coded: { Code: 'machine.codesKept', Values: [] },
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
    Coded: { Code: 'machine.codesOff', Values: [] },
  })
  assert.equal(router.facts.users.get('admin')?.PasswordHash, 'of the first')
  assert.equal(router.facts.otpUsers.size, 0)
  assert.match(((await router.restore(after, PASSPHRASE)) as { Notice: string }).Notice, /were not restored/)

  const fresh = await openRouter('fresh')
  await fresh.bring(after, router.read(after), anonymous)
  await assert.rejects(fresh.restore(after, PASSPHRASE, anonymous, 'keep'), invalid('SignIn'))
  assert.deepEqual(await fresh.restore(after, PASSPHRASE, anonymous), {
    SignIn: 'archive',
    OneTimeCodes: true,
    Notice: 'One-time codes are on now: the archive has them.',
    Coded: { Code: 'machine.codesOn', Values: [] },
  })
  assert.equal(fresh.facts.users.get('admin')?.PasswordHash, 'of the second')
})

test('users and their roles are those of the archive; users that stay keep password and factors', async () => {
  const router = await openRouter()
  const { facts, change } = router
  const user = (Name: string, PasswordHash: string, Role: Role) => (draft: Draft) => {
    draft.users.put(Name, { Name, PasswordHash, Role, Groups: [] })
    draft.otpUsers.put(Name, { ...codes(PasswordHash), Name })
    draft.recoveryCodes.put(Name, { Name, Made: 0, Digests: [PasswordHash] })
    draft.passkeys.put(`${Name} ${PasswordHash}`, aPasskey(`${Name} ${PasswordHash}`, Name))
  }
  await change(user('alex', 'alex 1', 'viewer'))
  await change(user('robin', 'robin 1', 'parent'))
  const name = await router.make(PASSPHRASE)
  await change((draft) => {
    for (const table of ['users', 'otpUsers', 'recoveryCodes'] as const) draft[table].remove('alex')
    draft.passkeys.remove('alex alex 1')
    draft.passkeys.remove('robin robin 1')
    user('robin', 'robin 2', 'owner')(draft)
    user('sam', 'sam 1', 'owner')(draft)
  })
  const seen = () =>
    [...facts.users.values()].map(({ Name, PasswordHash, Role }) => `${Name} ${PasswordHash} ${Role ?? ''}`).sort()
  const factors = () =>
    [
      ...[...facts.otpUsers.values()].map(({ Sealed }) => `code ${Sealed}`),
      ...[...facts.recoveryCodes.values()].map(({ Digests }) => `recovery ${Digests}`),
      ...[...facts.passkeys.keys()].map((id) => `passkey ${id}`),
    ].sort()
  const of = (...names: string[]) =>
    names.flatMap((one) => [`code ${one}`, `recovery ${one}`, `passkey ${one.split(' ')[0]} ${one}`]).sort()

  await router.restore(name, PASSPHRASE)
  assert.deepEqual(seen(), ['admin of the first ', 'alex alex 1 viewer', 'robin robin 2 parent'])
  assert.deepEqual(factors(), of('alex 1', 'robin 2'))
  await change(user('sam', 'sam 1', 'owner'))
  await router.restore(name, PASSPHRASE, admin, 'archive')
  assert.deepEqual(seen(), ['admin of the first ', 'alex alex 1 viewer', 'robin robin 1 parent'])
  assert.deepEqual(factors(), of('alex 1', 'robin 1'))
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

test('the recovery key of a router stays, also after the archive of another router', async () => {
  const old = await openRouter()
  const name = await old.make(PASSPHRASE)
  const key = await old.key()
  const withKey = await old.make()
  const router = await openRouter()
  const own = await router.key()
  for (const [archive, passphrase] of [
    [name, PASSPHRASE],
    [withKey, key],
  ] as const) {
    await router.bring(archive, old.read(archive))
    await router.restore(archive, passphrase)
    assert.equal(await router.key(), own)
  }
})

test('a restore keeps the list of scheduled backups at the same place only', async () => {
  const router = await openRouter()
  const { facts, change } = router
  const store = (Host: string, Stored: string[]) =>
    change((draft) => {
      draft.set('remoteBackup', { ...draft.setting('remoteBackup'), Host })
      draft.set('remoteBackupState', { ...draft.setting('remoteBackupState'), Stored })
    })
  await store('nas.lan', ['a'])
  const name = await router.make(PASSPHRASE)
  await store('nas.lan', ['a', 'b'])
  await router.restore(name, PASSPHRASE)
  assert.deepEqual(facts.setting('remoteBackupState').Stored, ['a', 'b'])
  await store('other.lan', ['c'])
  await router.restore(name, PASSPHRASE)
  assert.deepEqual(facts.setting('remoteBackupState').Stored, [])
})

test('an archive that cannot be decrypted or is invalid changes nothing', async () => {
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
    [{ Version: 1 }, /is inconsistent/],
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
      /is inconsistent/,
    ],
  ]
  for (const [at, [state, reason]] of refusals.entries()) {
    const name = archiveName('0.1.0', at)
    await router.bring(name, await sealArchive(state, PASSPHRASE, deriveKey, about))
    await assert.rejects(router.restore(name, PASSPHRASE), invalid(undefined, reason), String(reason))
  }
  assert.equal(JSON.stringify([...router.facts.devices]), before)
})

test('if the change is refused, nothing is restored', async () => {
  const router = await openRouter()
  const name = await router.make(PASSPHRASE)
  await addDevice(router, TV, 'tv')
  router.refuseWith(new Refused(verbatim('no')))
  await assert.rejects(router.restore(name, PASSPHRASE), Refused)
  assert.ok(router.facts.devices.has(TV))
})

test('a row whose key does not belong to its value is refused, in every table', async () => {
  const router = await openRouter()
  const rule = { RuleName: 'x', Disabled: false, Description: '', Protocol: 'tcp' as const }
  const block = { ...rule, SrcIP: '0.0.0.0/0', DstIP: '203.0.113.9' }
  const override = { Type: 'block' as const, Domain: 'a.example.', ClientIP: '*', ResultIP: '', ResultCNAME: '' }
  const rows: readonly [keyof Draft, value: object, key: string][] = [
    ['devices', { ...emptyDevice(), MAC: PHONE }, PHONE],
    ['groups', { Name: 'x', Disabled: false, GroupTags: [], ServiceDestinations: null }, 'x'],
    ['interfaces', { Name: 'lan7', Type: 'Other', Subtype: '', Enabled: true }, 'lan7'],
    ['users', { Name: 'x', PasswordHash: '#' }, 'x'],
    ['otpUsers', codes('seed'), 'admin'],
    ['tokens', { Name: 'x', Sealed: router.vault.seal('token'), Expire: 0, ScopedPaths: [] }, digestOf('token')],
    ['blocks', block, 'tcp 0.0.0.0/0 203.0.113.9/32'],
    ['outputBlocks', { ...block, DstPort: '80' }, 'tcp 0.0.0.0/0 203.0.113.9/32 80'],
    ['forwardBlocks', { ...block, DstPort: '80' }, 'tcp 0.0.0.0/0 203.0.113.9/32 80'],
    [
      'forwards',
      { ...rule, SrcIP: '0.0.0.0/0', SrcPort: '8080', DstIP: '192.168.2.6', DstPort: '80' },
      'tcp 0.0.0.0/0 8080 192.168.2.6 80',
    ],
    ['endpoints', { ...rule, IP: '192.168.2.6', Domain: '', Port: '80', Tags: [] }, 'x'],
    [
      'customInterfaces',
      { ...rule, Interface: 'br0', SrcIP: '172.18.0.0/16', RouteDst: '', Policies: [], Groups: [], Tags: [] },
      'br0 172.18.0.0/16 ',
    ],
    ['hostnames', { Hostname: 'nas.lan', IPAddress: '192.168.2.6' }, 'nas.lan'],
    [
      'blockLists',
      { URI: 'https://a.example/hosts', Enabled: true, Tags: [], Category: '', DontBlock: false },
      'https://a.example/hosts',
    ],
    ['overrideLists', { Name: 'x', Enabled: true, Tags: [], Order: 1 }, 'x'],
    ['overrides', { ...override, Expiration: 0, Tags: [], List: 'x' }, 'a.example. * x'],
    ['pauses', { ClientIP: '*', Until: 7 }, '*'],
  ]
  const reasonOf = (table: string, key: string, value: object): string => {
    try {
      rowsOf({ Version: VERSION, Rows: [{ table, key, value }] }, router.vault)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const [table, value, key] of rows) {
    assert.match(reasonOf(table, 'another', value), new RegExp(`its row ${table} another .* key`), table)
    assert.doesNotMatch(reasonOf(table, key, value), /its row|key/, table)
  }
})

test('an archive with secrets is not restored while the key of the vault is damaged', () => {
  const damage = new DamagedFile(phrase('machine.vaultKeyDamaged', '/data/vault.key'))
  const value = { Name: 'x', Password: { 'sallyport:secret': 'secret' } }
  const state = { Version: VERSION, Rows: [{ table: 'settings', key: 'mqtt', value }] }
  assert.throws(() => rowsOf(state, refusingVault(damage)), damage)
})
