import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Network } from '../../../compiler/network.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { parseSubnet } from '../../../values/subnet.ts'
import { openDestinations } from './destination.ts'

const NAMES: Record<string, string[]> = {
  'nas.test': ['192.168.2.6'],
  'both.test': ['127.0.0.1', '192.168.2.1', '81.2.70.81'],
  'loopback.test': ['127.0.0.1'],
  'uplink.test': ['81.2.69.7'],
  'tunnel.test': ['10.99.0.2'],
  'empty.test': [],
}
const network = {
  frame: {
    nets: [parseSubnet('192.168.2.0/24')!],
    additional: [{ address: '192.168.9.1/24' }],
    uplinks: [{ address: '81.2.69.7/24', additional: [] }],
    tunnels: [{ addresses: ['10.99.0.2'] }],
    customs: [{ rule: 'plugins sample', net: parseSubnet('172.30.0.0/28')! }],
  },
} as unknown as Network
const resolve = openDestinations({
  facts: openMemoryFacts().facts,
  network: () => network,
  resolver: {
    lookUp: async (name) => (NAMES[name] ? { ips: NAMES[name], ttlSeconds: 60 } : undefined),
  },
})

test('servers may be on the internet or in the home', async () => {
  assert.equal(await resolve('NAS.test.'), '192.168.2.6')
  assert.equal(await resolve('81.2.70.81'), '81.2.70.81')
  assert.equal(await resolve('both.test'), '81.2.70.81')
})

test('the router itself is no destination, whatever names or addresses it has', async () => {
  const own = [
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '192.168.2.1',
    '192.168.2.5',
    '192.168.9.1',
    '172.30.0.1',
    '224.0.0.1',
  ]
  for (const host of [...own, 'loopback.test', 'uplink.test', 'tunnel.test'])
    await assert.rejects(resolve(host), { message: `the address of ${host} is one of this router, or of no host` })
})

test('a name without an address is reported', async () => {
  for (const host of ['empty.test', 'nowhere.test', 'nowhere.lan'])
    await assert.rejects(resolve(host), { message: `the name ${host} cannot be resolved` })
  await assert.rejects(resolve('[::1]'), { message: 'only IPv4 addresses can be reached' })
})
