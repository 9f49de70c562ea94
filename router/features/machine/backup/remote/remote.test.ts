import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { CommandFailed, Invalid, Unavailable } from '../../../../errors.ts'
import { openCollectingBus } from '../../../../events/collect.fixture.ts'
import type { Clock } from '../../../../machine/machine.ts'
import type { RequestOptions, SftpOptions } from '../../../../machine/storing.ts'
import { GivenRemote } from '../../../../model/machine/backup/remote/contract.ts'
import { nextRun } from '../../../../model/machine/backup/remote/settings.ts'
import { switchReady } from '../../../messages/alerts/rows.ts'
import { MOST_KEPT } from '../archivedirectory.ts'
import { deriveKey, invalid, openRouter } from '../archives.fixture.ts'
import { openMaking } from '../making.ts'
import { openRemoteBackups, RETRIES_MS } from './runs.ts'

const HOST_KEY = `SHA256:${'k'.repeat(43)}`
const OTHER_KEY = `SHA256:${'o'.repeat(43)}`
const MINUTE_MS = 60_000
const DAY_MS = 24 * 3600_000
const NAS = {
  ...{ Kind: 'sftp', Host: 'nas.lan', HostKey: HOST_KEY },
  ...{ User: 'backup', Password: 'open sesame', Folder: 'router' },
} as const
const given = (more: object) => GivenRemote.parse(more)

