import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, NotFound, Refused } from '../../../errors.ts'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { DeviceUpdate } from '../../../model/home/devices/update.ts'
import type { Caller } from '../../../model/operation.ts'
import { phrase, verbatim } from '../../../phrases/phrase.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import type { Probe } from '../../dns/resolvers/trial.ts'
import { announceMap } from './announce.ts'
import { deviceHandlers } from './handlers.ts'

const PHONE = '02:00:00:00:00:01'
const TV = '02:00:00:00:00:02'
const KEY = 'YyC9cO4ZV+lPp9q0xmUfR8yXWkQ7Wq3cOMtqk2vXkGs='
const caller: Caller = { name: 'admin', kind: 'user', address: '192.168.2.6' }

function open() {
  const memory = openMemoryFacts()
  const published: string[] = []
  const bus = openBus((error) => assert.fail(String(error)))
  bus.subscribePrefix('', (payload, topic) => {
    const { MAC, PSKEntry } = payload as { MAC?: string; PSKEntry?: { Psk: string } }
    assert.ok(!PSKEntry?.Psk || PSKEntry.Psk === '**', 'events hide passphrases')
    published.push(MAC === undefined ? topic : `${topic} ${MAC}`)
  })
  const clock = openSteppedClock()
  const probed: string[] = []
  const probe: Probe = async ({ IPAddress }) => {
    probed.push(IPAddress)
    return IPAddress === '9.9.9.9' ? undefined : phrase('internet.answerTimeout').toJSON()
  }
  const handlers = deviceHandlers({ ...memory, bus, clock }, probe)
  const put = async (identity: string, body: DeviceUpdate, copy?: string, test?: 'false') =>
    handlers.update({ params: {}, query: { identity, copy, test }, body, caller }) as Promise<{
      PSKEntry: { Psk: string }
    }>
  const list = () => JSON.parse((handlers.list as () => { text: string })().text)
  const ask = { params: {}, query: {}, body: undefined, caller }
  return { ...memory, bus, clock, published, handlers, put, list, ask, probed }
}

test('a new device is listed with its passphrase hidden; the answer that made it shows it', async () => {
  const { put, list, published } = open()
  const made = await put(PHONE, { Name: 'phone', PSKEntry: { Type: 'wpa2' }, Groups: ['Family'] })
  assert.equal(made.PSKEntry.Psk.length, 16)
  assert.deepEqual(list()[PHONE].PSKEntry, { Type: 'wpa2', Psk: '**' })
  assert.equal((await put(PHONE, { Name: 'Mum' })).PSKEntry.Psk, '**')
  assert.equal(list()[PHONE].Name, 'Mum')
  assert.deepEqual(published, [`device:save ${PHONE}`, `device:groups:update ${PHONE}`, `device:update ${PHONE}`])
})

test('the serialized list is reused until a device changes', async () => {
  const { put, handlers, ask } = open()
  await put(PHONE, {})
  const before = handlers.list(ask)
  assert.equal(handlers.list(ask), before)
  await put(TV, {})
  assert.notEqual(handlers.list(ask), before)
})

test('a resolver that does not answer is saved only untested', async () => {
  const { put, facts, change, probed } = open()
  await put(PHONE, { DNSCustom: '192.0.2.1' })
  assert.deepEqual(probed, [], 'there may be no uplink before the setup')
  await change((draft) => draft.set('setup', { done: true }))
  await assert.rejects(
    put(PHONE, { Name: 'phone', DNSCustom: '192.0.2.2' }),
    (error) => error instanceof Invalid && error.field === 'DNSCustom' && /no answer in time/.test(error.message),
  )
  const stored = () => [facts.devices.get(PHONE)?.Name, facts.devices.get(PHONE)?.DNSCustom]
  assert.deepEqual(stored(), ['', '192.0.2.1'])
  for (const DNSCustom of ['192.0.2.1', '', '0', 'x']) await put(PHONE, { DNSCustom }).catch(() => undefined)
  assert.deepEqual(probed, ['192.0.2.2'], 'the present one and none are not tested')
  await put(PHONE, { DNSCustom: '9.9.9.9' })
  assert.deepEqual(stored(), ['', '9.9.9.9'])
  await put(PHONE, { DNSCustom: '192.0.2.2' }, undefined, 'false')
  assert.deepEqual(stored(), ['', '192.0.2.2'])
})

