import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import { openBus } from '../../../events/bus.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { type Caller, PlainText } from '../../../model/operation.ts'
import { FailedJoin, Joined, Left } from '../../../model/wifi/admission/report.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { wifiHandlers } from './handlers.ts'
import { openStations } from './stations.ts'

const [PHONE, TV] = ['02:00:00:00:00:01', '02:00:00:00:00:02']
const caller: Caller = { name: 'console', kind: 'console', address: '' }
const request = { params: {}, query: {}, caller }
const waiting = {
  ...emptyDevice(),
  MAC: 'pending',
  Name: 'phone',
  PSKEntry: { Type: 'sae' as const, Psk: 'come on in' },
}

function open(done = true) {
  const memory = openMemoryFacts({ setup: { done } })
  const bus = openBus((error) => assert.fail(String(error)))
  const published: string[] = []
  bus.subscribePrefix('', (_, topic) => published.push(topic))
  const handlers = wifiHandlers(memory.facts, openStations({ ...memory, bus }))
  const join = async (MAC: string, Iface: string, Router = '') =>
    (await handlers.reportJoined({
      ...request,
      body: { Iface, Event: 'AP-STA-CONNECTED', MAC, Status: '', Router },
    })) as Joined
  const leave = async (MAC: string, Iface: string) =>
    handlers.reportLeft({ ...request, body: { Iface, Event: 'AP-STA-DISCONNECTED', MAC, Status: '', Router: '' } })
  const lease = (mac: string, link: string) =>
    memory.change((draft) => draft.leases.put(mac, { mac, link, ip: '192.168.2.6', hostName: '', expiresAt: 0 }))
  return { ...memory, published, handlers, join, leave, lease }
}

test('a pending passphrase is assigned to the first unknown station only', async () => {
  const { change, facts, published, join } = open()
  await change((draft) => draft.devices.put('pending', waiting))
  assert.equal((await join(PHONE, 'wlan0.4096')).Status, 'Installed Pending PSK')
  assert.deepEqual(facts.devices.get(PHONE), { ...waiting, MAC: PHONE })
  assert.equal(facts.devices.has('pending'), false)
  assert.deepEqual(published, ['wifi:auth:success', 'device:save'])
  assert.equal((await join(TV, 'wlan0.4097')).Status, 'Okay')
  assert.equal(facts.devices.has(TV), false)
})

test('an unknown station on the guest network of a mesh leaf is added as a guest', async () => {
  const { facts, join } = open()
  assert.equal((await join(PHONE, 'wlan0.ap0.4096')).Status, 'Okay')
  assert.equal(facts.devices.has(PHONE), false)
  assert.equal((await join(PHONE, 'wlan0.ap0.4096', 'leaf')).Status, 'Provisioned mesh guest')
  assert.deepEqual(facts.devices.get(PHONE)?.DeviceTags, ['guest'])
  assert.equal((await join(PHONE, 'wlan0.ap0.4096', 'leaf')).Status, 'Okay')
  assert.equal((await join(TV, 'wlan0.4097', 'leaf')).Status, 'Okay')
  assert.equal(facts.devices.has(TV), false)
})

test('the only pending device is assigned with any identity, one of several only as `pending`', async () => {
  const { change, facts, join } = open()
  const put = (MAC: string) => change((draft) => draft.devices.put(MAC, { ...waiting, MAC, Name: MAC }))
  await put('pending:a')
  await put('pending:b')
  assert.equal((await join(PHONE, 'wlan0.4096')).Status, 'Okay')
  await change((draft) => draft.devices.remove('pending:b'))
  assert.equal((await join(PHONE, 'wlan0.4096')).Status, 'Installed Pending PSK')
  assert.equal(facts.devices.get(PHONE)?.Name, 'pending:a')
  await put('pending:c')
  await put('pending')
  assert.equal((await join(TV, 'wlan0.4097')).Status, 'Installed Pending PSK')
  assert.equal(facts.devices.get(TV)?.Name, 'pending')
  assert.ok(facts.devices.has('pending:c'))
})

test('during the first setup, the status of a report is `Okay-setup`', async () => {
  assert.equal((await open(false).join(PHONE, 'wlan0.4096')).Status, 'Okay-setup')
})

test('a station is on one link, and a link has one station', async () => {
  const { facts, join, lease } = open()
  await join(PHONE, 'wlan0.4096')
  await lease(PHONE, 'wlan0.4096')
  await join(PHONE, 'wlan1.4096')
  assert.deepEqual([...facts.stations.values()], [{ mac: PHONE, link: 'wlan1.4096' }])
  await join(TV, 'wlan1.4096')
  assert.deepEqual([...facts.stations.values()], [{ mac: TV, link: 'wlan1.4096' }])
  assert.equal(facts.leases.size, 0)
})

