import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, Refused } from '../../../errors.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import type { LinkEntry } from '../../../model/internet/links/contract.ts'
import type { InterfaceConfig } from '../../../model/internet/links/interface.ts'
import type { Caller } from '../../../model/operation.ts'
import { pluginRow } from '../../../model/plugins/installed/row.fixture.ts'
import { defaultRadioSettings } from '../../../model/wifi/radios/radio.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { linkHandlers } from './handlers.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const LAN: InterfaceConfig = { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true }
const WAN: InterfaceConfig = { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true }

async function open() {
  const memory = openMemoryFacts()
  const machine = fakeMachine()
  for (const link of ['lan0', 'wan0', 'usb0', 'sprloop']) machine.ip.plug(link)
  await memory.change((draft) => {
    draft.interfaces.put('lan0', LAN)
    draft.interfaces.put('wan0', WAN)
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.9/24', router: '203.0.113.1', routes: [] })
    for (const { name, index, mac, up } of machine.ip.links.values()) draft.links.put(name, { name, index, mac, up })
  })
  const handlers = linkHandlers({ facts: memory.facts, machine }, (_, edit) => memory.change(edit))
  const request = { query: { confirm: undefined }, caller }
  const none = { body: undefined, ...request }
  return {
    ...memory,
    machine,
    config: (name: string) => memory.facts.interfaces.get(name),
    configure: async (Name: string, Type: InterfaceConfig['Type'], more: object = {}) =>
      handlers.configure({ params: {}, body: { Name, Type, ...more }, ...request }),
    trunk: async (link: string, state: 'enable' | 'disable') =>
      handlers.trunk({ params: { interface: link, state }, ...none }),
    address: async (Name: string, ...AdditionalIPs: { IP: string; Router?: string }[]) =>
      handlers.addresses({ params: {}, body: { Name, AdditionalIPs }, ...request }),
    turn: async (link: string, state: 'up' | 'down') =>
      handlers.setState({ params: { interface: link, state }, ...none }),
    list: () => handlers.configuration({ params: {}, query: {}, body: undefined, caller }) as LinkEntry[],
  }
}

const refuses = (field: string) => (error: unknown) => error instanceof Invalid && error.field === field

test('links are listed with their purpose', async () => {
  assert.deepEqual((await open()).list(), [LAN, WAN])
})

test('a radio is listed with its network for guests, without the passphrase, which only another call changes', async () => {
  const { change, configure, list } = await open()
  const AP: InterfaceConfig = { Name: 'usb0', Type: 'AP', Subtype: '', Enabled: true }
  const Guest = { Ssid: 'Guests', Wpa3: true, Passphrase: 'come on in', Until: 0 }
  await change((draft) => {
    draft.interfaces.put('usb0', AP)
    draft.radios.put('usb0', { Name: 'usb0', MAC: '00:11:22:33:44:55', Settings: defaultRadioSettings('Home'), Guest })
    draft.links.put('usb0', { name: 'usb0', index: 7, mac: '00:11:22:33:44:55', up: true })
  })
  const { ExtraBSS } = list().find(({ Name }) => Name === 'usb0')!
  const network = {
    Ssid: 'Guests',
    Bssid: '0a:11:22:33:44:55',
    Wpa: '2',
    WpaKeyMgmt: 'WPA-PSK WPA-PSK-SHA256 SAE',
    DisableIsolation: false,
  }
  assert.deepEqual(ExtraBSS, [network])
  await configure('usb0', 'AP', { ExtraBSS })
  await assert.rejects(configure('usb0', 'AP', { ExtraBSS: [{ ...network, Ssid: 'x' }] }), refuses('ExtraBSS'))
})

