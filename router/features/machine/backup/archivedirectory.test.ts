import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, NotFound, Unavailable } from '../../../errors.ts'
import { aSession } from '../../../model/access/credentials/session.fixture.ts'
import { archiveName } from '../../../model/machine/backup/name.ts'
import { VERSION } from '../../../store/documents.ts'
import { sealArchive } from './archive.ts'
import { admin, anonymous, deriveKey, invalid, openRouter, PASSPHRASE } from './archives.fixture.ts'
import { backupHandlers } from './handlers.ts'
import { openMaking } from './making.ts'

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

test('a crafted archive restores no pending change and no session', async () => {
  const router = await openRouter()
  const rows = [{ table: 'nowhere', key: 'x', before: 1, after: 2 }]
  const waiting = { Id: '1', What: '', Who: '', seconds: 1, until: 0, rows }
  const state = {
    Version: VERSION,
    Rows: [
      { table: 'users', key: 'admin', value: { Name: 'admin', PasswordHash: 'x' } },
      { table: 'settings', key: 'setup', value: { done: true } },
      { table: 'settings', key: 'confirm', value: { waiting } },
      { table: 'sessions', key: 'digest', value: aSession() },
    ],
  }
  const name = archiveName('0.1.0', 0)
  await router.bring(name, await sealArchive(state, PASSPHRASE, deriveKey, { made: 0, release: '0.1.0' }))
  await router.restore(name, PASSPHRASE)
  assert.equal(router.facts.setting('confirm').waiting, null)
  assert.equal(router.facts.sessions.size, 0)
})

test('the newest ten archives are kept, and listed newest first', async () => {
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

test('a new archive is kept even if ten others have later dates in their names', async () => {
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

test('an archive is not stored twice, whatever name it is sent with', async () => {
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

test('a second archive at the same time is refused, and none is kept if the disk is full', async () => {
  const router = await openRouter()
  const first = router.make(PASSPHRASE)
  await assert.rejects(router.make(PASSPHRASE), Unavailable)
  const name = await first
  router.machine.writeFile = () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  const again = backupHandlers({
    ...router,
    deriveKey,
    making: openMaking({ ...router, deriveKey, directory: '/data/backups', release: '0.1.0' }),
    links: [],
  })
  const ask = { params: {}, query: {}, body: { Passphrase: PASSPHRASE }, caller: admin }
  await assert.rejects(async () => again.make(ask), { name: 'Unavailable', message: /disk full/ })
  assert.deepEqual(
    router.list().map(({ Name }) => Name),
    [name],
  )
})

test('a restore without credentials is refused if a password is set while the archive is decrypted', async () => {
  const [old, fresh] = [await openRouter(), await openRouter('fresh')]
  const name = await old.make(PASSPHRASE)
  await fresh.bring(name, old.read(name), anonymous)
  const restoring = fresh.restore(name, PASSPHRASE, anonymous)
  await fresh.change((draft) => draft.users.put('admin', { Name: 'admin', PasswordHash: 'chosen' }))
  await assert.rejects(restoring, { kind: 'unauthorized' })
  assert.equal(fresh.facts.users.get('admin')?.PasswordHash, 'chosen')
})

test('once a password is set during setup, sending and restoring archives need it', async () => {
  const router = await openRouter('fresh')
  await assert.rejects(router.make(PASSPHRASE), Invalid)
  await router.change((draft) => draft.users.put('admin', { Name: 'admin', PasswordHash: 'chosen' }))
  const name = archiveName('0.1.0', 0)
  await assert.rejects(router.bring(name, '{}', anonymous), { kind: 'unauthorized' })
  await assert.rejects(router.restore(name, PASSPHRASE, anonymous), { kind: 'unauthorized' })
  await assert.rejects(router.bring(name, '{}', admin), invalid(undefined, /not a Sallyport backup/))
})
