import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, NotFound } from '../../../errors.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import type { UplinkAddress } from '../../../model/internet/connection/contract.ts'
import type { LinkConfig } from '../../../model/internet/links/contract.ts'
import { PppIface } from '../../../model/internet/ppp/contract.ts'
import type { PppState } from '../../../model/internet/ppp/ppp.ts'
import type { Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { uplinkHandlers } from '../connection/handlers.ts'
import { linkHandlers } from '../links/handlers.ts'
import { pppHandlers } from './handlers.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const request = { params: {}, query: { confirm: undefined }, caller }
const SESSION = { Iface: 'wan0', Username: 'ada@isp', Secret: 'open sesame' }
const CARRIER = { Name: 'wan0', Type: 'Other', Subtype: 'pppup', Enabled: true }
const UPLINK = { Name: 'ppp0', Type: 'Uplink', Subtype: 'ppp', Enabled: true }

async function open() {
  const memory = openMemoryFacts()
  const { facts } = memory
  await memory.change((draft) => {
    draft.interfaces.put('wan0', {
      ...{ Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true, MACOverride: '02:00:00:00:00:10' },
      ...{ DisableDHCP: true, IP: '198.51.100.7/24', Router: '198.51.100.1' },
    })
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
    for (const [index, name] of ['wan0', 'lan0', 'usb0'].entries())
      draft.links.put(name, { name, index, mac: '02:00:00:00:00:05', up: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.9/24', router: '203.0.113.1', routes: [] })
  })
  const guard = (_: unknown, edit: Parameters<typeof memory.change>[0]) => memory.change(edit)
  const states = new Map<string, PppState>()
  const handlers = pppHandlers(facts, guard, (link) => states.get(link))
  const uplinks = uplinkHandlers({ facts, guard, machine: fakeMachine(), wifiState: async () => undefined })
  const links = linkHandlers({ facts, machine: fakeMachine() }, guard)
  return {
    ...memory,
    states,
    put: async (body: object) => handlers.configure({ ...request, body: PppIface.parse(body) }),
    list: async () => ((await handlers.list({ ...request, body: undefined })) as { PPPs: object[] }).PPPs,
    status: () => handlers.status({ ...request, body: undefined }),
    address: async (body: UplinkAddress) => uplinks.ip({ ...request, body }),
    purpose: async (body: LinkConfig) => links.configure({ ...request, body }),
  }
}

test('a session is an uplink, and its carrier has no address', async () => {
  const { put, facts, list } = await open()
  await assert.rejects(list(), NotFound)
  await put(SESSION)
  assert.deepEqual(facts.interfaces.get('wan0'), { ...CARRIER, MACOverride: '02:00:00:00:00:10' })
  assert.deepEqual(facts.interfaces.get('ppp0'), UPLINK)
  assert.equal(facts.uplinkLeases.size, 0)
  assert.deepEqual(await list(), [
    { Iface: 'wan0', PPPIface: 'ppp0', Enabled: true, Username: 'ada@isp', Secret: '**', VLAN: '', MTU: '' },
  ])
})

test('what is not given stays, also the password if its mask is sent back', async () => {
  const { put, facts, list } = await open()
  await put({ ...SESSION, VLAN: '7', MTU: '1500' })
  const [shown] = await list()
  await put({ ...shown, Username: 'ada@other', Enabled: false })
  assert.deepEqual(facts.ppps.get('wan0'), {
    ...{ Iface: 'wan0', PPPIface: 'ppp0', Username: 'ada@other', Secret: 'open sesame', VLAN: '7', MTU: '1500' },
  })
  assert.equal(facts.interfaces.get('ppp0')?.Enabled, false)
  await put({ Iface: 'wan0', Username: 'ada@other', VLAN: '' })
  assert.deepEqual([facts.ppps.get('wan0')?.VLAN, facts.ppps.get('wan0')?.Secret], ['', 'open sesame'])
  assert.equal(facts.interfaces.get('ppp0')?.Enabled, false)
})

test('a disabled session changes nothing about its interface until it is enabled', async () => {
  const { put, facts, list } = await open()
  const before = facts.interfaces.get('wan0')
  await put({ ...SESSION, Enabled: false })
  assert.deepEqual(facts.interfaces.get('wan0'), before)
  assert.equal(facts.uplinkLeases.size, 1)
  assert.partialDeepStrictEqual(await list(), [{ Iface: 'wan0', PPPIface: 'ppp0', Enabled: false }])
  await put({ ...SESSION, Username: 'ada@other' })
  assert.deepEqual(facts.interfaces.get('wan0'), before)
  await put({ ...SESSION, Enabled: true })
  assert.deepEqual(facts.interfaces.get('wan0'), { ...CARRIER, MACOverride: '02:00:00:00:00:10' })
  assert.equal(facts.uplinkLeases.size, 0)
})

test('each session has its own link with an unused name', async () => {
  const { put, facts, change } = await open()
  await change((draft) => draft.links.put('ppp1', { name: 'ppp1', index: 9, mac: '', up: true }))
  await put(SESSION)
  await put({ ...SESSION, Iface: 'usb0' })
  assert.deepEqual([facts.ppps.get('wan0')?.PPPIface, facts.ppps.get('usb0')?.PPPIface], ['ppp0', 'ppp2'])
})

test('invalid settings are refused with the name of the field', async () => {
  const { put } = await open()
  const refused = (field: string, body: object) =>
    assert.rejects(put({ ...SESSION, ...body }), (error: Error & { field?: string; issues?: { path: string[] }[] }) => {
      assert.equal(error.field ?? error.issues?.[0]?.path[0], field, JSON.stringify(body))
      return true
    })
  for (const Username of [undefined, '', '  ', 'a"b', "a'b", 'a`b', 'a\nb', 'a\u0007', 'ä'.repeat(128)])
    await refused('Username', { Username })
  for (const Secret of ['a"b', 'a\nplugin evil.so', 7, 'x'.repeat(256), '**']) await refused('Secret', { Secret })
  for (const VLAN of ['0', '4095', 'x', '-1']) await refused('VLAN', { VLAN })
  for (const MTU of ['0', '575', '1501', 'x', '-1', '1e3']) await refused('MTU', { MTU })
  for (const Iface of [undefined, 'lan0', 'eth9', 'a b', 'lo']) await refused('Iface', { Iface })
  await refused('PPPIface', { PPPIface: 'ppp7' })
})

test('a session is not carried by a session, and its tagged link is no other link', async () => {
  const { put, change } = await open()
  await put(SESSION)
  await assert.rejects(put({ ...SESSION, Iface: 'ppp0' }), Invalid)
  await change((draft) => {
    draft.interfaces.put('usb0.7', { Name: 'usb0.7', Type: 'Other', Subtype: '', Enabled: true })
    draft.links.put('enx001122334455', { name: 'enx001122334455', index: 9, mac: '', up: true })
  })
  await assert.rejects(put({ ...SESSION, Iface: 'usb0', VLAN: '7' }), /^Invalid: VLAN: /)
  await assert.rejects(put({ ...SESSION, Iface: 'enx001122334455', VLAN: '7' }), /^Invalid: VLAN: .* too long/)
})

test('another purpose of the link deletes the session', async () => {
  for (const end of [
    ({ purpose }: Awaited<ReturnType<typeof open>>) => purpose({ Name: 'wan0', Type: 'Uplink' }),
    ({ address }: Awaited<ReturnType<typeof open>>) => address({ Name: 'wan0' }),
  ]) {
    const home = await open()
    await home.put({ ...SESSION, VLAN: '7' })
    await home.purpose({ Name: 'wan0', Type: 'Other', Subtype: 'pppup', Enabled: true })
    assert.equal(home.facts.ppps.size, 1)
    await end(home)
    assert.equal(home.facts.ppps.size, 0)
    assert.equal(home.facts.interfaces.get('ppp0'), undefined)
    assert.partialDeepStrictEqual(home.facts.interfaces.get('wan0'), { Type: 'Uplink', Subtype: 'ethernet' })
  }
})

test('of the link of a session only what an uplink over PPPoE has is changed', async () => {
  const { put, purpose, address, facts } = await open()
  await put(SESSION)
  await assert.rejects(purpose({ Name: 'ppp0', Type: 'Downlink' }), /Type: ppp0 is the link of a PPPoE session/)
  await assert.rejects(purpose({ Name: 'ppp0', Type: 'Uplink', MACRandomize: true }), /MACRandomize: /)
  await assert.rejects(address({ Name: 'ppp0', DisableDHCP: true, IP: '198.51.100.7/24' }), /DisableDHCP: /)
  await assert.rejects(address({ Name: 'ppp0', VLAN: '7' }), /VLAN: /)
  await address({ Name: 'ppp0', AdditionalIPs: [{ IP: '198.51.100.9/32' }] })
  await purpose({ Name: 'ppp0', Type: 'Uplink', Enabled: false })
  assert.deepEqual(facts.interfaces.get('ppp0'), {
    ...{ ...UPLINK, Enabled: false, AdditionalIPs: [{ IP: '198.51.100.9/32', Router: '' }] },
  })
})

test('the state of a session is shown with what the provider has given', async () => {
  const { put, status, states, change } = await open()
  assert.deepEqual(await status(), [])
  await put(SESSION)
  const none = { Iface: 'wan0', PPPIface: 'ppp0', Since: 0, Address: '', Gateway: '', DNS: [], MTU: 0 }
  assert.deepEqual(await status(), [{ ...none, State: 'connecting', Reason: 'connecting to the provider' }])
  states.set('ppp0', { state: 'connected', reason: 'connected', since: 1_709_287_200_123 })
  await change((draft) =>
    draft.uplinkLeases.put('ppp0', {
      ...{ link: 'ppp0', address: '81.2.69.7/32', router: '81.2.69.1', routes: [], dns: ['81.2.70.53'], mtu: 1492 },
    }),
  )
  assert.deepEqual(await status(), [
    {
      ...{ Iface: 'wan0', PPPIface: 'ppp0', State: 'connected', Reason: 'connected', Since: 1_709_287_200 },
      ...{ Address: '81.2.69.7', Gateway: '81.2.69.1', DNS: ['81.2.70.53'], MTU: 1492 },
    },
  ])
  await put({ ...SESSION, Enabled: false })
  assert.partialDeepStrictEqual(await status(), [{ State: 'disabled', Reason: 'disabled', Since: 0 }])
})
