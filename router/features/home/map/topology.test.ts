import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../../compiler/compile.ts'
import { type Device, emptyDevice } from '../../../model/home/devices/device.ts'
import { emptyGroup } from '../../../model/home/groups/group.ts'
import type { Draft } from '../../../store/facts.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { topologyOf } from './topology.ts'

const mac = (n: number): string => `02:00:00:00:00:${String(n).padStart(2, '0')}`

async function openHome(devices: Partial<Device>[], link = 'lan0', more: (draft: Draft) => void = () => {}) {
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.7/24', router: '203.0.113.1', routes: [] })
    for (const [name, index] of [
      ['lan0', 2],
      ['wan0', 3],
    ] as const)
      draft.links.put(name, { name, index, mac: mac(99), up: true })
    draft.groups.put('family', emptyGroup('family'))
    const remarks = { RuleName: 'printer', Disabled: false, Description: '' }
    const place = { Protocol: 'tcp' as const, IP: '192.168.2.30', Domain: '', Port: '9100', Tags: ['print'] }
    draft.endpoints.put('printer', { ...remarks, ...place })
    devices.forEach((device, n) => {
      const ip = `192.168.2.${4 * n + 2}`
      draft.devices.put(mac(n), { ...emptyDevice(), MAC: mac(n), RecentIP: ip, ...device })
      if (device.Name !== 'away') draft.leases.put(mac(n), { mac: mac(n), link, ip, hostName: '', expiresAt: 1e15 })
      if (link !== 'lan0') draft.stations.put(mac(n), { mac: mac(n), link })
    })
    more(draft)
  })
  const { Nodes, Edges, Sinks } = topologyOf(facts, compile(facts), 'fort', 0)
  const nameOf = (id: string) => Nodes.find(({ ID }) => ID === id)?.Name
  const edges = Edges.map(({ From, To, Layer, Kind }) => `${nameOf(From)} ${nameOf(To)} ${Layer} ${Kind}`)
  return { Nodes, Sinks, edges, node: (name: string) => Nodes.find(({ Name }) => Name === name) }
}

test('devices are connected to their links, and links to the router; absent devices are offline', async () => {
  const { node, edges, Sinks, Nodes } = await openHome([{ Name: 'tv' }, { Name: 'away' }])
  assert.partialDeepStrictEqual(node('tv'), {
    ...{ ID: `dev:${mac(0)}`, Kind: 'device', IP: '192.168.2.2', TinyNet: '192.168.2.0/30' },
    ...{ ConnType: 'wired', Iface: 'lan0', Online: true, Isolated: false },
  })
  assert.partialDeepStrictEqual(node('away'), { ConnType: 'offline', Online: false })
  assert.deepEqual(edges, ['fort wan0 l1 uplink', 'fort lan0 l1 wired', 'lan0 tv l1 wired'])
  assert.deepEqual(Sinks, [], 'uplinks are nodes')
  assert.deepEqual(
    Nodes.map(({ Kind }) => Kind),
    ['router', 'uplink', 'port', 'device', 'device', 'endpoint'],
  )
  assert.ok(Nodes.every(({ Style }) => typeof Style.Icon === 'string' && typeof Style.Color === 'string'))
})

test('a station is connected to its radio, whichever of its networks it is on', async () => {
  for (const link of ['wlan0.4096', 'wlan0.w2.4097']) {
    const { node, edges } = await openHome([{ Name: 'phone' }], link)
    assert.partialDeepStrictEqual(node('phone'), { ConnType: 'wifi', Iface: link, Online: true })
    assert.equal(node('wlan0')?.Kind, 'ap_radio')
    assert.deepEqual(edges.slice(2), ['fort wlan0 l1 wifi', 'wlan0 phone l1 wifi'])
  }
})

test('policies, tags and groups are edges, unless a device is cut off', async () => {
  const all = { Policies: ['wan', 'lan'] as Device['Policies'], Groups: ['family'], DeviceTags: ['print'] }
  const { edges, node } = await openHome([
    { Name: 'laptop', ...all },
    { Name: 'phone', Groups: ['family'] },
    { Name: 'ill', ...all, Policies: [...all.Policies, 'quarantine'] },
    { Name: 'off', ...all, DeviceDisabled: true },
  ])
  assert.deepEqual(
    edges.filter((edge) => edge.includes(' policy ')),
    [
      'laptop wan0 policy policy:wan',
      'laptop fort policy policy:lan',
      'laptop printer policy endpoint:printer',
      'laptop phone policy group:family',
    ],
  )
  assert.deepEqual([node('ill')?.Isolated, node('off')?.Isolated], [true, true])
})

