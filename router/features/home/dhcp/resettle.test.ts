import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import type { Device } from '../../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { parseSubnet } from '../../../values/subnet.ts'
import { deviceOf } from './household.fixture.ts'
import { moveHome, newAddresses } from './resettle.ts'

const nets = (...texts: string[]) => texts.map((text) => parseSubnet(text)!)
const mac = (n: number): string => `02:00:00:00:00:${n.toString(16).padStart(2, '0')}`
const devices = (...addresses: string[]): [string, Device][] =>
  addresses.map((RecentIP, n) => [mac(n), deviceOf(mac(n), { Name: `device ${n}`, RecentIP })])

const HOME = { TinyNets: ['192.168.2.0/24'], LeaseTime: '24h0m0s' }

async function openHome(...addresses: string[]) {
  const memory = openMemoryFacts({ subnet: HOME })
  await memory.change((draft) => {
    for (const [key, device] of devices(...addresses)) draft.devices.put(key, device)
  })
  const move = async (...TinyNets: string[]) => memory.change((draft) => moveHome(draft, { ...HOME, TinyNets }))
  const lease = (n: number) =>
    memory.change((draft) => {
      const ip = memory.facts.devices.get(mac(n))!.RecentIP
      draft.leases.put(mac(n), { mac: mac(n), link: 'lan0', ip, hostName: '', expiresAt: 1e15 })
    })
  const addressesNow = () => [...memory.facts.devices.values()].map(({ RecentIP }) => RecentIP)
  return { ...memory, move, lease, addressesNow }
}

test('a device keeps the number of its block, counted over all networks', () => {
  const former = [nets('192.168.2.0/24', '192.168.9.0/24')]
  const home = devices('192.168.2.2', '192.168.2.102', '192.168.9.6')
  assert.deepEqual(
    [...newAddresses(home, nets('10.0.0.0/16'), former).values()],
    ['10.0.0.2', '10.0.0.102', '10.0.1.6'],
  )
})

test('a device whose address is in the new network keeps it, and no other device gets it', () => {
  const home = devices('10.1.0.2', '192.168.2.2', '192.168.2.6')
  const moved = newAddresses(home, nets('10.1.0.0/24'), [nets('192.168.2.0/24')])
  assert.deepEqual(
    [...moved],
    [
      [mac(2), '10.1.0.6'],
      [mac(1), '10.1.0.10'],
    ],
  )
})

test('in a smaller network, devices beyond its size get free addresses', () => {
  const moved = newAddresses(devices('10.0.7.2', '10.0.9.2'), nets('192.168.2.0/24'), [nets('10.0.0.0/16')])
  assert.deepEqual([...moved.values()], ['192.168.2.2', '192.168.2.6'])
})

test('a network without room for all devices is rejected, but devices without policies may lose their address', async () => {
  const addresses = Array.from({ length: 65 }, (_, n) => `10.0.${n >> 6}.${(n % 64) * 4 + 2}`)
  const { facts, change, move, addressesNow } = await openHome()
  await change((draft) => {
    draft.set('subnet', { ...HOME, TinyNets: ['10.0.0.0/16'] })
    for (const [key, device] of devices(...addresses)) draft.devices.put(key, device)
  })
  await assert.rejects(
    move('192.168.2.0/24'),
    (error: Invalid) => error instanceof Invalid && error.field === 'TinyNets',
  )
  assert.deepEqual(addressesNow(), addresses)
  await change((draft) => draft.devices.put(mac(0), deviceOf(mac(0), { RecentIP: addresses[0]!, Policies: [] })))
  await move('192.168.2.0/24')
  assert.equal(addressesNow().filter((ip) => ip === '').length, 1)
  assert.equal(facts.devices.get(mac(0))?.RecentIP, '')
})

test('a device with a lease keeps its address for now, and one without a lease gets the new one immediately', async () => {
  const { facts, move, lease, addressesNow } = await openHome('192.168.2.2', '192.168.2.6')
  await lease(1)
  await move('10.0.0.0/24')
  assert.deepEqual(addressesNow(), ['10.0.0.2', '192.168.2.6'])
  assert.deepEqual(facts.setting('formerSubnets'), [HOME])
})

test('moving back to the former network restores all addresses', async () => {
  const { facts, move, lease, addressesNow } = await openHome('192.168.2.2', '192.168.2.6')
  await lease(1)
  await move('10.0.0.0/24')
  await move('192.168.2.0/24')
  assert.deepEqual(addressesNow(), ['192.168.2.2', '192.168.2.6'])
  assert.deepEqual(facts.setting('formerSubnets'), [])
})

