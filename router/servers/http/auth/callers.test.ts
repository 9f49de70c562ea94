import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileFilter } from '../../../compiler/filter.ts'
import type { Network } from '../../../compiler/network.ts'
import type { AppliedOverride } from '../../../model/dns/blocklists/override.ts'
import { defaultPacketLog } from '../../../model/firewall/refused/settings.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { parseSubnet } from '../../../values/subnet.ts'
import { isFromPublicUplink, isOwnHost } from './callers.ts'

const behind = (address: string | undefined): Network => ({
  frame: {
    nets: [parseSubnet('192.168.2.0/24')!],
    lanIp: '192.168.2.1',
    uplinks: [
      { link: 'wan0', dhcp: true, address, additional: [], router: undefined, mark: 1, network: '', well: true },
    ],
    sessions: [],
    tunnels: [],
    exits: [],
    pfw: [],
    geo: undefined,
    sites: [],
    providerRoutes: [],
    wired: ['lan0'],
    accessPoints: [],
    setup: undefined,
    wifiUplinks: [],
    down: [],
    vlans: [],
    additional: [],
    readdressed: [],
    groups: [],
    tags: [],
    customs: [],
    ruleSets: [],
    firewall: { ServicePorts: [], MulticastPorts: [], PingLan: true, PingWan: false, SystemDNSOverride: '' },
    logging: defaultPacketLog(),
    upstreams: [],
    familyUpstreams: [],
    hosts: [],
    filter: compileFilter(openMemoryFacts().facts),
    unlogged: { clients: [], names: [] },
    credentials: undefined,
  },
  members: new Map(),
  slots: new Map(),
})

test('the router’s own names and addresses are accepted as host, and no others', () => {
  const network = behind('81.2.69.100/24')
  for (const name of ['localhost', 'spr.local', '127.0.0.1', '192.168.2.1', '192.168.2.5', '81.2.69.100'])
    assert.ok(isOwnHost(network, name), name)
  for (const name of [
    'evil.test',
    '127.0.0.1.evil.test',
    '127.evil.test',
    '192.168.2.6',
    '81.2.69.101',
    '10.0.0.1',
    '',
  ])
    assert.ok(!isOwnHost(network, name), name)
})

test('a name that the owner has given to an address of the router is accepted as host', () => {
  const network = behind('81.2.69.100/24')
  const override = (Domain: string, ResultIP: string, Type: 'permit' | 'block' = 'permit'): AppliedOverride => ({
    ...{ Type, Domain, ResultIP, ResultCNAME: '', ClientIP: '*', Expiration: 0, Tags: [], List: 'Default' },
  })
  const overrides = [
    override('router.example.org.', '192.168.2.1'),
    override('other.example.org.', '192.168.2.6'),
    override('blocked.example.org.', '192.168.2.1', 'block'),
  ]
  const given: Network = {
    ...network,
    frame: {
      ...network.frame,
      hosts: [
        { Hostname: 'home.lan', IPAddress: '192.168.2.1' },
        { Hostname: 'vpn.example.org', IPAddress: '81.2.69.100' },
        { Hostname: 'nas.lan', IPAddress: '192.168.2.6' },
      ],
      filter: { ...network.frame.filter, overrides: new Map(overrides.map((one) => [one.Domain, one])) },
    },
  }
  const named = (name: string) => isOwnHost(given, name)
  for (const name of ['home.lan', 'home', 'vpn.example.org', 'router.example.org', 'www.router.example.org'])
    assert.ok(named(name), name)
  for (const name of [
    'nas.lan',
    'x.home.lan',
    'other.example.org',
    'blocked.example.org',
    'myrouter.example.org',
    'org',
  ])
    assert.ok(!named(name), name)
})

test('the router’s address in the network of a plugin is accepted as host, and addresses of containers are not', () => {
  const network = behind(undefined)
  const plugin = { link: 'plg0', via: '' as const, policies: [], groups: [], tags: [] }
  const customs = [
    { ...plugin, net: parseSubnet('172.30.0.0/28')!, rule: 'plugins sample' },
    { ...plugin, net: parseSubnet('172.18.0.0/16')!, rule: 'customInterfaces x' },
  ]
  const named = (name: string) => isOwnHost({ ...network, frame: { ...network.frame, customs } }, name)
  assert.deepEqual(['172.30.0.1', '172.30.0.2', '172.18.0.1'].map(named), [true, false, false])
})

test('a caller is from the internet if it is not at home and the uplink has a public address', () => {
  assert.ok(isFromPublicUplink(behind('81.2.69.100/24'), '81.2.69.66'))
  for (const home of ['192.168.2.6', '127.0.0.1', '::1'])
    assert.ok(!isFromPublicUplink(behind('81.2.69.100/24'), home), home)
  assert.ok(!isFromPublicUplink(behind('10.0.0.7/24'), '10.0.0.1'))
  assert.ok(!isFromPublicUplink(behind(undefined), '10.0.0.1'))
})