test('a station that roams keeps its lease, unless it is a guest', async () => {
  const { facts, join, leave, lease } = open()
  await join(PHONE, 'wlan0.4096')
  await lease(PHONE, 'wlan0.4096')
  await join(PHONE, 'wlan1.4097')
  assert.equal(facts.leases.get(PHONE)?.link, 'wlan1.4097')
  for (const guest of ['wlan0.ap0.4096', 'wlan1.ap0.4096']) {
    await join(PHONE, guest)
    assert.equal(facts.leases.get(PHONE), undefined)
    await lease(PHONE, guest)
  }
  await join(PHONE, 'wlan0.4096')
  assert.equal(facts.leases.get(PHONE), undefined)
  await lease(PHONE, 'wlan0.4096')
  await join(PHONE, 'wlan1.4096', '192.168.2.10')
  assert.equal(facts.leases.get(PHONE), undefined, 'another router of the mesh has it')
  await leave(PHONE, 'wlan1.4096')
  await lease(PHONE, 'eth1')
  await join(PHONE, 'wlan1.4096')
  assert.equal(facts.leases.get(PHONE), undefined, 'it had a cable')
})

test('a station that joins the same link again keeps its lease', async () => {
  const { facts, join, lease } = open()
  await join(PHONE, 'wlan0.4096')
  await lease(PHONE, 'wlan0.4096')
  await join(PHONE, 'wlan0.4096')
  assert.equal(facts.leases.size, 1)
})

test('leaving ends station and lease, but not on a link that it has moved to', async () => {
  const { facts, join, leave, lease, published } = open()
  await join(PHONE, 'wlan1.4096')
  await lease(PHONE, 'wlan1.4096')
  await leave(PHONE, 'wlan0.4096')
  assert.deepEqual([facts.stations.size, facts.leases.size], [1, 1])
  await leave(PHONE, 'wlan1.4096')
  assert.deepEqual([facts.stations.size, facts.leases.size], [0, 0])
  assert.equal(published.at(-1), 'wifi:station:disconnect')
})

test('a station that another router of the mesh reports is removed', async () => {
  const { facts, join } = open()
  await join(PHONE, 'wlan0.4096')
  await join(PHONE, 'wlan0.4096', '192.168.2.10')
  assert.equal(facts.stations.size, 0)
})

test('stations are not placed on an uplink or on a shared cable', async () => {
  const { change, facts, published, join } = open()
  await change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
  })
  await assert.rejects(join(PHONE, 'wan0'), Invalid)
  await assert.rejects(join(PHONE, 'lan0'), Invalid)
  assert.deepEqual([facts.stations.size, published], [0, []])
})

test('a failure is published, and changes nothing', async () => {
  const { handlers, published } = open()
  const body: FailedJoin = { Type: 'sae', MAC: PHONE, Reason: 'mismatch', Iface: 'wlan0', Status: '', Router: '' }
  assert.deepEqual(await handlers.reportFailed({ ...request, body }), { ...body, Status: 'Okay' })
  assert.deepEqual(published, ['wifi:auth:fail'])
})

test('invalid reports are rejected', () => {
  const joined = { Iface: 'wlan0.4096', Event: 'AP-STA-CONNECTED', MAC: '02-00-00-00-00-0A' }
  assert.equal(Joined.parse(joined).MAC, '02:00:00:00:00:0a')
  for (const wrong of [{ Event: 'AP-STA-DISCONNECTED' }, { MAC: '' }, { MAC: 'x' }, { Iface: '' }, { Iface: 'a/b' }])
    assert.equal(Joined.safeParse({ ...joined, ...wrong }).success, false, JSON.stringify(wrong))
  assert.equal(Left.safeParse(joined).success, false)
  const failed = { Type: 'sae', MAC: PHONE, Reason: 'mismatch', Iface: 'wlan0' }
  assert.equal(FailedJoin.parse({ ...failed, Iface: undefined }).Iface, '')
  for (const wrong of [{ Type: 'wep' }, { Reason: 'bored' }, { MAC: undefined }, { Iface: 'a/b' }])
    assert.equal(FailedJoin.safeParse({ ...failed, ...wrong }).success, false, JSON.stringify(wrong))
})

test('the enabled access points are named in one line', async () => {
  const { change, handlers } = open()
  await change((draft) => {
    for (const Name of ['wlan1', 'wlan2']) draft.interfaces.put(Name, { Name, Type: 'AP', Subtype: '', Enabled: true })
    draft.interfaces.put('wlan3', { Name: 'wlan3', Type: 'AP', Subtype: '', Enabled: false })
  })
  assert.deepEqual(handlers.interfaces({ ...request, body: undefined }), new PlainText('wlan1 wlan2 '))
})
