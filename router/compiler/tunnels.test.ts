import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../model/home/devices/device.ts'
import type { Exit, Tunnel } from '../model/vpn/tunnels/tunnel.ts'
import { openMemoryFacts } from '../store/memory.fixture.ts'
import { compile } from './compile.ts'
import type { Packet } from './decision.ts'
import { decide } from './firewall/decide.ts'
import { permits } from './permits.ts'

const [PHONE, LAPTOP] = ['02:00:00:00:00:01', '02:00:00:00:00:02']
const ADDRESSES: Readonly<Record<string, string>> = { [PHONE]: '192.168.2.6', [LAPTOP]: '192.168.2.10' }
const tunnel = (Name: string, Link: string, more: Partial<Tunnel> = {}): Tunnel => ({
  ...{ Name, Link, Enabled: true, PrivateKey: 'sealed', PublicKey: '', Addresses: ['10.64.0.2'], DNS: [], MTU: 0 },
  ListenPort: 0,
  Peer: {
    ...{ PublicKey: Link, PresharedKey: '', Endpoint: 'vpn.example:51820', PersistentKeepalive: 25 },
    AllowedIPs: ['0.0.0.0/0'],
  },
  ...more,
})
const exit = (number: number, more: Partial<Exit>): Exit => ({
  ...{ Name: `exit ${number}`, Number: number, Devices: [], Groups: [], Tags: [], Tunnels: ['oslo', 'bergen'] },
  ...{ Traffic: 'all', Networks: [], Domains: [] },
  ...more,
})

async function openHome(exits: readonly Exit[], tunnels = [tunnel('oslo', 'wg1'), tunnel('bergen', 'wg2')]) {
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.7/24', router: '203.0.113.1', routes: [] })
    for (const MAC of [PHONE, LAPTOP]) {
      const RecentIP = ADDRESSES[MAC]!
      const Groups = MAC === PHONE ? ['family'] : []
      draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP, Policies: ['wan', 'dns'], Groups })
      draft.leases.put(MAC, { mac: MAC, link: 'lan0', ip: RecentIP, hostName: '', expiresAt: 0 })
    }
    for (const one of tunnels) draft.tunnels.put(one.Name, one)
    for (const one of exits) draft.exits.put(one.Name, one)
  })
  const network = () => compile(facts)
  const decideFor = (packet: Packet) => {
    const now = network()
    const memberAt = (ip: string) => [...now.members.values()].find(({ place }) => place?.ip === ip)
    return { now, memberAt, ...decide(now, memberAt, packet) }
  }
  return {
    change,
    network,
    up: (name: string, up: boolean) =>
      change((draft) => draft.tunnelStates.put(name, { name, up, wasUp: true, since: 0, fault: null, endpoint: '' })),
    decide: (MAC: string, destination: string) =>
      decideFor({ source: ADDRESSES[MAC]!, destination, protocol: 'tcp', port: 443 }),
    fromInternet: (destination: string) =>
      decideFor({ source: '198.51.100.1', destination, protocol: 'tcp', port: 443 }),
  }
}

test('a device in an exit leaves through its tunnel, and others by the uplink', async () => {
  const home = await openHome([exit(1, { Groups: ['family'] })])
  const { verdict, by, through } = home.decide(PHONE, '9.9.9.9')
  assert.deepEqual([verdict, by.name, through], ['accept', 'wan', 'wg1'])
  assert.equal(home.decide(LAPTOP, '9.9.9.9').through, undefined)
  assert.equal(home.decide(PHONE, ADDRESSES[LAPTOP]!).through, undefined)
  assert.deepEqual(
    [...home.network().members.values()].map(({ dnsClient }) => dnsClient?.exit),
    [1, undefined],
  )
})

test('the first tunnel that is up is used; the preferred one if none is; without an enabled one nothing leaves', async () => {
  const home = await openHome([exit(1, { Groups: ['family'] })])
  const link = () => home.decide(PHONE, '9.9.9.9').through
  await home.up('bergen', true)
  assert.equal(link(), 'wg2')
  await home.up('oslo', true)
  assert.equal(link(), 'wg1')
  await home.up('oslo', false)
  await home.up('bergen', false)
  assert.equal(link(), 'wg1')
  await home.change((draft) => {
    for (const [name, one] of [...draft.tunnels.rows()]) draft.tunnels.put(name, { ...one, Enabled: false })
  })
  const { verdict, by } = home.decide(PHONE, '9.9.9.9')
  assert.deepEqual(
    [verdict, String(by.name)],
    ['refuse', 'its traffic leaves through a tunnel only, and none is available'],
  )
})

test('an exit that names the device takes precedence over one with its group', async () => {
  const byGroup = exit(1, { Name: 'a', Groups: ['family'], Tunnels: ['oslo'] })
  const home = await openHome([byGroup, exit(2, { Name: 'b', Devices: [PHONE], Tunnels: ['bergen'] })])
  assert.equal(home.decide(PHONE, '9.9.9.9').through, 'wg2')
})

test('listed networks are permitted through the tunnel, and nothing else leaves by it', async () => {
  const listed = exit(1, { Devices: [PHONE], Traffic: 'listed', Networks: ['10.8.0.0/24'] })
  const home = await openHome([listed])
  const { verdict, by, through } = home.decide(PHONE, '10.8.0.9')
  assert.deepEqual([verdict, by, through], ['accept', { kind: 'rule', name: 'exits exit 1' }, 'wg1'])
  assert.equal(home.decide(PHONE, '9.9.9.9').through, undefined)
  assert.equal(home.decide(PHONE, '10.9.0.9').verdict, 'refuse')
  assert.equal(home.decide(LAPTOP, '10.8.0.9').verdict, 'refuse')
})

test('an open connection is not permitted if its packets would now leave by another link', async () => {
  const home = await openHome([exit(1, { Groups: ['family'] })])
  const { now, memberAt } = home.decide(PHONE, '9.9.9.9')
  const flow = { source: ADDRESSES[PHONE]!, destination: '9.9.9.9', protocol: 'tcp', port: 443 } as const
  const may = (leftAs: string, source = flow.source) =>
    permits(now, memberAt, { ...flow, source, answeredBy: '9.9.9.9', leftAs })
  assert.deepEqual([may('10.64.0.2'), may('203.0.113.7')], [true, false])
  assert.deepEqual([may('203.0.113.7', ADDRESSES[LAPTOP]), may('10.64.0.2', ADDRESSES[LAPTOP])], [true, false])
})

test('the endpoint is the resolved one, and the address has no network on the link', async () => {
  const home = await openHome([])
  assert.equal(home.network().frame.tunnels[0]?.peers[0]?.endpoint, '')
  await home.change((draft) =>
    draft.tunnelStates.put('oslo', {
      ...{ name: 'oslo', up: false, wasUp: false, since: 0, fault: null, endpoint: '198.51.100.7:51820' },
    }),
  )
  const [first] = home.network().frame.tunnels
  assert.deepEqual(
    [first?.peers[0]?.endpoint, first?.mtu, first?.addresses],
    ['198.51.100.7:51820', 1420, ['10.64.0.2']],
  )
})