test('a link gets a purpose, keeps it with its settings, and loses with it what only that one needed', async () => {
  const { configure, config } = await open()
  await configure('usb0', 'Downlink')
  assert.deepEqual(config('usb0'), { Name: 'usb0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
  await configure('usb0', 'Downlink', { Enabled: false, MACRandomize: true, MACCloak: false })
  const random = { Name: 'usb0', Type: 'Downlink', Subtype: 'ethernet', Enabled: false, MACRandomize: true }
  assert.deepEqual(config('usb0'), random)
  await configure('usb0', 'Other', { Subtype: '' })
  assert.deepEqual(config('usb0'), { ...random, Type: 'Other', Subtype: '' })
  await configure('usb0', 'AP', { Enabled: true, MACRandomize: false, MACOverride: '02:00:00:00:00:10' })
  const AP = { Name: 'usb0', Type: 'AP', Subtype: '', Enabled: true, MACOverride: '02:00:00:00:00:10' }
  assert.deepEqual(config('usb0'), AP)
  await configure('usb0', 'AP', { MACOverride: '' })
  assert.equal(config('usb0')?.MACOverride, undefined)
})

test('an entry that was read can be sent back; changes of fields that belong to other calls are rejected', async () => {
  const { configure, trunk, config, change } = await open()
  await trunk('lan0', 'enable')
  await configure('lan0', 'Downlink', { ...config('lan0'), Enabled: true })
  await configure('lan0', 'Downlink', { Subtype: '' })
  assert.equal(config('lan0')?.Subtype, 'VLAN-Trunk')
  const fixed = { ...WAN, DisableDHCP: true, IP: '198.51.100.7/24', Router: '198.51.100.1' }
  const more = { AdditionalIPs: [{ IP: '198.51.100.8/24', Router: '' }] }
  await change((draft) => draft.interfaces.put('wan0', { ...fixed, ...more }))
  await configure('wan0', 'Uplink', { ...fixed, AdditionalIPs: [{ IP: '198.51.100.8/24' }] })
  for (const [field, value] of Object.entries({
    ...fixed,
    Subtype: 'ppp',
    IP: '198.51.100.9/24',
    Router: '198.51.100.2',
    VLAN: '7',
  }))
    if (['Subtype', 'IP', 'Router', 'VLAN'].includes(field))
      await assert.rejects(configure('wan0', 'Uplink', { [field]: value }), refuses(field), field)
  await assert.rejects(configure('lan0', 'Downlink', { DisableDHCP: true }), refuses('DisableDHCP'))
  await assert.rejects(
    configure('wan0', 'Uplink', { AdditionalIPs: [{ IP: '198.51.100.9/24' }] }),
    refuses('AdditionalIPs'),
  )
})

test('a disabled uplink loses its lease, and one that stays an uplink keeps it', async () => {
  const { configure, facts } = await open()
  await configure('wan0', 'Uplink', { MACOverride: '02:00:00:00:00:10' })
  assert.equal(facts.uplinkLeases.size, 1)
  await configure('wan0', 'Uplink', { Enabled: false })
  assert.equal(facts.uplinkLeases.size, 0)
})

test('invalid links and settings are rejected with the name of the field', async () => {
  const { configure, trunk, config } = await open()
  await assert.rejects(configure('eth9', 'Downlink'), refuses('Name'))
  await assert.rejects(configure('sprloop', 'Downlink'), refuses('Name'))
  await assert.rejects(configure('lan0.7', 'Downlink'), refuses('Name'))
  const both = { MACOverride: '02:00:00:00:00:10', MACRandomize: true }
  await assert.rejects(configure('lan0', 'Downlink', both), refuses('MACRandomize'))
  await assert.rejects(trunk('wan0', 'enable'), refuses('interface'))
  await assert.rejects(trunk('eth9', 'disable'), refuses('interface'))
  assert.deepEqual([config('lan0'), config('wan0')], [LAN, WAN])
})

test('a link with MACRandomize keeps its own random address until the setting is turned off', async () => {
  const { configure, facts } = await open()
  await configure('lan0', 'Downlink', { MACRandomize: true })
  const { lan0 = '' } = facts.setting('randomMacs')
  assert.match(lan0, /^.[26ae](:..){5}$/)
  await configure('wan0', 'Uplink', { MACRandomize: true })
  assert.equal(facts.setting('randomMacs').lan0, lan0)
  assert.notEqual(facts.setting('randomMacs').wan0, lan0)
  await configure('lan0', 'Downlink', { MACRandomize: false })
  assert.deepEqual(Object.keys(facts.setting('randomMacs')), ['wan0'])
})

test('a link whose name has no room for a tag becomes no trunk', async () => {
  const { trunk, configure, change } = await open()
  await change((draft) =>
    draft.links.put('enp0s31f6u1', { name: 'enp0s31f6u1', index: 9, mac: '02:00:00:00:00:09', up: true }),
  )
  await configure('enp0s31f6u1', 'Downlink')
  await assert.rejects(trunk('enp0s31f6u1', 'enable'), refuses('interface'))
  await trunk('enp0s31f6u1', 'disable')
})

test('trunk mode of a household link is enabled and disabled', async () => {
  const { trunk, config } = await open()
  await trunk('lan0', 'disable')
  assert.equal(config('lan0')?.Subtype, 'ethernet')
  await trunk('lan0', 'enable')
  assert.equal(config('lan0')?.Subtype, 'VLAN-Trunk')
  await trunk('lan0', 'disable')
  assert.equal(config('lan0')?.Subtype, '')
})

test('additional addresses replace earlier ones, and must not overlap other networks', async () => {
  const { address, config, configure, change } = await open()
  await address('lan0', { IP: '10.5.0.1/24' }, { IP: ' 10.5.0.9/24 ', Router: '10.5.0.9' })
  assert.deepEqual(config('lan0')?.AdditionalIPs, [
    { IP: '10.5.0.1/24', Router: '' },
    { IP: '10.5.0.9/24', Router: '10.5.0.9' },
  ])
  await configure('usb0', 'Downlink')
  for (const IP of ['', '10.6.0.1', '10.6.0.0/24', '10.6.0.255/24', '10.6.0.1/7', '127.0.0.1/8', '224.0.0.5/24'])
    await assert.rejects(address('usb0', { IP }), refuses('AdditionalIPs[0].IP'), IP)
  for (const IP of ['192.168.2.9/24', '192.168.0.1/16', '203.0.113.77/24', '10.5.0.77/16'])
    await assert.rejects(address('usb0', { IP }), /overlaps/, IP)
  await change((draft) => draft.plugins.put('sample', pluginRow('172.30.0.0/28')))
  await assert.rejects(
    address('usb0', { IP: '172.30.0.9/16' }),
    /AdditionalIPs\[0\]\.IP: overlaps 172\.30\.0\.0\/28, the network of the plugin sample/,
  )
  await assert.rejects(address('usb0', { IP: '10.6.0.1/24', Router: '10.6.0.2' }), refuses('AdditionalIPs[0].Router'))
  await assert.rejects(address('usb0', { IP: '10.6.0.1/24' }, { IP: '10.6.0.1/16' }), refuses('AdditionalIPs[1].IP'))
  await assert.rejects(address('wan0', { IP: '10.6.0.1/24' }), refuses('Name'))
  await address('lan0')
  assert.deepEqual(config('lan0'), LAN)
})

test('a link is set down and up; unknown, internal and unplugged links are rejected', async () => {
  const { turn, facts, machine } = await open()
  await turn('lan0', 'down')
  assert.ok(facts.downLinks.has('lan0'))
  await turn('lan0', 'up')
  assert.ok(!facts.downLinks.has('lan0'))
  await assert.rejects(turn('eth9', 'down'), refuses('interface'))
  await assert.rejects(turn('sprloop', 'down'), refuses('interface'))
  machine.ip.unplug('usb0')
  await assert.rejects(turn('usb0', 'up'), Refused)
  assert.ok(!facts.downLinks.has('usb0'))
})

test('the link of a PPP session that was taken down is missing, and comes up', async () => {
  const { turn, facts, change } = await open()
  await change((draft) => draft.downLinks.put('ppp0', { link: 'ppp0' }))
  await turn('ppp0', 'up')
  assert.equal(facts.downLinks.size, 0)
})

test('a link that another program has set down is set up again', async () => {
  const { turn, machine } = await open()
  await machine.changeLinks([{ kind: 'up', link: 'usb0', present: false }])
  await turn('usb0', 'up')
  assert.equal(machine.ip.links.get('usb0')?.up, true)
})