test('groups that a device names are created', async () => {
  const { put, facts } = open()
  await put(PHONE, { Groups: ['Family'] })
  assert.equal(facts.groups.get('family')?.Disabled, false)
})

test('group, broadcast and zero addresses are refused wherever an identity is taken', async () => {
  const { put, handlers, facts, ask } = open()
  await put(PHONE, { Name: 'phone' })
  const refuses = (field: string) => (error: unknown) => error instanceof Invalid && error.field === field
  for (const group of [
    'ff:ff:ff:ff:ff:ff',
    'FF-FF-FF-FF-FF-FF',
    '00:00:00:00:00:00',
    '01:00:5e:00:00:01',
    '33:33:0:0:0:1',
  ]) {
    await assert.rejects(put(group, { PSKEntry: { Type: 'sae' } }), refuses('identity'), group)
    if (group === '33:33:0:0:0:1') continue
    await assert.rejects(put(PHONE, {}, group), refuses('copy'), group)
    await assert.rejects(async () => handlers.read({ ...ask, query: { identity: group } }), refuses('identity'), group)
    await assert.rejects(
      async () => handlers.remove({ ...ask, query: { identity: group } }),
      refuses('identity'),
      group,
    )
    await assert.rejects(async () => handlers.removeMany({ ...ask, body: [PHONE, group] }), refuses('body'), group)
    const bulk = { Identities: [PHONE, group], Tags: ['x'] }
    await assert.rejects(async () => handlers.updateMany({ ...ask, body: bulk }), refuses('Identities'), group)
  }
  assert.deepEqual([...facts.devices.keys()], [PHONE])
  assert.deepEqual(facts.devices.get(PHONE)?.DeviceTags, [])
})

test('an address that another device has is refused, and so is its key', async () => {
  const { put, facts } = open()
  await put(PHONE, { RecentIP: '192.168.2.6', WGPubKey: KEY })
  await put(PHONE, { RecentIP: '192.168.2.6', WGPubKey: KEY })
  await assert.rejects(put(TV, { RecentIP: '192.168.2.6' }), Invalid)
  await assert.rejects(put(TV, { WGPubKey: KEY }), Invalid)
  assert.equal(facts.devices.has(TV), false)
})

test('forwards and names that refer to a device follow it to its new address', async () => {
  const { put, change, facts } = open()
  await put(TV, { RecentIP: '192.168.2.6' })
  const rule = { RuleName: '', Disabled: false, Description: '', Protocol: 'tcp' as const, SrcIP: '0.0.0.0/0' }
  await change((draft) => {
    draft.forwards.put('one', { ...rule, DstIP: '192.168.2.6', DstPort: '80', SrcPort: '8080' })
    draft.forwards.put('other', { ...rule, DstIP: '192.168.2.10', DstPort: '80', SrcPort: '8081' })
    draft.hostnames.put('tv.lan', { Hostname: 'tv.lan', IPAddress: '192.168.2.6' })
  })
  await put(TV, { RecentIP: '192.168.2.14' })
  await put(PHONE, { RecentIP: '192.168.2.6' })
  assert.deepEqual([...facts.forwards.values()].map(({ DstIP }) => DstIP).sort(), ['192.168.2.10', '192.168.2.14'])
  assert.equal(facts.hostnames.get('tv.lan')?.IPAddress, '192.168.2.14')
})

test('a VPN key is an identity, also with its plus signs as spaces', async () => {
  const { put, handlers, ask } = open()
  await put(KEY.replace('+', ' '), { Name: 'away' })
  const device = (await handlers.read({ ...ask, query: { identity: KEY } })) as { MAC: string; WGPubKey: string }
  assert.deepEqual([device.MAC, device.WGPubKey], ['', KEY])
})

