import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import { openBus } from '../../../events/bus.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { audit } from '../../../model/access/audit/contract.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import type { Caller, Operation } from '../../../model/operation.ts'
import { contracts } from '../../../model/operations.ts'
import { openPass } from '../../../pass/pass.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { actAsRouter } from '../../../store/actor.ts'
import { openDatabase } from '../../../store/database.ts'
import type { Draft } from '../../../store/facts.ts'
import { openHistory } from '../../../store/history.ts'
import { openLedger } from '../../../store/ledger.ts'
import { auditHandlers } from './part.ts'
import { openTrail } from './trail.ts'

const admin: Caller = { name: 'admin', kind: 'user', address: '192.168.2.6' }
const token: Caller = { name: 'dash\nboard', kind: 'token', address: '192.168.2.10' }
const UPDATE = { method: 'PUT', path: '/device' } as const

/** The real pass with empty drivers, and a trail that watches it. */
function open() {
  const clock = openSteppedClock()
  const ledger = openLedger()
  const state = openDatabase(':memory:')
  ledger.post(state.load())
  const bus = openBus((error) => assert.fail(String(error)))
  const machine = { ...fakeMachine(), clock }
  const pass = openPass({ machine, ledger, database: state, drivers: [], bus, onFailure: (what) => assert.fail(what) })
  const database = openHistory({ path: ':memory:', clock, onFailure: (what) => assert.fail(what) })
  const trail = openTrail({ database, clock, bus })
  pass.watch(trail.record)
  const name = (MAC: string, Name: string) => (draft: Draft) =>
    draft.devices.put(MAC, { ...(draft.devices.get(MAC) ?? emptyDevice()), MAC, Name })
  /** A call of PUT /device that names one. */
  const call = (caller: Caller, edit: (draft: Draft) => void) =>
    trail.acting(UPDATE, async () => {
      await pass.change(edit)
    })({ caller })
  const list = (query: Partial<Parameters<typeof trail.read>[0]> = {}) => trail.read({ limit: 100, ...query })
  const lines = async () =>
    (await list({ limit: 1000 })).map(({ Who, Kind, Operation, What }) => `${Who} ${Kind} ${Operation}: ${What}`)
  const events: object[] = []
  bus.subscribe('config:change', (event) => events.push(event))
  return { clock, pass, database, trail, name, call, list, lines, events }
}

test('a change is logged with its author, address, time and call', async () => {
  const { call, name, list } = open()
  await call(admin, name('02:00:00:00:00:01', 'laptop'))
  await call(admin, name('02:00:00:00:00:01', 'desk'))
  const [latest, first] = await list()
  assert.deepEqual(latest, {
    Id: 2,
    Time: '2024-03-01T10:00:00.000Z',
    Who: 'admin',
    Kind: 'user',
    From: '192.168.2.6',
    Operation: 'PUT /device',
    What: 'device desk (02:00:00:00:00:01)',
    Before: { Name: 'laptop' },
    After: { Name: 'desk' },
  })
  assert.equal(first?.Before, null)
})

test('an entry is published with its author and the names of all rows, without their values', async () => {
  const { call, events } = open()
  const added = Array.from({ length: 30 }, (_, n) => `02:00:00:00:00:${(n + 16).toString(16)}`)
  await call(admin, (draft) => {
    for (const MAC of added)
      draft.devices.put(MAC, { ...emptyDevice(), MAC, PSKEntry: { Type: 'sae', Psk: 'a secret phrase' } })
  })
  const [{ What, ...event } = { What: '' }] = events as { What: string }[]
  assert.deepEqual(event, {
    Time: '2024-03-01T10:00:00.000Z',
    Who: 'admin',
    Kind: 'user',
    From: '192.168.2.6',
    Operation: 'PUT /device',
  })
  assert.match(What, /^device 02:00:00:00:00:2d, device 02:00:00:00:00:2c, /)
  assert.ok(What.length <= 401)
  assert.equal(events.length, 1)
})

test('changes of two administrators at the same time are logged separately, each once and in order', async () => {
  const { call, name, lines } = open()
  await Promise.all(
    ['01', '02', '03', '04'].map((end, index) => call(index % 2 ? token : admin, name(`02:00:00:00:00:${end}`, end))),
  )
  assert.deepEqual(await lines(), [
    'dash\ufffdboard token PUT /device: device 04 (02:00:00:00:00:04)',
    'admin user PUT /device: device 03 (02:00:00:00:00:03)',
    'dash\ufffdboard token PUT /device: device 02 (02:00:00:00:00:02)',
    'admin user PUT /device: device 01 (02:00:00:00:00:01)',
  ])
})

