import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, NotFound } from '../../../errors.ts'
import type { UplinkAddress } from '../../../model/internet/connection/contract.ts'
import type { WifiUplinks, WifiUplinkUpdate } from '../../../model/internet/connection/wificontract.ts'
import type { Caller } from '../../../model/operation.ts'
import { pluginRow } from '../../../model/plugins/installed/row.fixture.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { uplinkHandlers } from './handlers.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const FIXED = { Name: 'wan0', DisableDHCP: true, IP: '198.51.100.7/24', Router: '198.51.100.1' }

async function open() {
  const memory = openMemoryFacts()
  await memory.change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
    draft.links.put('wlan0', { name: 'wlan0', index: 6, mac: '02:00:00:00:00:06', up: false })
    draft.links.put('usb0', { name: 'usb0', index: 5, mac: '02:00:00:00:00:05', up: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.9/24', router: '203.0.113.1', routes: [] })
  })
  const handlers = uplinkHandlers({
    facts: memory.facts,
    guard: (_, edit) => memory.change(edit),
    machine: { run: async () => 'phy#0\n\tInterface wlan0\n\t\tifindex 6\n' },
    wifiState: async () => ({
      state: 'connected',
      network: 'cafe',
      message: 'connected to cafe',
      connection: { BSSID: '02:00:00:00:01:00', frequency: 2412, signal: -50 },
    }),
  })
  const query = { confirm: undefined }
  const join = async (body: WifiUplinkUpdate) => handlers.joinWifi({ params: {}, query, body, caller })
  const wifi = async () =>
    ((await handlers.wifi({ params: {}, query: {}, body: undefined, caller })) as WifiUplinks).WPAs
  const put = async (body: UplinkAddress) => handlers.ip({ params: {}, query: { confirm: undefined }, body, caller })
  return { ...memory, put, join, wifi }
}