test('an invalid identity is rejected, and an unknown one is not found', async () => {
  const { put, handlers, ask } = open()
  for (const identity of ['phone', '02:00', '__proto__', KEY.slice(1)]) await assert.rejects(put(identity, {}), Invalid)
  assert.throws(() => handlers.read({ ...ask, query: { identity: TV } }), NotFound)
  await assert.rejects(async () => handlers.remove({ ...ask, query: { identity: TV } }), NotFound)
  await assert.rejects(put(TV, {}, PHONE), (error) => error instanceof Invalid && error.field === 'copy')
})

test('a new pending device replaces the passphrase, and other edits keep it', async () => {
  const { put, handlers, ask, facts } = open()
  const first = await put('pending', { Name: 'one', Groups: ['family'], PSKEntry: { Type: 'sae', Psk: '' } })
  assert.equal(await handlers.pending(ask), true)
  await put('pending', { Policies: ['wan'] })
  assert.equal(facts.devices.get('pending')?.PSKEntry.Psk, first.PSKEntry.Psk)
  const second = await put('Pending', { Name: 'two', PSKEntry: { Type: 'sae', Psk: '' } })
  assert.notEqual(second.PSKEntry.Psk, first.PSKEntry.Psk)
  assert.deepEqual(facts.devices.get('pending')?.Groups, [])
})

test('several devices are pending at once, each with its own passphrase', async () => {
  const { put, handlers, ask, facts } = open()
  await put('pending', { Name: 'one', PSKEntry: { Type: 'sae', Psk: '' } })
  const second = await put('pending:b', { Name: 'two', PSKEntry: { Type: 'sae', Psk: 'of the second' } })
  assert.deepEqual([facts.devices.get('pending:b')?.MAC, facts.devices.get('pending')?.Name], ['pending:b', 'one'])
  assert.equal(second.PSKEntry.Psk, '**')
  await assert.rejects(put('pending:c', { PSKEntry: { Type: 'sae', Psk: 'of the second' } }), /PSKEntry.Psk/)
  await put('PENDING:B', { Name: 'three', PSKEntry: { Type: 'sae', Psk: 'of the second' } })
  assert.equal(facts.devices.get('pending:b')?.Name, 'three')
  for (const wrong of ['pending:', 'pending:a b', 'pending:a_b', `pending:${'a'.repeat(33)}`])
    await assert.rejects(put(wrong, { Name: 'x' }), /identity/, wrong)
  for (let at = 2; at < 16; at++) await put(`pending:${at}`, { Name: 'x' })
  await assert.rejects(put('pending:more', { Name: 'x' }), /16 devices are pending/)
  await handlers.remove({ ...ask, query: { identity: 'pending' } })
  assert.equal(await handlers.pending(ask), false)
})

test('a deleted device is removed with its station and lease, and an event is published', async () => {
  const { put, handlers, ask, facts, change, published } = open()
  await put(PHONE, { RecentIP: '192.168.2.6' })
  await change((draft) => {
    draft.stations.put(PHONE, { mac: PHONE, link: 'wlan0.4096' })
    draft.leases.put(PHONE, { mac: PHONE, link: 'wlan0.4096', ip: '192.168.2.6', hostName: '', expiresAt: 0 })
  })
  await handlers.remove({ ...ask, query: { identity: PHONE.toUpperCase().replaceAll(':', '-') } })
  assert.deepEqual([facts.devices.size, facts.stations.size, facts.leases.size], [0, 0, 0])
  assert.equal(published.at(-1), `device:delete ${PHONE}`)
})

