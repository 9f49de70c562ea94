import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emptyDevice, POLICIES } from '../features/devices/device.ts'
import { emptyGroup } from '../features/groups/group.ts'
import type { Draft } from '../store/facts.ts'
import { openMemoryFacts } from '../store/memory.ts'
import { compile, openCompiler } from './compile.ts'

const MACS = ['02:00:00:00:00:01', '02:00:00:00:00:02', '02:00:00:00:00:03']
const GROUPS = ['family', 'kids']
const mac = fc.constantFrom(...MACS)
const link = fc.constantFrom('lan0', 'lan1', 'wlan0.4096')

/** Things that happen in a home. */
const happening: fc.Arbitrary<(draft: Draft) => void> = fc.oneof(
  fc
    .tuple(
      mac,
      fc.subarray([...POLICIES]),
      fc.subarray(GROUPS),
      fc.constantFrom('', '192.168.2.6', '192.168.2.10', '10.0.0.6'),
    )
    .map(([MAC, Policies, Groups, RecentIP]) => (draft: Draft) => {
      draft.devices.put(MAC, { ...emptyDevice(), MAC, Name: MAC, Policies, Groups, RecentIP })
    }),
  mac.map((MAC) => (draft: Draft) => draft.devices.remove(MAC)),
  fc.tuple(mac, link).map(([MAC, name]) => (draft: Draft) => {
    draft.leases.put(MAC, { mac: MAC, link: name, ip: '192.168.2.6', hostName: 'x', expiresAt: 0 })
  }),
  mac.map((MAC) => (draft: Draft) => draft.leases.remove(MAC)),
  fc.tuple(mac, link).map(
    ([MAC, name]) =>
      (draft: Draft) =>
        draft.stations.put(MAC, { mac: MAC, link: name }),
  ),
  fc.tuple(fc.constantFrom(...GROUPS), fc.boolean()).map(([name, Disabled]) => (draft: Draft) => {
    draft.groups.put(name, { ...emptyGroup(name), Disabled })
  }),
  fc.constantFrom(...GROUPS).map((name) => (draft: Draft) => draft.groups.remove(name)),
  fc.tuple(fc.constantFrom('lan0', 'lan1'), fc.boolean()).map(([Name, Enabled]) => (draft: Draft) => {
    draft.interfaces.put(Name, { Name, Type: 'Downlink', Subtype: '', Enabled })
  }),
  fc.constantFrom('192.168.2.0/24', '10.0.0.0/16').map((net) => (draft: Draft) => {
    draft.set('subnet', { TinyNets: [net], LeaseTime: '24h0m0s' })
  }),
)

test('a Network kept up to date is the Network compiled anew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(happening, { maxLength: 3 }), { maxLength: 12 }), async (changes) => {
      const { facts, change } = openMemoryFacts()
      const compiler = openCompiler(facts)
      for (const edits of changes) {
        const entries = await change((draft) => {
          for (const edit of edits) edit(draft)
        })
        compiler.update(entries)
        const anew = compile(facts)
        assert.deepEqual(compiler.network.frame, anew.frame)
        assert.deepEqual(new Map([...compiler.network.members].sort()), new Map([...anew.members].sort()))
      }
    }),
    { numRuns: 200 },
  )
})

test('a change of one device touches that device alone', async () => {
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    for (const MAC of MACS) draft.devices.put(MAC, { ...emptyDevice(), MAC })
  })
  const compiler = openCompiler(facts)
  const entries = await change((draft) => draft.devices.put(MACS[1]!, { ...emptyDevice(), MAC: MACS[1]!, Name: 'new' }))
  const delta = compiler.update(entries)
  assert.equal(delta.frame, undefined)
  assert.deepEqual(
    delta.members.map(({ after }) => after?.identity),
    [MACS[1]],
  )
})

test('a provider that hands out an address of the home gives none, until the home moves', async () => {
  const { facts, change } = openMemoryFacts()
  const router = '192.168.2.1'
  await change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: '', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '192.168.2.6/24', router })
  })
  const compiler = openCompiler(facts)
  assert.deepEqual(compiler.network.frame.uplinks, [
    { link: 'wan0', dhcp: true, address: undefined, router: undefined },
  ])
  compiler.update(await change((draft) => draft.set('subnet', { TinyNets: ['10.0.0.0/16'], LeaseTime: '24h0m0s' })))
  assert.deepEqual(compiler.network.frame.uplinks, [{ link: 'wan0', dhcp: true, address: '192.168.2.6/24', router }])
})