test('a static address replaces the lease, and DHCP replaces the static address', async () => {
  const { put, facts } = await open()
  await put(FIXED)
  assert.deepEqual(facts.interfaces.get('wan0'), { ...FIXED, Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
  assert.equal(facts.uplinkLeases.size, 0)
  await put({ Name: 'wan0', DisableDHCP: false, IP: '198.51.100.7/24' })
  assert.deepEqual(facts.interfaces.get('wan0'), { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
})

test('a /32 address may have a gateway in any network except that of the home', async () => {
  const { put, facts } = await open()
  const single = { ...FIXED, IP: '198.51.100.7/32', Router: '172.31.1.1' }
  await put(single)
  assert.equal(facts.interfaces.get('wan0')?.Router, '172.31.1.1')
  for (const Router of ['198.51.100.7', '127.0.0.1', '192.168.2.6', 'there'])
    await assert.rejects(put({ ...single, Router }), Invalid, Router)
})

test('a link without a purpose becomes an uplink', async () => {
  const { put, facts } = await open()
  await put({ Name: 'usb0' })
  assert.deepEqual(facts.interfaces.get('usb0'), { Name: 'usb0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
})

test('a VLAN tag moves the uplink to the tagged link, and removes the lease of the untagged one', async () => {
  const { put, facts, change } = await open()
  await put({ Name: 'wan0', VLAN: '7' })
  assert.equal(facts.interfaces.get('wan0')?.VLAN, '7')
  assert.equal(facts.uplinkLeases.size, 0)
  await change((draft) =>
    draft.uplinkLeases.put('wan0.7', { link: 'wan0.7', address: '203.0.113.9/24', router: '203.0.113.1', routes: [] }),
  )
  await put({ Name: 'wan0', VLAN: '7', Enabled: true })
  assert.equal(facts.uplinkLeases.size, 1)
  await put({ Name: 'wan0', VLAN: '' })
  assert.equal(facts.interfaces.get('wan0')?.VLAN, undefined)
  assert.equal(facts.uplinkLeases.size, 0)
})

test('additional addresses are kept until others are given, and an empty list takes them away', async () => {
  const { put, facts } = await open()
  const AdditionalIPs = [
    { IP: '203.0.113.10/24', Router: '' },
    { IP: '198.51.100.18/29', Router: '203.0.113.1' },
  ]
  await put({ Name: 'wan0', AdditionalIPs })
  assert.deepEqual(facts.interfaces.get('wan0')?.AdditionalIPs, AdditionalIPs)
  await put({ Name: 'wan0', DisableDHCP: true, IP: '203.0.113.9/24', Router: '203.0.113.1' })
  assert.deepEqual(facts.interfaces.get('wan0')?.AdditionalIPs, AdditionalIPs)
  await put({ Name: 'wan0', AdditionalIPs: [] })
  assert.equal(facts.interfaces.get('wan0')?.AdditionalIPs, undefined)
})

test('fields that belong to other calls are accepted unchanged, and rejected if they differ', async () => {
  const { put, facts, change } = await open()
  await change((draft) => draft.interfaces.put('wan0', { ...facts.interfaces.get('wan0')!, MACRandomize: true }))
  await put({ Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', MACRandomize: true, MACCloak: false, MACOverride: '' })
  const refused = (field: string, value: unknown) =>
    assert.rejects(put({ Name: 'wan0', [field]: value }), (error) => error instanceof Invalid && error.field === field)
  await refused('Subtype', 'ppp')
  await refused('MACOverride', '02:00:00:00:00:10')
  await refused('MACCloak', true)
})

test('addresses and links that are in use elsewhere are rejected', async () => {
  const { put, change } = await open()
  await put(FIXED)
  await change((draft) => {
    for (const Name of ['wan1', 'wan1.7'])
      draft.interfaces.put(Name, { Name, Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.interfaces.put('lan1', {
      Name: 'lan1',
      Type: 'Downlink',
      Subtype: 'ethernet',
      Enabled: true,
      AdditionalIPs: [{ IP: '10.5.0.1/24', Router: '' }],
    })
  })
  await assert.rejects(put({ ...FIXED, Name: 'wan1' }), /is the address of the uplink wan0/)
  await assert.rejects(put({ Name: 'wan1', VLAN: '7' }), /is another link/)
  await assert.rejects(put({ ...FIXED, IP: '10.5.0.7/16', Router: '10.5.0.9' }), /overlaps/)
  await change((draft) => draft.plugins.put('sample', pluginRow('172.30.0.0/28')))
  await assert.rejects(
    put({ ...FIXED, IP: '172.30.0.9/24', Router: '172.30.0.77' }),
    /IP: overlaps .*172\.30\.0\.0\/28/,
  )
})

test('invalid values are rejected with the name of the field', async () => {
  const { put, change } = await open()
  const refused = (change: Partial<UplinkAddress>, field: string) =>
    assert.rejects(
      put({ ...FIXED, ...change }),
      (error) => error instanceof Invalid && error.field === field,
      JSON.stringify(change),
    )
  await refused({ Name: 'eth9' }, 'Name')
  await refused({ Name: 'lan0' }, 'Name')
  await change((draft) =>
    draft.links.put('a-long-name-12', { name: 'a-long-name-12', index: 9, mac: '02:00:00:00:00:09', up: true }),
  )
  await refused({ Name: 'a-long-name-12', VLAN: '7' }, 'VLAN')
  for (const IP of ['', '198.51.100.7', '198.51.100.0/24', '198.51.100.255/24', 'x/24']) await refused({ IP }, 'IP')
  for (const Router of ['', '198.51.101.1', '198.51.100.7', '198.51.100.255', 'gateway'])
    await refused({ Router }, 'Router')
  await refused({ IP: '192.168.2.7/24', Router: '192.168.2.1' }, 'IP')
  const more = (field: string, ...AdditionalIPs: { IP: string; Router?: string }[]) => refused({ AdditionalIPs }, field)
  for (const IP of ['203.0.113.10', '203.0.113.0/24', '192.168.2.77/24']) await more('AdditionalIPs[0].IP', { IP })
  await more('AdditionalIPs[1].IP', { IP: '203.0.113.10/24' }, { IP: '203.0.113.10/25' })
  await more('AdditionalIPs[0].Router', { IP: '203.0.113.10/24', Router: '203.0.113.254' })
  await more('AdditionalIPs', { IP: FIXED.IP })
  await change((draft) =>
    draft.interfaces.put('wan1', {
      ...FIXED,
      Name: 'wan1',
      Type: 'Uplink',
      Subtype: 'ethernet',
      Enabled: true,
      IP: '203.0.113.9/24',
    }),
  )
  await more('AdditionalIPs', { IP: '203.0.113.9/24' })
  await refused({ IP: '192.168.0.7/16', Router: '192.168.0.1' }, 'IP')
})

const CAFE = { SSID: 'cafe', Password: 'a passphrase' }
const KEPT = { KeyMgmt: 'WPA-PSK WPA-PSK-SHA256', Priority: '', BSSID: '', Disabled: false }

test('a radio becomes an uplink with the networks that it may join, and their passphrases are not shown', async () => {
  const { join, wifi, facts } = await open()
  await assert.rejects(wifi(), NotFound)
  await join({ Iface: 'wlan0', Networks: [CAFE, { SSID: 'open', KeyMgmt: 'NONE', Priority: '2', Disabled: true }] })
  assert.deepEqual(facts.interfaces.get('wlan0'), { Name: 'wlan0', Type: 'Uplink', Subtype: 'wifi', Enabled: true })
  assert.deepEqual(facts.wifiUplinks.get('wlan0')?.Networks[0], { ...KEPT, ...CAFE })
  assert.deepEqual(await wifi(), [
    {
      Iface: 'wlan0',
      Enabled: true,
      Networks: [
        { ...KEPT, ...CAFE, Password: '**' },
        { ...KEPT, SSID: 'open', Password: '', KeyMgmt: 'NONE', Priority: '2', Disabled: true },
      ],
      Status: {
        State: 'connected',
        Message: 'connected to cafe',
        SSID: 'cafe',
        BSSID: '02:00:00:00:01:00',
        Signal: -50,
        Frequency: 2412,
      },
    },
  ])
})

test('what GET shows can be sent back, and keeps the passphrases', async () => {
  const { join, wifi, facts } = await open()
  const BSSID = '02:00:00:00:00:09'
  await join({ Iface: 'wlan0', Networks: [{ ...CAFE, BSSID, Password: 'of one of them' }, CAFE] })
  const before = facts.wifiUplinks.get('wlan0')
  const [shown] = await wifi()
  await join({ ...shown!, Networks: shown!.Networks.toReversed() })
  assert.deepEqual(facts.wifiUplinks.get('wlan0')?.Networks, before?.Networks.toReversed())
  await join({ Iface: 'wlan0', Networks: [{ SSID: 'cafe', BSSID: '02:00:00:00:00:0a', Password: '**' }] })
  assert.equal(facts.wifiUplinks.get('wlan0')?.Networks[0]?.Password, 'a passphrase')
  await join({ Iface: 'wlan0', Enabled: false })
  assert.equal(facts.wifiUplinks.get('wlan0')?.Networks.length, 1)
  const [disabled] = await wifi()
  assert.deepEqual([disabled?.Enabled, disabled?.Status.State, disabled?.Status.SSID], [false, 'disabled', ''])
})

test('a radio that is not an uplink is listed as disabled', async () => {
  const { join, wifi, change, facts } = await open()
  await join({ Iface: 'wlan0', Networks: [CAFE] })
  await change((draft) => draft.interfaces.put('wlan0', { Name: 'wlan0', Type: 'AP', Subtype: '', Enabled: false }))
  assert.equal((await wifi())[0]?.Enabled, false)
  await join({ Iface: 'wlan0' })
  assert.deepEqual(facts.interfaces.get('wlan0'), { Name: 'wlan0', Type: 'Uplink', Subtype: 'wifi', Enabled: true })
})

test('a radio in use and invalid networks are rejected with the name of the field', async () => {
  const { join, put, change } = await open()
  await join({ Iface: 'wlan0', Networks: [CAFE] })
  const refused = (body: WifiUplinkUpdate, field: string) =>
    assert.rejects(join(body), (error) => error instanceof Invalid && error.field === field, JSON.stringify(body))
  const network = (more: object, field: string) =>
    refused({ Iface: 'wlan0', Networks: [CAFE, { SSID: 'home', Password: 'a passphrase', ...more }] }, field)
  for (const Iface of ['eth9', 'lan0', 'usb0', 'sprloop']) await refused({ Iface, Networks: [CAFE] }, 'Iface')
  for (const Password of ['', 'seven77', 'x'.repeat(64), '**', 'ééé', undefined])
    await network({ Password }, 'Networks[1].Password')
  await network({ KeyMgmt: 'NONE SAE' }, 'Networks[1].KeyMgmt')
  await network({ SSID: 'cafe' }, 'Networks[1].SSID')
  await assert.rejects(put({ Name: 'wlan0', VLAN: '7' }), /VLAN: an uplink over wifi has no 802.1Q tag/)
  await change((draft) => draft.interfaces.put('wlan0', { Name: 'wlan0', Type: 'AP', Subtype: '', Enabled: true }))
  await assert.rejects(join({ Iface: 'wlan0', Networks: [CAFE] }), /Iface: wlan0 is an access point: disable it first/)
})
