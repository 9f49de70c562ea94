import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../../compiler/compile.ts'
import { FIREWALL } from '../../../compiler/firewall/ruleset.ts'
import { Invalid } from '../../../errors.ts'
import type { NftObject } from '../../../machine/machine.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { emptyGroup } from '../../../model/home/groups/group.ts'
import type { Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { customElements, DERIVED_MAPS, derivedMap } from './derived.ts'
import { firewallHandlers } from './handlers.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const metainfo = { version: '1.0.6', release_name: 'x', json_schema_version: 1 }

async function open(map: object = {}) {
  const memory = openMemoryFacts()
  await memory.change((draft) => draft.groups.put('kids room', emptyGroup('kids room')))
  const listed: NftObject[] = []
  const nftList = async (what: NftObject) => {
    listed.push(what)
    const described = { family: 'inet', name: 'm', table: 'sallyport', handle: 3, map: 'verdict', ...map }
    return { nftables: [{ metainfo }, { map: { type: ['ipv4_addr', 'ifname'], ...described } }] }
  }
  const handlers = firewallHandlers({
    ...memory,
    guard: (_request, edit) => memory.change(edit),
    confirmations: { settle: async () => undefined },
    machine: { nftList },
    network: () => compile(memory.facts),
    apiPorts: () => ['80'],
    resolver: { probe: async () => undefined },
  })
  const read = async (name: string) => handlers.map({ params: { name }, query: {}, body: undefined, caller })
  return { listed, read }
}

test('a map is returned in the JSON format of nft, with its elements', async () => {
  const elem = [[{ concat: ['192.168.2.6', 'wlan1.4097'] }, { accept: null }]]
  const { read, listed } = await open({ elem })
  assert.deepEqual(await read('internet_access'), {
    nftables: [
      { metainfo },
      {
        map: {
          family: 'inet',
          name: 'm',
          table: 'filter',
          handle: 3,
          map: 'verdict',
          type: ['ipv4_addr', 'ifname'],
          elem,
        },
      },
    ],
  })
  assert.deepEqual(listed, [{ ...FIREWALL, map: 'internet_access' }])
})

test('an empty map has no elements', async () => {
  const { read } = await open({ type: 'ipv4_addr' })
  const answer = (await read('lan_access')) as { nftables: [unknown, { map: { elem: unknown[]; type: string[] } }] }
  assert.deepEqual(answer.nftables[1].map.elem, [])
  assert.deepEqual(answer.nftables[1].map.type, ['ipv4_addr'])
})

test('the maps of a group are found by its name, and by its name in the kernel', async () => {
  const { read, listed } = await open()
  await read('kids room_src_access')
  await read('kids_20room_dst_access')
  assert.deepEqual(listed, [
    { ...FIREWALL, map: 'kids_20room_src_access' },
    { ...FIREWALL, map: 'kids_20room_dst_access' },
  ])
})

test('other names are rejected without a call to the kernel', async () => {
  const { read, listed } = await open()
  for (const name of ['nonsense', 'x_src_access', '_src_access', 'lan_access; flush ruleset', 'incoming_traffic_lan'])
    await assert.rejects(read(name), Invalid, name)
  assert.deepEqual(listed, [])
})

/** A home with a rule of every kind, a tagged laptop, and containers behind a bridge. */
async function openFull() {
  const { facts, change } = openMemoryFacts()
  const remarks = { RuleName: '', Disabled: false, Description: '' }
  const LAPTOP = '02:00:00:00:00:01'
  await change((draft) => {
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.devices.put(LAPTOP, { ...emptyDevice(), MAC: LAPTOP, RecentIP: '192.168.2.6', DeviceTags: ['print'] })
    draft.leases.put(LAPTOP, { mac: LAPTOP, link: 'lan0', ip: '192.168.2.6', hostName: '', expiresAt: 1e15 })
    draft.groups.put('cloud', emptyGroup('cloud'))
    const custom = { ...remarks, Interface: 'br0', RouteDst: '', Groups: ['cloud'], Tags: [] }
    draft.customInterfaces.put('1', { ...custom, SrcIP: '172.18.0.0/16', Policies: ['wan', 'dns', 'lan'] })
    draft.customInterfaces.put('2', { ...custom, SrcIP: '172.18.0.9', Policies: ['wan', 'disabled'] })
    const block = { ...remarks, Protocol: 'tcp' as const, SrcIP: '0.0.0.0/0', DstIP: '9.9.9.9' }
    draft.forwardBlocks.put('1', { ...block, SrcIP: '192.168.2.0/24', DstPort: '80-90' })
    draft.outputBlocks.put('1', { ...block, DstPort: '853' })
    const endpoint = { ...remarks, RuleName: 'printer', IP: '192.168.2.10', Domain: '', Tags: ['print'] }
    draft.endpoints.put('printer', { ...endpoint, Protocol: 'tcp', Port: '9100' })
    draft.set('firewall', {
      ...draft.setting('firewall'),
      ServicePorts: [
        { Protocol: 'tcp', Port: '22', UpstreamEnabled: true, Description: '' },
        { Protocol: 'tcp', Port: '80', UpstreamEnabled: false, Description: '' },
        { Protocol: 'udp', Port: '123', UpstreamEnabled: false, Description: '' },
      ],
    })
  })
  return compile(facts)
}

test('maps that clients know are derived from the facts of the ruleset', async () => {
  const network = await openFull()
  const elements = (name: string) => derivedMap(name, network)?.elem
  const net = { prefix: { addr: '172.18.0.0', len: 16 } }
  const any = { prefix: { addr: '0.0.0.0', len: 0 } }
  assert.deepEqual(elements('fwd_iface_wan'), [[{ concat: [net, 'br0'] }, { accept: null }]])
  assert.deepEqual(elements('fwd_iface_lan'), [[{ concat: [net, 'br0'] }, { accept: null }]])
  const home = { prefix: { addr: '192.168.2.0', len: 24 } }
  assert.deepEqual(elements('fwd_block'), [[{ concat: [home, '9.9.9.9', 'tcp', { range: [80, 90] }] }, { drop: null }]])
  assert.deepEqual(elements('output_block'), [[{ concat: [any, '9.9.9.9', 'tcp', 853] }, { drop: null }]])
  assert.deepEqual(elements('lan_tcp_accept'), [
    [22, { accept: null }],
    [80, { accept: null }],
  ])
  assert.deepEqual(elements('wan_tcp_accept'), [[22, { accept: null }]])
  assert.deepEqual(elements('lan_udp_accept'), [[123, { accept: null }]])
  assert.deepEqual(elements('wan_udp_accept'), [])
  assert.deepEqual(
    elements('multicast_lan_udp_accept')?.map(([port]) => port),
    [5353, 1900],
  )
  assert.deepEqual(elements('multicast_wan_udp_accept'), [])
  assert.deepEqual(elements('ping_rules'), [['lan0', { accept: null }]])
  assert.equal(elements('drop_private_rfc1918')?.length, 3)
  assert.deepEqual(elements('ept_tcpfwd'), [
    [{ concat: ['192.168.2.6', 'lan0', '192.168.2.10', 9100] }, { accept: null }],
  ])
  assert.deepEqual(elements('ept_udpfwd'), [])
  assert.deepEqual(elements('site_forward'), [])
  for (const name of DERIVED_MAPS)
    for (const [key] of elements(name) ?? []) {
      const parts = (key as { concat?: unknown[] } | null)?.concat?.length ?? 1
      assert.equal(parts, derivedMap(name, network)?.type.length, name)
    }
})

test('custom interfaces are in the maps of what they may do, unless they are disabled', async () => {
  const { frame } = await openFull()
  const concat = [{ prefix: { addr: '172.18.0.0', len: 16 } }, 'br0']
  for (const name of ['internet_access', 'dns_access', 'lan_access', 'cloud_src_access', 'cloud_dst_access'])
    assert.deepEqual(customElements(name, frame), [[{ concat }, { accept: null }]], name)
  for (const name of ['upstream_private_rfc1918_allowed', 'ethernet_filter', 'dhcp_access'])
    assert.deepEqual(customElements(name, frame), [], name)
})