test('a larger network that contains the former one changes no addresses', async () => {
  const { facts, move, lease, addressesNow } = await openHome('192.168.2.2', '192.168.2.6')
  await lease(0)
  await move('192.168.0.0/16')
  assert.deepEqual(addressesNow(), ['192.168.2.2', '192.168.2.6'])
  assert.deepEqual(facts.setting('formerSubnets'), [])
})

test('a forward to an address that nobody has is disabled with the reason when the home moves away from it', async () => {
  const { facts, change, move } = await openHome('192.168.2.2')
  const rule = { RuleName: '', Disabled: false, Description: '', Protocol: 'tcp' as const }
  await change((draft) =>
    draft.forwards.put('f', { ...rule, DstIP: '192.168.2.30', DstPort: '80', SrcIP: '0.0.0.0/0', SrcPort: '8080' }),
  )
  await move('10.0.0.0/24')
  const [forward] = facts.forwards.values()
  assert.equal(forward?.Disabled, true)
  assert.match(forward?.Description ?? '', /^disabled by the router: 192\.168\.2\.30 is neither in the home/)
})

test('rules, names and settings that refer to a device, the router or a network refer to its new address', async () => {
  const { facts, change, move } = await openHome('192.168.2.2', '192.168.2.6')
  const remarks = { RuleName: '', Disabled: false, Description: '' }
  const block = { ...remarks, Protocol: 'tcp' as const }
  await change((draft) => {
    draft.forwards.put('f', { ...block, DstIP: '192.168.2.6', DstPort: '80', SrcIP: '0.0.0.0/0', SrcPort: '8080' })
    draft.endpoints.put('tv', { ...block, RuleName: 'tv', IP: '192.168.2.4/30', Domain: '', Port: 'any', Tags: ['x'] })
    draft.blocks.put('b', { ...block, SrcIP: '192.168.2.0/24', DstIP: '203.0.113.9' })
    draft.outputBlocks.put('o', { ...block, SrcIP: '0.0.0.0/0', DstIP: '192.168.2.6', DstPort: 'any' })
    draft.forwardBlocks.put('w', { ...block, SrcIP: '192.168.2.2', DstIP: '192.168.2.1', DstPort: 'any' })
    draft.hostnames.put('nas.lan', { Hostname: 'nas.lan', IPAddress: '192.168.2.2' })
    draft.devices.put(mac(0), { ...draft.devices.get(mac(0))!, DNSCustom: '192.168.2.6' })
    draft.set('firewall', { ...draft.setting('firewall'), SystemDNSOverride: '192.168.2.6' })
    draft.set('dns', {
      UpstreamProviders: [{ IPAddress: '192.168.2.6', TLSHost: '', DisableTls: true }],
      FamilyProviders: [],
    })
  })
  await move('10.0.0.0/24')
  const ends = (rows: Iterable<{ SrcIP: string; DstIP: string }>) =>
    [...rows].map(({ SrcIP, DstIP }) => `${SrcIP} -> ${DstIP}`)
  assert.deepEqual(ends(facts.forwards.values()), ['0.0.0.0/0 -> 10.0.0.6'])
  assert.equal(facts.endpoints.get('tv')?.IP, '10.0.0.4/30')
  assert.deepEqual(ends(facts.blocks.values()), ['192.168.2.0/24 -> 203.0.113.9', '10.0.0.0/24 -> 203.0.113.9'])
  assert.deepEqual(ends(facts.outputBlocks.values()), ['0.0.0.0/0 -> 10.0.0.6'])
  assert.deepEqual(ends(facts.forwardBlocks.values()).sort(), ['10.0.0.2 -> 10.0.0.1', '10.0.0.2 -> 192.168.2.1'])
  assert.equal(facts.hostnames.get('nas.lan')?.IPAddress, '10.0.0.2')
  assert.deepEqual(
    [...facts.devices.values()].map(({ RecentIP, DNSCustom }) => [RecentIP, DNSCustom]),
    [
      ['10.0.0.2', '10.0.0.6'],
      ['10.0.0.6', ''],
    ],
  )
  assert.equal(facts.setting('firewall').SystemDNSOverride, '10.0.0.6')
  assert.equal(facts.setting('dns').UpstreamProviders[0]?.IPAddress, '10.0.0.6')
})