test('a large group is joined at the router, a small one member by member', async () => {
  const joined = async (count: number) => {
    const { edges } = await openHome(
      Array.from({ length: count }, (_, n) => ({ Name: `device ${n}`, Groups: ['family'] })),
    )
    return edges.filter((edge) => edge.endsWith('group:family'))
  }
  assert.equal((await joined(9)).length, 36)
  const many = await joined(17)
  assert.equal(many.length, 17)
  assert.ok(many.every((edge) => edge.includes(' fort policy ')))
})

test('another home is connected to the router, and to the devices that were chosen for it', async () => {
  const Peer = {
    PublicKey: 'B',
    PresharedKey: '',
    Endpoint: '',
    AllowedIPs: ['192.168.3.0/24'],
    PersistentKeepalive: 0,
  }
  const keys = { Enabled: true, PrivateKey: '', PublicKey: 'A', ListenPort: 51_281 }
  const tunnel = { ...keys, Name: 'cabin', Link: 'wg1', Addresses: ['198.18.0.1'], DNS: [], MTU: 0, Peer }
  const statement = { Endpoint: '', Networks: ['192.168.3.0/24'] }
  const site = {
    ...{ ...keys, ...statement, Name: 'cabin', Secret: '', Given: statement },
    Users: { Devices: [], Groups: ['family'], Tags: [] },
    Shared: { Devices: [mac(1)], Groups: [], Tags: [] },
    Peer: { ...statement, PublicKey: 'B', Secret: '' },
  }
  const { edges, node } = await openHome(
    [
      { Name: 'laptop', Groups: ['family'] },
      { Name: 'printer' },
      { Name: 'ill', Groups: ['family'], Policies: ['quarantine'] },
    ],
    'lan0',
    (draft) => {
      draft.tunnels.put('cabin', tunnel)
      draft.sites.put('cabin', site)
      draft.tunnelStates.put('cabin', { name: 'cabin', up: true, wasUp: true, since: 0, fault: null, endpoint: '' })
    },
  )
  assert.partialDeepStrictEqual(node('cabin'), { ID: 'site:cabin', Kind: 'vpn', Iface: 'wg1', Online: true })
  assert.deepEqual(
    edges.filter((edge) => edge.includes('cabin')),
    ['fort cabin l1 wg', 'laptop cabin policy policy:site:cabin', 'cabin printer policy policy:site:cabin'],
  )
})

test('a device in an exit has its way out through the tunnel', async () => {
  const { facts, change } = openMemoryFacts()
  const Peer = { PublicKey: 'x', PresharedKey: '', Endpoint: '', AllowedIPs: ['0.0.0.0/0'], PersistentKeepalive: 0 }
  const settings = { PrivateKey: '', PublicKey: '', Addresses: ['10.64.0.2'], DNS: [], MTU: 0, ListenPort: 4000, Peer }
  const users = { Devices: [mac(0)], Groups: [], Tags: [], Tunnels: ['oslo'] }
  await change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.devices.put(mac(0), { ...emptyDevice(), MAC: mac(0), Name: 'phone', Policies: ['wan'] })
    draft.tunnels.put('oslo', { Name: 'oslo', Link: 'wg1', Enabled: true, ...settings })
    draft.exits.put('all', { Name: 'all', Number: 1, ...users, Traffic: 'all', Networks: [], Domains: [] })
  })
  const permissions = () =>
    topologyOf(facts, compile(facts), 'fort', 0)
      .Edges.filter(({ Layer }) => Layer === 'policy')
      .map(({ To, Kind }) => `${To} ${Kind}`)
  assert.deepEqual(permissions(), ['iface:wg1 policy:wan'])
  const [node] = topologyOf(facts, compile(facts), 'fort', 0).Nodes.filter(({ Name }) => Name === 'oslo')
  assert.partialDeepStrictEqual(node, { Kind: 'uplink', Iface: 'wg1', IP: '10.64.0.2', Online: false })
  const listed = { Traffic: 'listed', Networks: ['10.8.0.0/24'] } as const
  await change((draft) =>
    draft.exits.put('all', { ...draft.exits.get('all')!, ...listed, Networks: [...listed.Networks] }),
  )
  assert.deepEqual(permissions(), ['iface:wan0 policy:wan', 'iface:wg1 policy:exit:all'])
})
