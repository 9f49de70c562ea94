import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Invalid } from '../errors.ts'
import { RuleInput } from '../model/firewall/rules/pfwrule.ts'
import { emptyDevice, POLICIES } from '../model/home/devices/device.ts'
import { emptyGroup } from '../model/home/groups/group.ts'
import type { Draft } from '../store/facts.ts'
import { openMemoryFacts } from '../store/memory.fixture.ts'
import { addressSet } from '../values/addressset.ts'
import { formatSubnet } from '../values/subnet.ts'
import { compile, openCompiler } from './compile.ts'
import type { Network } from './network.ts'

const MACS = ['02:00:00:00:00:01', '02:00:00:00:00:02', '02:00:00:00:00:03']
const GROUPS = ['family', 'kids']
const TAGS = ['print', 'cast']
const remarks = { RuleName: '', Disabled: false, Description: '' }
const mac = fc.constantFrom(...MACS)
const link = fc.constantFrom('lan0', 'lan0.7', 'lan1', 'wlan0.4096')

/** Random changes of facts. */
const happening: fc.Arbitrary<(draft: Draft) => void> = fc.oneof(
  fc
    .tuple(
      mac,
      fc.subarray([...POLICIES]),
      fc.subarray(GROUPS),
      fc.constantFrom('', '192.168.2.6', '192.168.2.10', '10.0.0.6'),
      fc.subarray(TAGS),
      fc.constantFrom('', '7', '8'),
    )
    .map(([MAC, Policies, Groups, RecentIP, DeviceTags, VLANTag]) => (draft: Draft) => {
      draft.devices.put(MAC, { ...emptyDevice(), MAC, Name: MAC, Policies, Groups, RecentIP, DeviceTags, VLANTag })
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
  fc.tuple(fc.constantFrom('Default', 'Kids'), fc.boolean()).map(([Name, Enabled]) => (draft: Draft) => {
    draft.overrideLists.put(Name, { Name, Enabled, Tags: [], Order: Name.length })
  }),
  fc.tuple(fc.constantFrom('Default', 'Kids'), fc.boolean()).map(([List, isThere]) => (draft: Draft) => {
    const phrase = { Type: 'block', Domain: 'a.test.', ResultIP: '', ResultCNAME: '', ClientIP: '*' } as const
    if (isThere) draft.overrides.put(List, { ...phrase, Expiration: 0, Tags: [], List })
    else draft.overrides.remove(List)
  }),
  fc.boolean().map((isPaused) => (draft: Draft) => {
    if (isPaused) draft.pauses.put('*', { ClientIP: '*', Until: 1 })
    else draft.pauses.remove('*')
  }),
  fc.constantFrom('', '192.168.2.6').map((QuarantineHostIP) => (draft: Draft) => {
    draft.set('dnsBlock', { ...draft.setting('dnsBlock'), QuarantineHostIP })
  }),
  fc
    .tuple(fc.constantFrom('lan0', 'lan1'), fc.boolean(), fc.boolean())
    .map(([Name, Enabled, isTrunk]) => (draft: Draft) => {
      draft.interfaces.put(Name, { Name, Type: 'Downlink', Subtype: isTrunk ? 'VLAN-Trunk' : '', Enabled })
    }),
  fc
    .tuple(
      fc.constantFrom('a', 'b'),
      fc.boolean(),
      fc.constantFrom('1.2.3.4', '1.2.0.0/16'),
      fc.constantFrom('80', '80-90', 'any'),
    )
    .map(([key, Disabled, SrcIP, DstPort]) => (draft: Draft) => {
      draft.forwardBlocks.put(key, { ...remarks, Disabled, Protocol: 'tcp', SrcIP, DstIP: '0.0.0.0/0', DstPort })
      draft.forwards.put(key, {
        ...remarks,
        Disabled,
        Protocol: 'udp',
        SrcIP,
        SrcPort: DstPort,
        DstIP: '192.168.2.6',
        DstPort,
      })
    }),
  fc.constantFrom('a', 'b').map((key) => (draft: Draft) => {
    draft.forwardBlocks.remove(key)
    draft.endpoints.remove(key)
  }),
  fc
    .tuple(fc.constantFrom('a', 'b'), fc.constantFrom('', '192.168.2.10'), fc.subarray(TAGS))
    .map(([RuleName, IP, Tags]) => (draft: Draft) => {
      const Domain = IP ? '' : 'x.test'
      draft.endpoints.put(RuleName, { ...remarks, RuleName, Protocol: 'tcp', IP, Domain, Port: 'any', Tags })
    }),
  fc.subarray(['198.51.100.1', '198.51.100.2']).map((ips) => (draft: Draft) => {
    draft.resolvedNames.put('x.test', { name: 'x.test', ips })
  }),
  fc.constantFrom('192.168.2.0/24', '10.0.0.0/16').map((net) => (draft: Draft) => {
    draft.set('subnet', { TinyNets: [net], LeaseTime: '24h0m0s' })
  }),
  fc.tuple(fc.constantFrom('a', 'b'), fc.boolean()).map(([Name, Enabled]) => (draft: Draft) => {
    const [Link, keys] = [Name === 'a' ? 'wg1' : 'wg2', { PrivateKey: 'sealed', PublicKey: '' }]
    const Peer = { PublicKey: Link, PresharedKey: '', Endpoint: '', AllowedIPs: ['0.0.0.0/0'], PersistentKeepalive: 0 }
    const settings = { Addresses: ['10.64.0.2'], DNS: [], MTU: 0, ListenPort: 4000, Peer }
    draft.tunnels.put(Name, { Name, Link, Enabled, ...keys, ...settings })
  }),
  fc
    .tuple(fc.constantFrom('x', 'y'), fc.subarray(GROUPS), fc.subarray(TAGS), fc.boolean())
    .map(([Name, Groups, Tags, isAll]) => (draft: Draft) => {
      const traffic = { Traffic: isAll ? 'all' : 'listed', Networks: ['10.8.0.0/24'], Domains: [] } as const
      const users = { Devices: [MACS[0]!], Groups, Tags, Tunnels: ['a', 'b'] }
      draft.exits.put(Name, {
        Name,
        Number: Name === 'x' ? 1 : 2,
        ...users,
        ...traffic,
        Networks: [...traffic.Networks],
        Domains: [],
      })
    }),
  fc.constantFrom('x', 'y').map((name) => (draft: Draft) => draft.exits.remove(name)),
  fc
    .tuple(fc.constantFrom('a', 'b'), fc.subarray(GROUPS), fc.subarray(TAGS), fc.boolean())
    .map(([Name, Groups, Tags, isPaired]) => (draft: Draft) => {
      const statement = { Endpoint: '', Networks: [Name === 'a' ? '10.8.0.0/24' : '10.9.0.0/24'] }
      const keys = { PrivateKey: '', PublicKey: '', Secret: '', ListenPort: 0 }
      const choices = { Users: { Devices: [], Groups, Tags }, Shared: { Devices: [MACS[0]!], Groups: [], Tags } }
      const Peer = isPaired ? { ...statement, PublicKey: '', Secret: '' } : null
      draft.sites.put(Name, { Name, Enabled: true, ...keys, ...choices, Endpoint: '', Given: statement, Peer })
    }),
  fc.constantFrom('a', 'b').map((name) => (draft: Draft) => draft.sites.remove(name)),
  fc.tuple(fc.constantFrom('a', 'b'), fc.boolean()).map(([name, up]) => (draft: Draft) => {
    draft.tunnelStates.put(name, { name, up, wasUp: true, since: 0, fault: null, endpoint: '' })
  }),
  fc
    .tuple(
      fc.constantFrom('p', 'q'),
      fc.subarray(GROUPS),
      fc.subarray(TAGS),
      fc.constantFrom<object>(
        { Kind: 'block' },
        { Kind: 'allow' },
        { Kind: 'dns', Domain: 'a.test', ResultIP: '192.168.2.10' },
        { Kind: 'tunnel', Tunnel: 'a' },
        { Kind: 'tag', Tag: 'print' },
        { Kind: 'group', Group: 'kids' },
        { Kind: 'limit', DownMbit: 1 },
        { Kind: 'family' },
        { Kind: 'services', Services: ['tiktok', 'roblox'] },
        { Kind: 'safesearch', YouTube: 'strict' },
      ),
      fc.boolean(),
      fc.constantFrom<object>({}, { Place: 'listed', Countries: ['NO'], Domains: ['a.test'] }),
    )
    .map(([Id, Groups, Tags, Do, Disabled, To]) => (draft: Draft) => {
      const input = RuleInput.parse({ Name: Id, When: { Groups, Tags }, To, Do, Disabled })
      const place = { Id, Order: 1, Skips: [], Number: input.Do.Kind === 'tunnel' ? 30 : 0 }
      draft.pfwRules.put(Id, { ...input, ...place })
    }),
  fc.constantFrom('p', 'q').map((id) => (draft: Draft) => draft.pfwRules.remove(id)),
  fc.tuple(fc.constantFrom('p', 'q'), fc.nat(2)).map(([id, start]) => (draft: Draft) => {
    draft.pfwHosts.put(id, { id, addresses: addressSet([{ start, end: start }]) })
    draft.pfwNetworks.put(id, { id, key: '[[],["NO"],[]]', addresses: addressSet([{ start, end: 9 }]) })
  }),
  fc
    .tuple(fc.constantFrom('p', 'q', 'persona:kids pause'), fc.boolean(), fc.subarray(MACS))
    .map(([id, holds, skipped]) => (draft: Draft) => {
      draft.pfwStates.put(id, { id, holds, until: undefined, skipped })
    }),
  fc.integer({ min: 0, max: 1 }).map((PauseUntil) => (draft: Draft) => {
    const persona = { Name: 'kids', Tag: 'persona:kids', Description: '', DailyLimitMinutes: 0, Schedules: [] }
    draft.personas.put('persona:kids', {
      ...persona,
      DNSFamily: true,
      Disabled: false,
      PauseUntil,
      GrantUntil: 0,
      PostponedUntil: 0,
    })
  }),
)

/** Sorted, since the order of a slot's spans depends on the order in which rules were added. */
const sorted = (slots: Network['slots']) =>
  [...slots].map(([name, { spans }]) => [name, spans.map((span) => JSON.stringify(span)).sort()]).sort()

test('an updated Network equals one that is compiled from all facts', async () => {
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
        assert.deepEqual(sorted(compiler.network.slots), sorted(anew.slots))
        assert.deepEqual(new Map([...compiler.network.members].sort()), new Map([...anew.members].sort()))
      }
    }),
    { numRuns: 200 },
  )
})

