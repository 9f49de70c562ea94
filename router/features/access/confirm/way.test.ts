import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { cutsOff, waysOf } from './way.ts'

const LAPTOP = '02:00:00:00:00:01'
const LAN = { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true } as const
const WAN = { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true } as const

async function openHome() {
  const memory = openMemoryFacts()
  await memory.change((draft) => {
    draft.interfaces.put('lan0', LAN)
    draft.interfaces.put('wan0', WAN)
    draft.interfaces.put('wan1', { ...WAN, Name: 'wan1' })
    draft.interfaces.put('wlan0', { Name: 'wlan0', Type: 'AP', Subtype: '', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.7/24', router: '203.0.113.1', routes: [] })
    draft.devices.put(LAPTOP, { ...emptyDevice(), MAC: LAPTOP, RecentIP: '192.168.2.6' })
    draft.leases.put(LAPTOP, { mac: LAPTOP, link: 'lan0', ip: '192.168.2.6', hostName: '', expiresAt: 0 })
  })
  /** Whether the edit cuts off a caller at this address; it is not made. */
  const isCutBy = async (address: string, edit: (draft: Draft) => void): Promise<boolean> => {
    let cut = false
    await memory
      .change((draft) => {
        edit(draft)
        cut = cutsOff(waysOf(address, memory.facts), memory.facts, draft)
        throw new Error('only asked')
      })
      .catch(() => undefined)
    return cut
  }
  return { ...memory, isCutBy }
}

const open = (upstream: boolean) => (draft: Draft) => {
  const firewall = draft.setting('firewall')
  const ServicePorts = firewall.ServicePorts.map((port) => ({ ...port, UpstreamEnabled: upstream }))
  draft.set('firewall', { ...firewall, ServicePorts })
}

test('a device connects over the link of its lease, a host on the internet over an uplink, the router over none', async () => {
  const { facts, change } = await openHome()
  const ways = (address: string, from: Facts = facts) => waysOf(address, from)
  assert.deepEqual(ways('192.168.2.6'), ['lan0'])
  assert.deepEqual(ways('192.168.2.10'), [])
  assert.deepEqual(ways('203.0.113.66'), ['wan0'])
  assert.deepEqual(ways('198.51.100.1'), ['wan0', 'wan1'])
  assert.deepEqual(ways('127.0.0.1'), [])
  assert.deepEqual(ways(''), [])
  await change((draft) => draft.interfaces.put('wan1', { ...WAN, Name: 'wan1', VLAN: '7' }))
  assert.deepEqual(ways('198.51.100.1'), ['wan0', 'wan1.7'])
})

test('a device is disconnected when its link is closed, gets another type or is taken down, and not by changes of other links', async () => {
  const { isCutBy } = await openHome()
  const cut = (edit: (draft: Draft) => void) => isCutBy('192.168.2.6', edit)
  assert.ok(await cut((draft) => draft.interfaces.put('lan0', { ...LAN, Enabled: false })))
  assert.ok(await cut((draft) => draft.interfaces.put('lan0', { ...LAN, Type: 'Other' })))
  assert.ok(await cut((draft) => draft.interfaces.put('lan0', { ...LAN, Type: 'Uplink' })))
  assert.ok(await cut((draft) => draft.downLinks.put('lan0', { link: 'lan0' })))
  assert.ok(!(await cut((draft) => draft.interfaces.put('lan0', { ...LAN, Subtype: 'VLAN-Trunk' }))))
  assert.ok(!(await cut((draft) => draft.interfaces.put('wan0', { ...WAN, Enabled: false }))))
  assert.ok(!(await cut((draft) => draft.downLinks.put('wlan0', { link: 'wlan0' }))))
})

test('a station is cut off with its radio, a tagged device with the trunk', async () => {
  const { isCutBy, change } = await openHome()
  const moveTo = (link: string) =>
    change((draft) => draft.leases.put(LAPTOP, { mac: LAPTOP, link, ip: '192.168.2.6', hostName: '', expiresAt: 0 }))
  await moveTo('wlan0.4096')
  assert.ok(await isCutBy('192.168.2.6', (draft) => draft.downLinks.put('wlan0', { link: 'wlan0' })))
  await change((draft) => draft.interfaces.put('lan0', { ...LAN, Subtype: 'VLAN-Trunk' }))
  await moveTo('lan0.7')
  assert.ok(await isCutBy('192.168.2.6', (draft) => draft.interfaces.put('lan0', LAN)))
})

test('a caller over an uplink needs the uplink, its address and an open port', async () => {
  const { isCutBy, change } = await openHome()
  const fixed = { ...WAN, DisableDHCP: true, IP: '203.0.113.9/24', Router: '203.0.113.1' }
  const near = (edit: (draft: Draft) => void) => isCutBy('203.0.113.66', edit)
  assert.ok(!(await near((draft) => draft.interfaces.put('wan0', fixed))), 'it was closed before')
  await change(open(true))
  assert.ok(await near((draft) => draft.interfaces.put('wan0', fixed)))
  assert.ok(await near((draft) => draft.interfaces.put('wan0', { ...WAN, VLAN: '7' })))
  assert.ok(await near(open(false)))
  const far = (edit: (draft: Draft) => void) => isCutBy('198.51.100.1', edit)
  assert.ok(!(await far((draft) => draft.interfaces.put('wan0', fixed))), 'there is another way')
  assert.ok(await far(open(false)))
})