test('a change that is refused, and one without a caller, are not logged', async () => {
  const { call, name, pass, lines } = open()
  const refuse = (draft: Draft) => {
    name('02:00:00:00:00:01', 'x')(draft)
    throw new Invalid(verbatim('no'))
  }
  await assert.rejects(async () => call(admin, refuse), Invalid)
  await pass.change(name('02:00:00:00:00:02', 'brought by DHCP'))
  assert.deepEqual(await lines(), [])
})

test('changes by a timer that a call started are not logged; changes by the router are logged as its own', async () => {
  const { clock, pass, trail, name, lines } = open()
  const later = Promise.withResolvers<void>()
  const ring = (): void => void pass.change(name('02:00:00:00:00:01', 'leaked')).then(() => later.resolve())
  await trail.acting(UPDATE, () => void clock.after(1000, ring))({ caller: admin })
  await clock.step(1000)
  await later.promise
  await trail.acting(
    UPDATE,
    () => void actAsRouter('expiry', () => pass.change(name('02:00:00:00:00:02', 'tv'))),
  )({
    caller: admin,
  })
  await pass.change(() => undefined)
  assert.deepEqual(await lines(), ['router router expiry: device tv (02:00:00:00:00:02)'])
})

test('leases are not logged, and of a change of more than 100 rows the rest is counted', async () => {
  const { call, lines } = open()
  await call(admin, (draft) => {
    draft.leases.put('x', { mac: 'x', link: 'lan0', ip: '192.168.2.6', hostName: '', expiresAt: 0 })
    for (let n = 0; n < 150; n++)
      draft.groups.put(`g${n}`, { Name: `g${n}`, Disabled: false, GroupTags: [], ServiceDestinations: null })
  })
  const all = await lines()
  assert.equal(all.length, 101)
  assert.deepEqual([all[0], all.at(-1)], ['admin user PUT /device: group g0', 'admin user PUT /device: 50 more rows'])
})

test('actions that change no row are logged when they succeed', async () => {
  const { trail, lines } = open()
  const make = (handler: () => unknown) => trail.acting(contracts.backup.make, handler)({ caller: admin })
  assert.equal(await make(() => 'archive'), 'archive')
  await assert.rejects(async () => make(() => Promise.reject(new Invalid(verbatim('no')))), Invalid)
  assert.deepEqual(await lines(), ['admin user PUT /backup: a backup was created'])
})

test('pages are consecutive, and filters search all entries', async () => {
  const { call, name, list } = open()
  await call(token, name('02:00:00:00:00:01', 'Needle'))
  for (let n = 0; n < 450; n++) await call(admin, name('02:00:00:00:00:02', `straw ${n}`))
  const first = await list({ limit: 300 })
  const rest = await list({ limit: 300, before: first.at(-1)?.Id })
  assert.deepEqual([first.length, rest.length, rest.at(-1)?.Id], [300, 151, 1])
  assert.deepEqual(
    (await list({ what: 'needle' })).map(({ Id }) => Id),
    [1],
  )
  assert.deepEqual(
    (await list({ who: 'dash\ufffdboard' })).map(({ Id }) => Id),
    [1],
  )
  assert.deepEqual(await list({ who: 'nobody' }), [])
})

test('a damaged entry is skipped', async () => {
  const { database, call, name, trail } = open()
  await call(admin, name('02:00:00:00:00:01', 'laptop'))
  database.log<string>('audit', { most: 10, keepMs: 1e15 }).append(0, '{"Who":', '{}')
  assert.equal((await trail.read({ limit: 10 })).length, 1)
})

test('query parameters out of range are rejected', async () => {
  const { trail } = open()
  const { limit, before, what } = audit.list.details.query
  assert.equal(limit.parse(undefined), 100)
  for (const wrong of ['0', '1001', 'many', '-1', '1.5']) assert.equal(limit.safeParse(wrong).success, false, wrong)
  for (const wrong of ['0', 'x', '1e99']) assert.equal(before.safeParse(wrong).success, false, wrong)
  assert.equal(what.safeParse('x'.repeat(129)).success, false)
  const none = { before: undefined, who: undefined, what: undefined }
  const request = { params: {}, query: { ...none, limit: 5 }, body: undefined, caller: admin }
  assert.deepEqual(await auditHandlers(trail).list(request), [])
})