test('deleting a device disables forwards and endpoints that lead only to it; others, and blocks, stay', async () => {
  const { put, handlers, ask, change, facts, watch } = open()
  await put(PHONE, { RecentIP: '192.168.2.6' })
  const remarks = { RuleName: '', Disabled: false, Description: '' }
  const forward = { ...remarks, Protocol: 'tcp' as const, SrcIP: '0.0.0.0/0', SrcPort: '80', DstPort: 'any' }
  const endpoint = { ...remarks, Protocol: 'tcp' as const, Domain: '', Port: '80', Tags: ['nvr'] }
  await change((draft) => {
    for (const DstIP of ['192.168.2.6', '192.168.2.10']) draft.forwards.put(DstIP, { ...forward, DstIP })
    for (const IP of ['192.168.2.6', '192.168.2.6/32', '192.168.2.4/30', '192.168.2.0/24', '192.168.2.10'])
      draft.endpoints.put(IP, { ...endpoint, IP })
    draft.endpoints.put('named', { ...endpoint, IP: '', Domain: 'www.example.com' })
    draft.blocks.put('one', { ...forward, DstIP: '192.168.2.6' })
  })
  const inForce = (rows: Iterable<[string, { Disabled: boolean }]>) =>
    [...rows].filter(([, { Disabled }]) => !Disabled).map(([key]) => key)
  const changes: number[] = []
  watch((entries) => changes.push(entries.length))
  await handlers.remove({ ...ask, query: { identity: PHONE } })
  assert.deepEqual(changes, [5], 'one change: the device, a forward and three endpoints')
  assert.deepEqual(inForce(facts.forwards), ['192.168.2.10'])
  assert.deepEqual(inForce(facts.endpoints).sort(), ['192.168.2.0/24', '192.168.2.10', 'named'])
  assert.deepEqual(inForce(facts.blocks), ['one'])
})

test('several devices are deleted in one call, and unknown ones are skipped', async () => {
  const { put, handlers, ask } = open()
  await put(PHONE, {})
  await put(TV, {})
  const answer = await handlers.removeMany({ ...ask, body: [PHONE, PHONE, '02:00:00:00:00:77'] })
  assert.deepEqual(answer, { deleted: [PHONE], count: 1 })
})

test('groups, tags and policies are added to several at once', async () => {
  const { put, handlers, ask, facts, published } = open()
  await put(PHONE, { Policies: ['wan'] })
  await put(TV, { Policies: ['dns'] })
  published.length = 0
  const body = { Identities: [PHONE, TV, 'x'], Groups: ['Cast'], Tags: ['a'], Policies: ['dns'] }
  assert.deepEqual(await handlers.updateMany({ ...ask, body }), { updated: [PHONE, TV], count: 2 })
  assert.deepEqual(facts.devices.get(PHONE)?.Policies, ['wan', 'dns'])
  assert.deepEqual(facts.devices.get(TV)?.Policies, ['dns'])
  assert.ok(facts.groups.has('cast'))
  assert.equal(published.filter((topic) => topic.startsWith('device:groups:update')).length, 2)
  for (const policy of ['api', 'guestonly', 'disabled', 'nonsense'])
    await assert.rejects(async () => handlers.updateMany({ ...ask, body: { ...body, Policies: [policy] } }), Invalid)
})

test('the device map is published after changes, at most once a second', async () => {
  const { put, bus, facts, clock } = open()
  using _ = announceMap({ bus, facts }, clock)
  const lists: string[][] = []
  using __ = bus.subscribe('devices:save', (all) => lists.push(Object.keys(all)))
  await put(PHONE, {})
  assert.deepEqual(lists, [])
  await clock.step(0)
  assert.deepEqual(lists, [[PHONE]])
  await put(TV, {})
  await put(TV, { Name: 'tv' })
  await clock.step(999)
  assert.equal(lists.length, 1)
  await clock.step(1)
  assert.deepEqual(lists, [[PHONE], [PHONE, TV]])
})

test('a change that the kernel rejects is neither saved nor published', async () => {
  const { put, published, refuseWith, facts } = open()
  refuseWith(new Refused(verbatim('no')))
  await assert.rejects(put(PHONE, {}), Refused)
  assert.deepEqual([published, facts.devices.size], [[], 0])
})