test('too many sets of rules are rejected', async () => {
  const { facts, change } = openMemoryFacts()
  const compiler = openCompiler(facts)
  const place = { ...remarks, Protocol: 'tcp', IP: '192.168.2.10', Domain: '', Port: '80' } as const
  const add = (RuleName: string, Tags: string[]) =>
    change((draft) => draft.endpoints.put(RuleName, { ...place, RuleName, Tags }))
  const tagsFrom = (first: number, count: number) => Array.from({ length: count }, (_, nth) => `t${first + nth}`)
  for (let nth = 0; nth < 8; nth++) compiler.update(await add(`e${nth}`, tagsFrom(nth * 64, 64)))
  // More rules in the same sets are permitted.
  compiler.update(await add('again', tagsFrom(0, 64)))
  const more = await add('more', ['t512'])
  assert.throws(() => compiler.update(more), Invalid)
  // Saved rules are compiled even above the limit: a router has to start.
  assert.equal(compile(facts).frame.ruleSets.length, 513)
})

test('a change of one device changes only its member', async () => {
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

test('an uplink lease with an address of the home is ignored until the home has another network', async () => {
  const { facts, change } = openMemoryFacts()
  const router = '192.168.2.1'
  await change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: '', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '192.168.2.6/24', router, routes: [] })
  })
  const compiler = openCompiler(facts)
  const addressOf = () => compiler.network.frame.uplinks.map(({ address, router }) => ({ address, router }))
  assert.deepEqual(addressOf(), [{ address: undefined, router: undefined }])
  compiler.update(await change((draft) => draft.set('subnet', { TinyNets: ['10.0.0.0/16'], LeaseTime: '24h0m0s' })))
  assert.deepEqual(addressOf(), [{ address: '192.168.2.6/24', router }])
})