/** Calls that change nothing but sessions, although they are no GET. */
const READ_ONLY = [
  'DELETE /plugin/ui_session/{id}',
  'GET /iw/dev/{interface}/scan',
  'POST /plugins/pfw/testExpression',
  'POST /webauthn/login',
  'POST /webauthn/login/cookie',
  'POST /webauthn/validate',
  'PUT /alerts/trial',
  'PUT /attestStatus',
  'PUT /dnsSettings/test',
  'PUT /firewall/preview',
  'PUT /hostapd/calcChannel',
  'PUT /otp_jwt_test',
  'PUT /otp_validate',
  'PUT /ping/{interface}/{address}',
  'PUT /ping/{interface}/{address}/udp',
  'PUT /plugin/ui_session',
  'PUT /plugins/lookup/classify',
  'PUT /plugins/lookup/fingerprints/trial',
  'PUT /plugins/pfw/preview',
  'PUT /plugins/pfw/tasks/run/{task}',
  'PUT /speedtest',
  'PUT /speedtest/{start}-{end}',
  'PUT /update/search',
  'PUT /webauthn/login',
  'PUT /webauthn/register',
  'PUT /webauthn/validate',
]

test('every operation that changes something leaves an entry, and no caller without credentials does', async () => {
  const { trail, lines } = open()
  const anonymous: Caller = { name: '', kind: 'anonymous', address: '192.168.2.9' }
  const silent: string[] = []
  for (const operation of Object.values(contracts).flatMap((contract) => Object.values<Operation>(contract))) {
    const { method, path, details } = operation
    const before = (await lines()).length
    await trail.acting(operation, () => undefined)({ caller: admin, params: { interface: 'lan0', state: 'down' } })
    const entries = await lines()
    const isWritten = entries.length > before
    if (method === 'GET' && !details.effects && !details.audit) assert.ok(!isWritten, path)
    else if (!isWritten) silent.push(`${method} ${path}`)
    else assert.ok(entries[0]?.startsWith(`admin user ${method} ${path}: `), String(entries[0]))
    const written = (await lines()).length
    if (!details.audit) await trail.acting(operation, () => undefined)({ caller: anonymous })
    assert.equal((await lines()).length, written, `${method} ${path}`)
  }
  assert.deepEqual(silent.sort(), READ_ONLY)
  assert.ok((await lines()).includes('admin user PUT /ip/link/{interface}/{state}: Take a link up or down lan0 down'))
  const alert = 'admin user PUT /plugins/db/bucket/{topic}/{key}: changed a stored event, such as the state of an alert'
  assert.ok((await lines()).includes(alert))
})

test('a call whose change is logged leaves no second entry', async () => {
  const { pass, trail, name, lines } = open()
  const change = () => pass.change(name('02:00:00:00:00:01', 'laptop'))
  await trail.acting(contracts.devices.update, change)({ caller: admin })
  assert.deepEqual(await lines(), ['admin user PUT /device: device laptop (02:00:00:00:00:01)'])
})

test('devices that are deleted together are one entry, which names them all', async () => {
  const { call, list, lines } = open()
  const macs = Array.from({ length: 150 }, (_, index) => `02:00:00:00:01:${index.toString(16).padStart(2, '0')}`)
  await call(admin, (draft) => {
    for (const [index, MAC] of macs.entries())
      draft.devices.put(MAC, { ...emptyDevice(), MAC, Name: `gadget ${index}` })
  })
  const before = (await lines()).length
  await call(admin, (draft) => {
    for (const MAC of macs.slice(0, 3)) draft.devices.remove(MAC)
  })
  const [entry] = await list()
  assert.equal(entry?.What, '3 devices: gadget 0, gadget 1, gadget 2')
  assert.deepEqual(
    Object.keys(entry?.Before ?? {}),
    macs.slice(0, 3).map((mac, index) => `device gadget ${index} (${mac})`),
  )
  assert.equal(entry?.After, null)
  await call(admin, (draft) => {
    for (const MAC of macs.slice(3)) draft.devices.remove(MAC)
  })
  assert.equal((await lines()).length, before + 2)
  await call(admin, (draft) => draft.devices.put('02:00:00:00:02:01', emptyDevice()))
  await call(admin, (draft) => draft.devices.remove('02:00:00:00:02:01'))
  assert.equal((await list())[0]?.What, 'device 02:00:00:00:02:01')
})