/** A router, and the files of an SFTP server, which fails while `fault` is set. */
async function openHome() {
  const router = await openRouter()
  const { machine, facts, change, vault } = router
  const { bus, published } = openCollectingBus()
  const files = new Map<string, string>()
  const logins: SftpOptions[] = []
  const server = {
    hostKey: HOST_KEY,
    fault: undefined as 'passing' | 'login' | undefined,
    reason: 'out of order',
  }
  machine.answerSftp((options) => {
    logins.push(options)
    const { hostKey } = server
    if (options.hostKey !== hostKey) return { kind: 'hostKey', hostKey }
    if (server.fault) return { kind: server.fault, reason: server.reason }
    files.set(options.put.name, options.put.text)
    for (const name of options.remove) files.delete(name)
    return { kind: 'stored', removed: options.remove }
  })
  const resolve = async () => '192.168.2.9'
  const failures: string[] = []
  const onFailure = (what: string, error: unknown) => failures.push(`${what}: ${error}`)
  const set = { back: 0 }
  const clock: Clock = { ...machine.clock, now: () => machine.clock.now() - set.back }
  const making = openMaking({
    ...{ machine: { ...machine, clock }, facts, change, vault, deriveKey },
    ...{ directory: '/data/backups', release: '0.1.0' },
  })
  const open = () =>
    openRemoteBackups({
      ...{ machine, facts, change, vault, clock, bus, making, resolve, authorities: [], onFailure },
    })
  const backups = open()
  /** In steps of the schedule's minute: what one starts is over before the next. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += MINUTE_MS) {
      await machine.clock.step(MINUTE_MS)
      // Keys are derived and states packed in other threads.
      do await setImmediate()
      while (backups.config().Status.State === 'running')
    }
  }
  return { ...router, backups, open, set, files, logins, server, published, failures, making, pass }
}

test('the next run is at its time of the day or the week', () => {
  const zone = 'America/New_York'
  const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds
  const daily = { Every: 'day', Weekday: 0, Time: '03:00' } as const
  assert.equal(nextRun(daily, at('2026-11-23T02:59'), zone), at('2026-11-23T03:00'))
  assert.equal(nextRun(daily, at('2026-11-23T03:00'), zone), at('2026-11-24T03:00'))
  // 2026-11-23 is a Monday.
  assert.equal(nextRun({ ...daily, Every: 'week' }, at('2026-11-23T02:59'), zone), at('2026-11-29T03:00'))
  assert.equal(nextRun({ ...daily, Every: 'week', Weekday: 1 }, at('2026-11-23T02:59'), zone), at('2026-11-23T03:00'))
  assert.equal(nextRun({ ...daily, Every: 'week', Weekday: 1 }, at('2026-11-23T03:00'), zone), at('2026-11-30T03:00'))
})

test('each day one encrypted backup is stored, and old ones are deleted', async () => {
  const { backups, files, logins, pass, list, published } = await openHome()
  const byHand = (await backups.configure(given({ ...NAS, Keep: 3 }))).Status
  assert.deepEqual([byHand.State, byHand.Succeeded], ['waiting', 0])
  for (let day = 1; day <= 5; day++) {
    await pass(DAY_MS)
    assert.equal(files.size, Math.min(day, 3), `on day ${day}`)
  }
  assert.equal(logins.length, 5)
  assert.ok([...files.values()].every((text) => text.startsWith('{"Sallyport":"backup"') && !text.includes('argon')))
  assert.equal(logins[0]?.password, 'open sesame')
  const { Status } = backups.config()
  assert.deepEqual([Status.State, Status.Message], ['stored', ''])
  assert.deepEqual(Status.Stored, [...files.keys()].sort())
  assert.equal(list().length, 1, 'on the router, one is enough')
  assert.deepEqual(
    published.map(([topic]) => topic),
    Array(5).fill('backup:remote:stored'),
  )
})

test('a backup that was made by hand stays on the router', async () => {
  const { backups, make, list, pass } = await openHome()
  const own = await make('a passphrase of my own')
  await backups.configure(given(NAS))
  await pass(3 * DAY_MS)
  assert.equal(list().length, 2)
  assert.ok(list().some(({ Name }) => Name === own))
})

test('a failure is tried again with the same backup, and published when nothing helps', async () => {
  const { backups, server, logins, published, failures, pass } = await openHome()
  await backups.configure(given(NAS))
  server.fault = 'passing'
  while (logins.length === 0) await pass(MINUTE_MS)
  assert.deepEqual([backups.config().Status.State, backups.config().Status.Message], ['retrying', 'out of order'])
  for (const ms of RETRIES_MS) await pass(ms + MINUTE_MS)
  assert.equal(new Set(logins.map(({ put }) => put.name)).size, 1)
  assert.equal(logins.length, 4)
  const Coded = { Code: 'machine.verbatim', Values: ['out of order'] }
  const failed = { Place: 'nas.lan', Reason: 'out of order', Coded, Succeeded: '' }
  assert.deepEqual(published, [['backup:remote:failed', failed]])
  assert.equal(failures.length, 1)
  assert.equal(backups.config().Status.State, 'failed')
  server.fault = undefined
  await pass(DAY_MS)
  assert.deepEqual([backups.config().Status.State, backups.config().Status.Message], ['stored', ''])
})

test('a server with another host key gets nothing, and is not asked again', async () => {
  const { backups, files, server, logins, published, pass } = await openHome()
  await backups.configure(given(NAS))
  await pass(DAY_MS)
  server.hostKey = OTHER_KEY
  await pass(DAY_MS)
  assert.deepEqual([files.size, logins.length], [1, 2])
  assert.equal(published.at(-1)?.[0], 'backup:remote:failed')
  const tested = await backups.test(given({ ...NAS, Password: undefined }))
  assert.deepEqual([tested.Ok, tested.Field, tested.HostKey], [false, 'HostKey', OTHER_KEY])
  const accepted = await backups.test(given({ ...NAS, HostKey: OTHER_KEY }))
  assert.deepEqual([accepted.Ok, accepted.HostKey], [true, OTHER_KEY])
})

test('a test without an accepted host key returns that of the server, and such settings are not saved for the schedule', async () => {
  const { backups, files } = await openHome()
  const unpinned = given({ ...NAS, HostKey: '' })
  assert.deepEqual(await backups.test(unpinned), {
    ...{ Ok: false, Field: 'HostKey', HostKey: HOST_KEY },
    Message: 'The host key of the server is not accepted yet.',
    Fault: { Code: 'new_host_key', Detail: HOST_KEY },
    IsDeleted: false,
  })
  assert.equal(files.size, 0)
  await assert.rejects(backups.configure(unpinned), invalid('HostKey'))
  await backups.configure({ ...unpinned, Enabled: false })
})

test('backups whose upload was not confirmed are deleted in the next run', async () => {
  const { backups, server, files, logins, pass } = await openHome()
  await backups.configure(given(NAS))
  server.fault = 'passing'
  await pass(DAY_MS)
  const [lost] = logins
  server.fault = undefined
  await pass(2 * DAY_MS)
  const after = logins.filter(({ put }) => put.name !== lost?.put.name)
  assert.deepEqual(
    after.map(({ remove }) => remove),
    [[lost?.put.name], []],
  )
  assert.equal(files.size, 2)
})

test('the alert about failed backups is switched on with the first schedule only', async () => {
  const { backups, facts, change } = await openHome()
  const rules = () => [...facts.alerts.values()].map(({ Ready, Disabled }) => [Ready, Disabled])
  await backups.configure(given({ ...NAS, Enabled: false }))
  assert.deepEqual(rules(), [])
  await backups.configure(given(NAS))
  assert.deepEqual(rules(), [['backup-failed', false]])
  await change((draft) => switchReady(draft, 'backup-failed', false))
  await backups.configure(given({ ...NAS, Enabled: false }))
  await backups.configure(given(NAS))
  assert.deepEqual(rules(), [['backup-failed', true]])
})

test('a stored password is used for its server only, and never shown', async () => {
  const { backups, facts } = await openHome()
  await backups.configure(given(NAS))
  assert.equal(backups.config().Password, '**')
  assert.ok(!JSON.stringify(facts.setting('remoteBackup')).includes('open sesame'))
  await assert.rejects(backups.configure(given({ ...NAS, Host: 'other.lan', Password: undefined })), Invalid)
  await assert.rejects(backups.test(given({ ...NAS, Host: 'other.lan', Password: '**' })), Invalid)
  await assert.rejects(backups.test(given({ ...NAS, User: 'root', Password: '**' })), invalid('Password'))
  for (const HostKey of ['', OTHER_KEY])
    await assert.rejects(backups.test(given({ ...NAS, HostKey, Password: '**' })), invalid('Password'))
  const { Password: _, HostKey: _key, ...without } = NAS
  assert.ok((await backups.test(given(without))).Ok)
  for (const missing of [{ Host: '' }, { User: '' }, { Kind: 'webdav' }, { Kind: 's3', URL: 'https://s3.test' }])
    await assert.rejects(backups.configure(given({ ...NAS, ...missing })), Invalid)
})

test('a run that was missed is made up for', async () => {
  const { backups, logins, machine, pass } = await openHome()
  await backups.configure(given(NAS))
  backups[Symbol.dispose]()
  await pass(3 * DAY_MS)
  assert.equal(logins.length, 0)
  assert.ok(backups.config().Status.Next * 1000 < machine.clock.now())
})

test('a backup is stored, also if the server does not delete older ones', async () => {
  const { backups, machine, pass } = await openHome()
  let deletions = 0
  machine.answerRequests(({ method, url }) => {
    if (method === 'PUT') return { status: 201, text: '' }
    deletions++
    throw new CommandFailed([method, url], null, 'there was no answer within 120 seconds')
  })
  const dav = { Kind: 'webdav', URL: 'https://cloud.test/dav/' }
  assert.match((await backups.test(given(dav))).Message, /could not be deleted/)
  await backups.configure(given({ ...dav, Keep: 40 }))
  for (let count = 0; count < 40; count++) {
    assert.equal((await backups.run()).State, 'stored')
    await machine.clock.step(1000)
  }
  assert.equal(deletions, 1)
  await backups.configure(given({ ...dav, Keep: 1 }))
  await pass(DAY_MS)
  assert.equal(deletions, 2, 'the others were not tried')
  assert.deepEqual([backups.config().Status.State, backups.config().Status.Stored.length], ['stored', 41])
  machine.answerRequests(() => ({ status: 204, text: '' }))
  await pass(DAY_MS)
  assert.equal(backups.config().Status.Stored.length, 12, '30 in one run')
  await pass(DAY_MS)
  assert.equal(backups.config().Status.Stored.length, 1)
})

test('backups go on after the clock was set back', async () => {
  const { backups, set, server, logins, pass } = await openHome()
  await backups.configure(given(NAS))
  server.fault = 'passing'
  while (logins.length === 0) await pass(MINUTE_MS)
  server.fault = undefined
  set.back = 300 * DAY_MS
  await pass(2 * DAY_MS)
  assert.equal(logins.length, 4)
  server.fault = 'login'
  await pass(DAY_MS)
  server.fault = undefined
  set.back += 300 * DAY_MS
  await pass(2 * DAY_MS)
  set.back += 3600_000
  await pass(2 * DAY_MS)
  assert.equal(logins.length, 9)
  assert.equal(new Set(logins.map(({ put }) => put.text)).size, 9, 'none sends an old backup')
})

test('a run that a restart has interrupted goes on with the same backup', async () => {
  const { backups, open, logins, machine, files } = await openHome()
  await backups.configure(given({ ...NAS, Every: 'week' }))
  // The server has the file, and the router is killed before it has the response.
  machine.answerSftp((options) => {
    logins.push(options)
    files.set(options.put.name, options.put.text)
    return new Promise(() => {})
  })
  const { clock } = machine
  while (logins.length === 0) await clock.step(3600_000)
  backups[Symbol.dispose]()
  machine.answerSftp((options) => {
    logins.push(options)
    files.set(options.put.name, options.put.text)
    return { kind: 'stored', removed: options.remove }
  })
  const restarted = open()
  while (restarted.config().Status.State !== 'stored') await clock.step(MINUTE_MS)
  assert.equal(logins.length, 2)
  assert.deepEqual(restarted.config().Status.Stored, [...files.keys()])
  restarted[Symbol.dispose]()
})

test('the key pair of the router is created once, and its private key is used', async () => {
  const { backups, logins, facts } = await openHome()
  const key = await backups.publicKey()
  assert.equal(await backups.publicKey(), key)
  assert.ok(!JSON.stringify(facts.setting('remoteBackup')).includes('the private key'))
  assert.ok((await backups.test(given({ ...NAS, Password: '' }))).Ok)
  assert.deepEqual([logins[0]?.privateKey, logins[0]?.password], ['the private key', ''])
})

test('WebDAV takes files by PUT with the login, and each status has its words', async () => {
  const { backups, machine } = await openHome()
  const requests: RequestOptions[] = []
  let status = 201
  machine.answerRequests((options) => {
    requests.push(options)
    return { status, text: '' }
  })
  const dav = given({ Kind: 'webdav', URL: 'https://cloud.test/dav/', User: 'ada', Password: 'sesame' })
  assert.ok((await backups.test(dav)).Ok)
  assert.deepEqual(
    requests.map(({ method }) => method),
    ['PUT', 'DELETE'],
  )
  assert.match(requests[0]!.url, /^https:\/\/cloud\.test\/dav\/sallyport-test-[0-9a-f]{8}$/)
  assert.equal(requests[0]!.headers.Authorization, `Basic ${btoa('ada:sesame')}`)
  for (const [code, field] of [
    [401, 'Password'],
    [409, 'URL'],
    [302, 'URL'],
    [405, 'URL'],
    [507, ''],
  ] as const) {
    status = code
    const { Ok, Field } = await backups.test(dav)
    assert.deepEqual([Ok, Field], [false, field], String(code))
  }
})

test('WebDAV: a folder that does not exist is reported, also if the server answers 500', async () => {
  const { backups, machine } = await openHome()
  let folder = 404
  machine.answerRequests(({ method }) => ({ status: method === 'PROPFIND' ? folder : 500, text: '' }))
  const dav = given({ Kind: 'webdav', URL: 'https://cloud.test/dav/none/', User: 'ada', Password: 'sesame' })
  const missing = await backups.test(dav)
  assert.deepEqual([missing.Fault?.Code, missing.Field], ['no_folder', 'URL'])
  folder = 207
  const failed = await backups.test(dav)
  assert.deepEqual([failed.Fault?.Code, failed.Message], ['status', 'The server answered HTTP 500.'])
})

test('SFTP: a file that the server fails to write names its disk', async () => {
  const { backups, machine } = await openHome()
  machine.answerSftp(() => ({ kind: 'write', reason: 'Failure' }))
  const { Message } = await backups.test(given(NAS))
  assert.equal(Message, 'The server could not write the file; its disk may be full (Failure).')
})

test('the text of a server is one short line wherever it is shown', async () => {
  const { backups, server, published } = await openHome()
  server.reason = `disk\r\nfull\u202e\u0007 ${'!'.repeat(100_000)}`
  server.fault = 'passing'
  await backups.configure(given(NAS))
  const { Message } = await backups.test(given(NAS))
  assert.match(Message, /^Disk full !+\.$/)
  assert.ok(Message.length <= 201)
  await backups.run()
  assert.match(backups.config().Status.Message, /^disk full !{1,190}$/)
  assert.ok(JSON.stringify(published).length < 1000)
})

test('a login that does not fit into a header is refused with its field', async () => {
  const { backups } = await openHome()
  const s3 = { Kind: 's3', URL: 'https://s3.test', Bucket: 'home', Password: 'sesame' }
  for (const User of ['cl\u00e9', 'a key', '\u{1f511}'])
    await assert.rejects(backups.test(given({ ...s3, User })), invalid('User'), User)
  assert.ok((await backups.test(given({ ...s3, User: 'AKIA7' }))).Ok)
  const dav = { Kind: 'webdav', URL: 'https://cloud.test/dav/', Password: 'sesame' }
  await assert.rejects(backups.test(given({ ...dav, User: 'ada:admin' })), invalid('User'))
})

test('a backup by hand is refused while another archive is created', async () => {
  const { backups, making, published } = await openHome()
  await backups.configure(given(NAS))
  await making.alone(async () => {
    await assert.rejects(backups.run(), Unavailable)
  })
  assert.deepEqual([backups.config().Status.State, published.length], ['waiting', 0])
  assert.equal((await backups.run()).State, 'stored')
})

test('backups on schedule replace each other on the router, and none that was made by hand', async () => {
  const { backups, make, list, machine, pass } = await openHome()
  const own = new Set<string>()
  while (own.size < MOST_KEPT - 1) {
    own.add(await make('a passphrase of my own'))
    await machine.clock.step(1000)
  }
  await backups.configure(given(NAS))
  await pass(3 * DAY_MS)
  assert.equal(new Set(list().map(({ Name }) => Name)).intersection(own).size, MOST_KEPT - 1)
})