test('former networks of the home remain while devices use them, except those of the provider', async () => {
  const { facts, change } = openMemoryFacts({ subnet: { TinyNets: ['10.0.0.0/24'], LeaseTime: '24h0m0s' } })
  const former = (...TinyNets: string[]) => ({ TinyNets, LeaseTime: '24h0m0s' })
  await change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: '', Enabled: true })
    draft.set('formerSubnets', [former('192.168.2.0/24', '192.168.3.0/24'), former('10.0.0.0/24', '192.168.2.0/24')])
  })
  const nets = () => compile(facts).frame.nets.map(formatSubnet)
  assert.deepEqual(nets(), ['10.0.0.0/24', '192.168.2.0/24', '192.168.3.0/24'])
  assert.equal(compile(facts).frame.lanIp, '10.0.0.1')
  await change((draft) =>
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '192.168.2.6/24', router: '192.168.2.1', routes: [] }),
  )
  assert.deepEqual(nets(), ['10.0.0.0/24', '192.168.3.0/24'])
})

test('interfaces of own rules are in the order of their keys, also after one was deleted and added again', async () => {
  const { facts, change } = openMemoryFacts()
  const rule = (Interface: string, SrcIP: string) => ({
    ...remarks,
    Interface,
    SrcIP,
    RouteDst: '',
    Policies: ['wan' as const],
    Groups: [],
    Tags: [],
  })
  await change((draft) => draft.customInterfaces.put('br0', rule('br0', '172.20.0.0/16')))
  await change((draft) => draft.customInterfaces.put('br1', rule('br1', '172.21.0.0/16')))
  await change((draft) => draft.customInterfaces.remove('br0'))
  await change((draft) => draft.customInterfaces.put('br0', rule('br0', '172.20.0.0/16')))
  assert.deepEqual(
    compile(facts).frame.customs.map(({ link }) => link),
    ['br0', 'br1'],
  )
})
