import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../model/home/devices/device.ts'
import type { Selection } from '../model/vpn/sites/site.ts'
import type { Draft } from '../store/facts.ts'
import { openMemoryFacts } from '../store/memory.fixture.ts'
import { compile } from './compile.ts'
import { decide } from './firewall/decide.ts'

const [LAPTOP, PRINTER] = ['02:00:00:00:00:01', '02:00:00:00:00:02']
const [HERE, PRINTER_IP, THERE] = ['192.168.2.6', '192.168.2.10', '192.168.3.6']
const select = (selection: Partial<Selection>): Selection => ({ Devices: [], Groups: [], Tags: [], ...selection })

/** A home with a laptop and a printer, and the site `cabin` at 192.168.3.0/24 behind wg1. */
async function openHome(
  Users: Partial<Selection>,
  Shared: Partial<Selection>,
  more: (draft: Draft) => void = () => {},
) {
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.7/24', router: '203.0.113.1', routes: [] })
    for (const [MAC, RecentIP, Groups] of [
      [LAPTOP, HERE, ['family']],
      [PRINTER, PRINTER_IP, []],
    ] as const) {
      draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP, Policies: ['wan', 'dns'], Groups: [...Groups] })
      draft.leases.put(MAC, { mac: MAC, link: 'lan0', ip: RecentIP, hostName: '', expiresAt: 0 })
    }
    const keys = { Enabled: true, PrivateKey: 'sealed', PublicKey: 'A', ListenPort: 51_281 }
    const statement = { Endpoint: '', Networks: ['192.168.3.0/24'] }
    const AllowedIPs = [...statement.Networks, '198.18.0.9/32']
    const end = { PublicKey: 'B', PresharedKey: '', Endpoint: '', AllowedIPs, PersistentKeepalive: 0 }
    draft.tunnels.put('cabin', {
      ...{ ...keys, Name: 'cabin', Link: 'wg1', Addresses: ['198.18.0.1'], DNS: [], MTU: 0, Peer: end },
    })
    draft.sites.put('cabin', {
      ...{ ...keys, Name: 'cabin', Secret: '', Endpoint: '', Given: statement },
      ...{ Users: select(Users), Shared: select(Shared), Peer: { ...statement, PublicKey: 'B', Secret: '' } },
    })
    more(draft)
  })
  const network = compile(facts)
  const memberAt = (ip: string) => [...network.members.values()].find(({ place }) => place?.ip === ip)
  return (source: string, destination: string) => {
    const { verdict, by, through } = decide(network, memberAt, { source, destination, protocol: 'tcp', port: 9100 })
    return `${verdict} ${by.name}${through ? ` through ${through}` : ''}`
  }
}
const REFUSED = 'refuse it is not chosen to use the site cabin'

test('nothing passes between two homes until devices are chosen', async () => {
  const decision = await openHome({}, {})
  assert.deepEqual(
    [decision(HERE, THERE), decision(THERE, PRINTER_IP)],
    [REFUSED, 'refuse it is not shared with the site cabin'],
  )
})

test('users connect to the other home, and the other home to shared devices, in this direction only', async () => {
  const decision = await openHome({ Groups: ['family'] }, { Devices: [PRINTER] })
  assert.deepEqual([decision(HERE, THERE), decision(THERE, PRINTER_IP)], ['accept sites cabin', 'accept sites cabin'])
  assert.equal(decision(PRINTER_IP, THERE), REFUSED)
  assert.match(decision(THERE, HERE), /^refuse/)
})

test('the other home reaches neither the router nor the internet nor other sites through this one', async () => {
  const decision = await openHome({ Groups: ['family'] }, { Devices: [PRINTER] })
  for (const target of ['192.168.2.1', '203.0.113.7', '198.18.0.1', '9.9.9.9', '192.168.3.9', '192.168.2.77'])
    assert.match(decision(THERE, target), /^(refuse|drop) /, target)
})

test('quarantine and a disabled site close both directions', async () => {
  const family = { Groups: ['family'] }
  const ill = await openHome(family, family, (draft) => {
    draft.devices.put(LAPTOP, { ...draft.devices.get(LAPTOP)!, Policies: ['wan', 'dns', 'quarantine'] })
  })
  assert.match(ill(HERE, THERE), /^refuse/)
  assert.match(ill(THERE, HERE), /^refuse/)
  const off = await openHome(family, family, (draft) => {
    draft.tunnels.put('cabin', { ...draft.tunnels.get('cabin')!, Enabled: false })
  })
  assert.match(off(HERE, THERE), /^refuse/)
  assert.match(off(THERE, HERE), /^(refuse|drop)/)
})

test('a device whose other traffic leaves through a provider still reaches the other home', async () => {
  const decision = await openHome({ Groups: ['family'] }, {}, (draft) => {
    const provider = { ...draft.tunnels.get('cabin')!, Name: 'oslo', Link: 'wg2', Addresses: ['10.64.0.2'] }
    draft.tunnels.put('oslo', { ...provider, Peer: { ...provider.Peer, PublicKey: 'C', AllowedIPs: ['0.0.0.0/0'] } })
    const exit = { Name: 'family', Number: 1, Devices: [], Groups: ['family'], Tags: [], Tunnels: ['oslo'] }
    draft.exits.put('family', { ...exit, Traffic: 'all', Networks: [], Domains: [] })
  })
  assert.equal(decision(HERE, THERE), 'accept sites cabin')
  assert.equal(decision(HERE, '9.9.9.9'), 'accept wan through wg2')
})
