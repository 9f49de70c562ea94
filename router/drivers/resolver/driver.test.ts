import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileFilter } from '../../compiler/filter.ts'
import type { Frame, Member } from '../../compiler/network.ts'
import { type PhraseJson, verbatim } from '../../phrases/phrase.ts'
import { openCounters } from '../../servers/dns/counters.ts'
import { itemKey, type ResolverItem } from '../../servers/dns/item.ts'
import { openResolverState } from '../../servers/dns/state.ts'
import { openMemoryFacts } from '../../store/memory.fixture.ts'
import { parseSubnet } from '../../values/subnet.ts'
import { driftOf, plan } from '../driver.ts'
import { resolverDriver } from './driver.ts'

/** A resolver that records its items. */
function openTrial(notListening?: PhraseJson) {
  const items = new Map<string, ResolverItem>()
  const driver = resolverDriver({
    stats: () => ({ counters: openCounters(), upstreams: [], familyUpstreams: [], notListening }),
    async apply(set, remove) {
      for (const item of remove) items.delete(itemKey(item))
      for (const item of set) items.set(itemKey(item), item)
      return notListening
    },
  })
  return { driver, items }
}

const quad9 = { IPAddress: '9.9.9.9', TLSHost: 'dns.quad9.net', DisableTls: false }
const frame = {
  lanIp: '192.168.2.1',
  uplinks: [
    { address: '203.0.113.7/24', additional: [] },
    { address: undefined, additional: [] },
  ],
  upstreams: [quad9],
  familyUpstreams: [],
  hosts: [],
  filter: compileFilter(openMemoryFacts().facts),
  unlogged: { clients: [], names: [] },
  customs: [],
  tunnels: [],
  exits: [],
  firewall: { SystemDNSOverride: '' },
} as unknown as Frame
const laptop: Member = {
  identity: '02:00:00:00:00:01',
  place: undefined,
  passphrase: undefined,
  peer: undefined,
  admissions: [],
  dnsClient: { ip: '192.168.2.6', mac: '02:00:00:00:00:01', family: false, quarantine: false, tags: [] },
  names: [
    { name: 'laptop', ip: '192.168.2.6', chosen: true },
    { name: 'wpad', ip: '192.168.2.6', chosen: false },
  ],
}

test('the resolver gets its addresses, its upstream resolvers and the devices', async () => {
  const { driver, items } = openTrial()
  const want = new Map([...driver.frame(frame), ...driver.member(laptop, frame)])
  assert.deepEqual(await driver.apply(plan(await driver.read(undefined as never), want)), [])
  assert.deepEqual(
    [...items.keys()],
    [
      'listen',
      'uplink 203.0.113.7',
      'upstreams',
      'family',
      'host spr.lan',
      'rules',
      'overrides',
      'client 192.168.2.6',
      'name laptop 192.168.2.6',
    ],
  )
  assert.deepEqual(plan(await driver.read(undefined as never), want), [])
})

test('two devices with the same name have separate items', () => {
  const { driver } = openTrial()
  const other = { ...laptop, names: [{ name: 'laptop', ip: '192.168.2.10', chosen: true }], dnsClient: undefined }
  assert.deepEqual([...driver.member(other, frame).keys()], ['name laptop 192.168.2.10'])
})

test('clients behind another link may query the resolver if its rule permits dns', () => {
  const { driver } = openTrial()
  const custom = (net: string, ...policies: string[]) => ({ net: parseSubnet(net), policies, tags: ['lab'] })
  const customs = [custom('172.18.0.0/16', 'wan', 'dns'), custom('172.19.0.2/32', 'wan')]
  const items = driver.frame({ ...frame, customs } as unknown as Frame)
  assert.deepEqual(
    [...items.keys()].filter((key) => key.startsWith('network')),
    ['network 172.18.0.0/16'],
  )
  const { view, set, remove } = openResolverState()
  for (const item of items.values()) set(item)
  assert.equal(view.client('172.18.4.5')?.mac, '')
  assert.deepEqual(view.client('172.18.4.5')?.tags, ['lab'])
  assert.equal(view.client('172.19.0.2'), undefined)
  remove(items.get('network 172.18.0.0/16')!)
  assert.equal(view.client('172.18.4.5'), undefined)
})

test('a resolver that does not listen yet is drift until it does', async () => {
  const { driver } = openTrial(verbatim('EADDRNOTAVAIL').toJSON())
  await driver.apply(plan(new Map(), driver.frame(frame)))
  const steps = plan(await driver.read(undefined as never), driver.frame(frame))
  assert.deepEqual(
    steps.map(({ key }) => key),
    ['listen'],
  )
  assert.deepEqual(await driver.apply(steps), [driftOf('resolver', 'listening', verbatim('EADDRNOTAVAIL'))])
})
