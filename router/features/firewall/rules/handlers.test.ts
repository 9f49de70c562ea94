import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { compilePfw, effectiveDevice, heldRules } from '../../../compiler/pfwrules.ts'
import { openCollectingBus } from '../../../events/collect.fixture.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { AddressData } from '../../../model/firewall/geoblock/networks.ts'
import { pfw as contract } from '../../../model/firewall/rules/contract.ts'
import { MOST_DESTINATION_RANGES, networksIn, networksKey } from '../../../model/firewall/rules/destinations.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { emptyGroup } from '../../../model/home/groups/group.ts'
import type { Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { addressSetText } from '../../../values/addressset.ts'
import { ipToNumber } from '../../../values/ip.ts'
import { pfwHandlers } from './handlers.ts'
import { type NetworksOf, staleNetworks } from './networks.ts'
import { rulesOfFacts } from './settle.ts'
import { watchSchedules } from './watch.ts'

const PHONE = '02:00:00:00:00:01'
const TV = '02:00:00:00:00:02'
type ReplyOf<K extends keyof typeof contract> = (typeof contract)[K]['details'] extends {
  reply: infer R extends z.ZodType
}
  ? z.output<R>
  : undefined
const caller: Caller = { name: 'admin', kind: 'user', address: '' }
/** A Monday. */
const START = Date.UTC(2026, 10, 23, 20, 58, 30)
const BEDTIME = {
  Name: 'Bedtime',
  When: { Tags: ['kids'], Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '21:00', End: '07:00' }] },
  Do: { Kind: 'block' },
}

const [HERE, THERE] = ['5.0.0.0', '6.0.0.0'].map(ipToNumber) as [number, number]

/** One country with a network, and one with more than there is room for. */
const COUNTRIES: AddressData = {
  rangesIn: (code) =>
    Array.from({ length: code === 'NO' ? 1 : MOST_DESTINATION_RANGES }, (_, nth) => ({
      start: HERE + 2 * nth,
      end: HERE + 2 * nth,
    })),
  rangesOf: (asns) =>
    asns.map((asn) => ({ asn, name: '', ranges: [{ start: THERE + 1000 * asn, end: THERE + 1000 * asn + 9 }] })),
}

const tunnel = (Name: string, Link: string) => ({
  ...{ Name, Link, Enabled: true, PrivateKey: 'sealed', PublicKey: '', Addresses: ['10.2.0.2'], DNS: [] },
  ...{ MTU: 0, ListenPort: 0 },
  Peer: {
    ...{ PublicKey: '', PresharedKey: '', Endpoint: 'oslo.example:51820', AllowedIPs: ['0.0.0.0/0'] },
    PersistentKeepalive: 25,
  },
})

async function open(start = START, timeZone = 'UTC') {
  const memory = openMemoryFacts()
  const { facts, change } = memory
  const clock = openSteppedClock(start)
  const { bus, published } = openCollectingBus()
  await change((draft) => {
    draft.devices.put(PHONE, {
      ...emptyDevice(),
      MAC: PHONE,
      Name: 'phone',
      DeviceTags: ['kids'],
      RecentIP: '192.168.2.6',
    })
    draft.devices.put(TV, { ...emptyDevice(), MAC: TV, Name: 'tv' })
    draft.groups.put('family', emptyGroup('family'))
    draft.interfaces.put('eth1', { Name: 'eth1', Type: 'Uplink', Subtype: 'ethernet', Enabled: true, VLAN: '7' })
  })
  const zone = () => timeZone
  let id = 0
  let isOn = true
  let checks = 0
  const handlers = pfwHandlers({
    ...{ facts, change, clock, zone, isOn: () => isOn, newId: () => `r${++id}` },
    checkUplinks: () => checks++,
    tunnels: {
      update: async () => assert.fail('no tunnel is changed'),
      remove: async () => assert.fail('no tunnel is deleted'),
    },
    networksOf: async (to) =>
      networksKey(to) === undefined ? undefined : networksIn(to, COUNTRIES, async () => undefined),
  })
  const failures: string[] = []
  const watching = watchSchedules({
    ...{ facts, change, bus, clock, zone, minuteMs: 60_000 },
    onFailure: (what, error) => failures.push(`${what}: ${error}`),
  })
  memory.watch(watching.learn)
  await clock.step(0)
  /** Calls an operation with the validation of its contract. */
  const call = async <K extends keyof typeof contract>(name: K, body?: unknown, params: object = {}) => {
    const schema = (contract[name].details as { body?: { parse(value: unknown): unknown } }).body
    const request = { params, query: {}, body: schema?.parse(body), caller }
    return (await (handlers[name] as (request: unknown) => unknown)(request)) as ReplyOf<K>
  }
  return {
    ...{ facts, change, clock, published, call, failures, fillDisk: memory.fillDisk },
    switchOff() {
      isOn = false
    },
    checks: () => checks,
    holds: (name = 'r1') => facts.pfwStates.get(name)?.holds ?? false,
    [Symbol.dispose]: () => watching[Symbol.dispose](),
  }
}

test('on a full disk, pauses end and schedules begin', async () => {
  using home = await open()
  await home.call('add', BEDTIME)
  await home.call('pause', { Devices: [PHONE], Minutes: 1 })
  await home.clock.step(0)
  home.fillDisk()
  await home.clock.step(60_000)
  assert.deepEqual([home.holds('r2'), home.holds()], [false, false])
  assert.match(String(home.failures), /^ended pauses could not be deleted: .*disk is full/)
  await home.clock.step(30_000)
  assert.deepEqual([home.holds('r2'), home.holds()], [false, true])
})

test('a schedule begins and ends exactly at its minutes', async () => {
  using home = await open()
  const saved = await home.call('add', BEDTIME)
  assert.partialDeepStrictEqual(saved, { Id: 'r1', Holds: false, NextStart: Date.UTC(2026, 10, 23, 21) / 1000 })
  await home.clock.step(89_999)
  assert.equal(home.holds(), false)
  await home.clock.step(1)
  assert.equal(home.holds(), true)
  await home.clock.step(10 * 3_600_000 - 1)
  assert.equal(home.holds(), true)
  await home.clock.step(1)
  assert.equal(home.holds(), false)
  assert.deepEqual(home.published, [
    [
      'pfw:rule:start',
      { Id: 'r1', Name: 'Bedtime', Action: 'block', Devices: [PHONE], Until: Date.UTC(2026, 10, 24, 7) / 1000 },
    ],
    ['pfw:rule:end', { Id: 'r1', Name: 'Bedtime', Action: 'block', Devices: [PHONE], Until: 0 }],
  ])
})

test('a rule that is saved during its window holds when the call returns', async () => {
  using home = await open(START + 3_600_000)
  const { HoldsUntil } = await home.call('add', BEDTIME)
  assert.equal(home.holds(), true)
  assert.equal(HoldsUntil, Date.UTC(2026, 10, 24, 7) / 1000)
  await home.call('replace', { ...BEDTIME, Disabled: true }, { id: 'r1' })
  assert.equal(home.holds(), false)
  await home.call('replace', BEDTIME, { id: 'r1' })
  await home.call('remove', undefined, { id: 'r1' })
  assert.equal(home.holds(), false)
  assert.equal(home.facts.pfwStates.size, 0)
})

test('one more hour for all devices, and for one', async () => {
  using home = await open(START + 3_600_000)
  await home.call('add', BEDTIME)
  await home.call('extend', { Minutes: 60 }, { id: 'r1' })
  assert.equal(home.holds(), false)
  await home.clock.step(3_600_000)
  assert.equal(home.holds(), true)
  assert.deepEqual(home.facts.pfwRules.get('r1')?.Skips, [], 'past ones are removed')
  await home.call('extend', { Minutes: 60, Device: PHONE.toUpperCase() }, { id: 'r1' })
  assert.deepEqual(home.facts.pfwStates.get('r1')?.skipped, [PHONE])
  await home.call('extend', { Minutes: 0, Device: PHONE }, { id: 'r1' })
  assert.deepEqual(home.facts.pfwStates.get('r1')?.skipped, [])
  await assert.rejects(
    home.call('extend', { Minutes: 60, Device: TV }, { id: 'r1' }),
    /^Invalid: Device: is not one of/,
  )
})

test('a repeated pause holds for a device that was resumed from the first', async () => {
  using home = await open()
  const { Id } = await home.call('pause', { Devices: [PHONE], Minutes: 60 })
  await home.call('extend', { Minutes: 60, Device: PHONE }, { id: Id })
  assert.deepEqual(home.facts.pfwStates.get(Id)?.skipped, [PHONE])
  const again = await home.call('pause', { Devices: [PHONE], Minutes: 30 })
  assert.equal(again.Id, Id)
  assert.partialDeepStrictEqual(home.facts.pfwStates.get(Id), { holds: true, skipped: [] })
})

test('a rule with other times is no longer postponed, one with another name is', async () => {
  using home = await open()
  await home.call('add', BEDTIME)
  await home.call('extend', { Minutes: 60 }, { id: 'r1' })
  await home.call('replace', { ...BEDTIME, Name: 'Night' }, { id: 'r1' })
  assert.equal(home.facts.pfwRules.get('r1')?.Skips.length, 1)
  const Times = [{ ...BEDTIME.When.Times[0], Start: '20:00' }]
  await home.call('replace', { ...BEDTIME, When: { ...BEDTIME.When, Times } }, { id: 'r1' })
  assert.deepEqual(home.facts.pfwRules.get('r1')?.Skips, [])
  assert.equal(home.holds(), true)
})

test('a pause is deleted when it ends', async () => {
  using home = await open()
  await home.call('add', { Name: 'Pause', When: { Devices: [PHONE] }, Do: { Kind: 'block' }, Until: START / 1000 + 90 })
  assert.equal(home.holds(), true)
  await home.clock.step(90_000)
  assert.equal(home.facts.pfwRules.size, 0)
})

test('a rule follows the presence of another device', async () => {
  using home = await open()
  await home.call('add', { Name: 'TV', When: { Tags: ['kids'], Online: [{ Device: TV }] }, Do: { Kind: 'notify' } })
  assert.equal(home.holds(), false)
  await home.change((draft) => draft.stations.put(TV, { mac: TV, link: 'wlan0.4096' }))
  await home.clock.step(0)
  assert.equal(home.holds(), true)
  assert.ok(home.published.some(([topic]) => topic === 'pfw:notify'))
  await home.change((draft) => draft.stations.remove(TV))
  await home.clock.step(0)
  assert.equal(home.holds(), false)
})

const WINDOW = { Days: [1, 1, 1, 1, 1, 1, 1], Start: '21:00', End: '07:00' }
const everyField = { Condition: '', Disabled: false }
const noClient = { Group: '', Identity: '', SrcIP: '', Tag: '', Endpoint: '' }

test('rules of our own form are listed by kind in that of existing clients, with all its fields', async () => {
  using home = await open()
  const { change, call } = home
  await change((draft) => draft.tunnels.put('oslo', tunnel('oslo', 'wg1')))
  const add = (Name: string, Do: object, To?: object, When: object = { Tags: ['kids'] }) =>
    call('add', { Name, Do, When, ...(To && { To }) })
  await add('Bedtime', { Kind: 'block' }, undefined, BEDTIME.When)
  await add('All', { Kind: 'block' }, { Place: 'anywhere', Protocol: 'udp', Port: '53' }, {})
  await add(
    'Abroad',
    { Kind: 'block' },
    { Place: 'listed', Countries: ['NO'] },
    { Devices: [PHONE, TV], UsedMinutes: 9 },
  )
  await add('Video', { Kind: 'block' }, { Place: 'listed', Networks: ['5.1.2.0/24'], Domains: ['a.test'] })
  await add('Site', { Kind: 'block' }, { Place: 'listed', Domains: ['a.test'], Protocol: 'tcp', Port: '1-10' })
  await add('Net', { Kind: 'block' }, { Place: 'listed', ASNs: [2] })
  await add('Oslo', { Kind: 'tunnel', Tunnel: 'oslo' }, undefined, { Groups: ['family'] })
  await add('Work', { Kind: 'uplink', Uplink: 'eth1.7' }, { Place: 'listed', Domains: ['a.test'], Port: '443' })
  await add('Slow', { Kind: 'limit', DownMbit: 5 })
  const cloud = { Place: 'listed', Networks: ['5.1.2.3'], Protocol: 'tcp', Port: '443' }
  await add('Cloud', { Kind: 'redirect', IP: '192.168.2.10', Port: 8443 }, cloud)
  await add('Print', { Kind: 'tag', Tag: 'print', Tags: ['scan'] })
  await add('Join', { Kind: 'group', Group: 'family' })
  const { BlockRules, ForwardingRules, TagRules, GroupRules, Variables, APIToken } = await call('config')
  const always = { Days: [], Start: '', End: '' }
  const kids = { ...everyField, Time: always, Client: { ...noClient, Tag: 'kids' } }
  const all = { Protocol: '', Dst: { IP: '' }, DstPort: '' }
  assert.deepEqual(BlockRules, [
    { ...kids, ...all, RuleName: 'Bedtime', Time: WINDOW },
    {
      ...{ ...kids, RuleName: 'All', Client: { ...noClient, SrcIP: '0.0.0.0' } },
      ...{ Protocol: 'udp', Dst: { IP: '0.0.0.0/0' }, DstPort: '53' },
    },
    { ...kids, ...all, RuleName: 'Abroad', Client: { ...noClient, Identity: PHONE }, Dst: { Country: 'NO' } },
    { ...kids, ...all, RuleName: 'Video', Dst: { IP: '5.1.2.0/24' } },
    { ...kids, RuleName: 'Site', Protocol: 'tcp', Dst: { Domain: 'a.test' }, DstPort: '1-10' },
    { ...kids, ...all, RuleName: 'Net', Dst: { ASN: '2' } },
  ])
  const through = { ...kids, ...all, OriginalDst: { IP: '' }, OriginalDstPort: '' }
  assert.deepEqual(ForwardingRules, [
    { ...through, RuleName: 'Oslo', Client: { ...noClient, Group: 'family' }, DstInterface: 'wg1' },
    {
      ...{ ...through, RuleName: 'Work', OriginalDst: { Domain: 'a.test' }, OriginalDstPort: '443' },
      DstInterface: 'eth1.7',
    },
    { ...through, RuleName: 'Slow', DstInterface: '' },
    {
      ...{ ...through, RuleName: 'Cloud', Protocol: 'tcp', OriginalDst: { IP: '5.1.2.3' }, OriginalDstPort: '443' },
      ...{ Dst: { IP: '192.168.2.10' }, DstPort: '8443', DstInterface: '' },
    },
  ])
  assert.deepEqual(TagRules, [{ ...kids, RuleName: 'Print', Tags: ['print', 'scan'] }])
  assert.deepEqual(GroupRules, [{ ...kids, RuleName: 'Join', Groups: ['family'] }])
  assert.deepEqual([Variables, APIToken], [{}, '*masked*'])

  // A client sends back what it read, with another name: the rule keeps what the client cannot show.
  const stored = () => rulesOfFacts(home.facts).map(({ Id, When, To, Do, Until }) => ({ Id, When, To, Do, Until }))
  const before = stored()
  const lists = {
    replaceBlock: BlockRules,
    replaceForward: ForwardingRules,
    replaceTag: TagRules,
    replaceGroup: GroupRules,
  }
  for (const [operation, list] of Object.entries(lists))
    for (const [n, rule] of list.entries())
      await call(operation as keyof typeof lists, { ...rule, RuleName: `${rule.RuleName} 2` }, { n })
  assert.deepEqual(stored(), before)
  assert.deepEqual((await call('config')).BlockRules[2]?.RuleName, 'Abroad 2')
})

test('rules are added, changed and deleted by index, as existing clients send them', async () => {
  using home = await open(START + 3_600_000)
  const { call, change } = home
  await change((draft) => {
    draft.tunnels.put('oslo', tunnel('oslo', 'wg1'))
    draft.groups.put('club', emptyGroup('club'))
  })
  const bedtime = { RuleName: 'Bedtime', Disabled: false, Time: WINDOW, Condition: '', Client: { Tag: 'kids' } }
  const [added] = await call('addBlock', { ...bedtime, Protocol: '', Dst: { IP: '' }, DstPort: '' })
  assert.deepEqual(added, {
    ...{ ...bedtime, Client: { ...noClient, Tag: 'kids' } },
    ...{ Protocol: '', Dst: { IP: '0.0.0.0/0' }, DstPort: '' },
  })
  await home.clock.step(0)
  assert.equal(home.holds(), true)
  const stored = () => rulesOfFacts(home.facts).map(({ When, To, Do }) => ({ When, To, Do }))
  assert.partialDeepStrictEqual(stored(), [
    { When: { Tags: ['kids'], Times: [WINDOW] }, To: { Place: 'anywhere' }, Do: { Kind: 'block' } },
  ])
  await call(
    'replaceBlock',
    { ...bedtime, Client: { SrcIP: '192.168.2.6' }, Dst: { Domain: 'A.test' }, DstPort: '443' },
    { n: 0 },
  )
  await call(
    'replaceBlock',
    { ...bedtime, Time: { Days: [] }, Client: { Identity: PHONE.toUpperCase() }, Dst: { ASN: 'AS2' } },
    { n: 1 },
  )
  await call('addForward', {
    RuleName: '',
    Client: { Group: 'family' },
    OriginalDst: { Country: 'no' },
    DstInterface: 'wg1',
  })
  await call('addForward', {
    RuleName: 'b',
    Client: { SrcIP: '0.0.0.0' },
    Dst: { IP: '5.0.0.0/8' },
    DstInterface: 'oslo',
  })
  const cloud = {
    RuleName: 'cloud',
    Client: { Tag: 'kids' },
    OriginalDst: { Domain: 'a.test' },
    Dst: { IP: '192.168.2.10/32' },
  }
  await call('addForward', { ...cloud, Protocol: 'udp', OriginalDstPort: '1-10', DstPort: '8080' })
  // Without an interface, an empty one, or a port.
  await call('addForward', { ...cloud, DstInterface: '' })
  await call('addForward', {
    Client: { Tag: 'kids' },
    Protocol: 'tcp',
    Dst: {},
    DstPort: '443',
    DstInterface: 'eth1.7',
  })
  await call('addTag', { RuleName: 'c', Client: { Tag: 'kids' }, Tags: ['print', 'scan'] })
  await call('addGroup', { RuleName: 'd', Client: { Tag: 'kids' }, Groups: ['family', 'club'] })
  const tunnelled = { Kind: 'tunnel', Tunnel: 'oslo' }
  assert.partialDeepStrictEqual(stored(), [
    { When: { Devices: [PHONE], Tags: [] }, To: { Place: 'listed', Domains: ['a.test'], Port: '443' } },
    { When: { Devices: [PHONE], Times: [] }, To: { Place: 'listed', ASNs: [2], Domains: [] } },
    { When: { Groups: ['family'] }, To: { Place: 'listed', Countries: ['NO'] }, Do: tunnelled },
    { When: { Devices: [], Groups: [], Tags: [] }, To: { Place: 'listed', Networks: ['5.0.0.0/8'] }, Do: tunnelled },
    {
      To: { Place: 'listed', Domains: ['a.test'], Protocol: 'udp', Port: '1-10' },
      Do: { Kind: 'redirect', IP: '192.168.2.10', Port: 8080 },
    },
    { To: { Protocol: 'any', Port: 'any' }, Do: { Kind: 'redirect', IP: '192.168.2.10' } },
    { To: { Place: 'internet', Protocol: 'tcp', Port: '443' }, Do: { Kind: 'uplink', Uplink: 'eth1.7' } },
    { Do: { Kind: 'tag', Tag: 'print', Tags: ['scan'] } },
    { Do: { Kind: 'group', Group: 'family', Groups: ['club'] } },
  ])
  await assert.rejects(call('removeBlock', undefined, { n: 2 }), /^NotFound/)
  assert.equal((await call('removeBlock', undefined, { n: 0 })).length, 1)
  const refused = (operation: 'addBlock' | 'addForward' | 'addTag' | 'addGroup', rule: object, message: RegExp) =>
    assert.rejects(call(operation, { RuleName: 'x', Client: { Tag: 'kids' }, ...rule }), message)
  await refused('addBlock', { Client: {} }, /^Invalid: Client: must have an entry/)
  await refused('addBlock', { Client: { SrcIP: '192.168.2.99' } }, /^Invalid: Client\.SrcIP: there is no device/)
  await refused(
    'addBlock',
    { Client: { Identity: '02:00:00:00:00:99' } },
    /^Invalid: Client\.Identity: there is no device/,
  )
  await refused('addBlock', { Client: { Identity: 'phone' } }, /^Invalid: Client\.Identity: must be the MAC address/)
  await refused('addBlock', { Client: { Endpoint: 'printer' } }, /^Invalid: Client\.Endpoint: there is no endpoint/)
  await refused('addBlock', { Condition: 'away ==' }, /^Invalid: Condition: ends before a value/)
  await refused('addBlock', { Dst: { IP: '1.1.1.1', Domain: 'a.test' } }, /^Invalid: Dst: must have one/)
  await refused('addBlock', { Dst: { IP: '127.0.0.0/8' } }, /^Invalid: Dst\.IP: 127\.0\.0\.0\/8 cannot be routed/)
  await refused('addForward', { DstInterface: '' }, /^Invalid: Dst\.IP: must be the address/)
  await refused('addForward', { Dst: { IP: '5.1.2.0/24' } }, /^Invalid: Dst\.IP: must be the address/)
  await refused('addForward', { Dst: { IP: '127.0.0.1' } }, /^Invalid: Dst\.IP: cannot be routed/)
  await refused('addForward', { Dst: { IP: '192.168.2.10' }, DstPort: '1-9' }, /^Invalid: DstPort: must be one port/)
  await refused('addForward', { DstInterface: 'wan9' }, /^Invalid: DstInterface: there is no uplink, tunnel or plugin/)
  await refused('addForward', { DstInterface: 'wg1', OriginalDstPort: '80' }, /^Invalid: OriginalDstPort: must be any/)
  await refused('addTag', { Tags: [] }, /^Invalid: Tags: must have an entry/)
  await refused('addGroup', { Groups: ['family', 'no such'] }, /^Invalid: Groups: there is no group "no such"/)
})

test('a rule with several tags and groups gives them all', async () => {
  using home = await open()
  await home.call('addTag', { RuleName: 'c', Client: { Tag: 'kids' }, Tags: ['print', 'scan'] })
  await home.call('addGroup', { RuleName: 'd', Client: { Tag: 'kids' }, Groups: ['family'] })
  await home.clock.step(0)
  const phone = home.facts.devices.get(PHONE)!
  const device = effectiveDevice(phone, heldRules(PHONE, phone, compilePfw(home.facts), home.facts))
  assert.deepEqual([device.DeviceTags, device.Groups], [['kids', 'print', 'scan'], ['family']])
})

test('a condition on variables holds while it is true, and survives a change of another field', async () => {
  using home = await open()
  const { call } = home
  const rule = { RuleName: 'Away', Condition: 'away == "yes" && guests < 3', Client: { Tag: 'kids' }, Dst: {} }
  const [saved] = await call('addBlock', rule)
  assert.equal(saved?.Condition, rule.Condition)
  assert.equal(home.holds(), false)
  assert.deepEqual(await call('setVariable', 2, { name: 'guests' }), { guests: '2' })
  assert.deepEqual(await call('setVariable', 'yes', { name: 'away' }), { guests: '2', away: 'yes' })
  assert.equal(home.holds(), true)
  await call('replaceBlock', { ...saved, RuleName: 'While away' }, { n: 0 })
  assert.equal((await call('config')).BlockRules[0]?.Condition, rule.Condition)
  await home.clock.step(0)
  assert.ok(
    home.published.some(([topic]) => topic === 'pfw:rule:start'),
    'it is published',
  )
  assert.deepEqual(await call('testExpression', { Expression: 'away && guests > 2' }), { Result: false })
  assert.deepEqual(await call('testExpression', { Expression: 'guests > 2', Variables: { guests: '3' } }), {
    Result: true,
  })
  assert.equal(await call('variable', undefined, { name: 'away' }), 'yes')
  assert.deepEqual(await call('removeVariable', undefined, { name: 'away' }), { guests: '2' })
  assert.equal(home.holds(), false)
  await assert.rejects(async () => call('variable', undefined, { name: 'away' }), /^NotFound/)
  await call('replaceBlock', { ...saved, Condition: '' }, { n: 0 })
  assert.equal(home.holds(), true, 'without a condition it always holds')
})

test('the tasks of existing clients are the monitoring of uplinks', async () => {
  using home = await open()
  const { call, facts } = home
  assert.deepEqual(await call('tasks'), {
    WiFiScan: { Disabled: true, Interfaces: [], Time: { CronExpr: '' } },
    UplinkCheck: { Disabled: false, Addresses: [], Time: { CronExpr: '@every 10s' } },
  })
  const configure = (body: object, task = 'uplink-check') => call('configureTask', body, { task })
  const { UplinkCheck } = await configure({
    ...{ Addresses: ['icmp:9.9.9.9', '1.1.1.1', 'tcp:1.1.1.1:443'], Time: { CronExpr: '*/5 * * * *' } },
  })
  assert.deepEqual(UplinkCheck, {
    ...{ Disabled: false, Addresses: ['icmp:9.9.9.9', 'icmp:1.1.1.1', 'tcp:1.1.1.1:443'] },
    Time: { CronExpr: '@every 300s' },
  })
  assert.partialDeepStrictEqual(facts.setting('wan'), {
    ...{ ProbeTargets: ['9.9.9.9', '1.1.1.1', 'tcp:1.1.1.1:443'], IntervalSeconds: 300 },
  })
  assert.deepEqual((await configure(UplinkCheck)).UplinkCheck, UplinkCheck)
  await call('runTask', undefined, { task: 'uplink-check' })
  assert.equal(home.checks(), 1)
  await configure({ Disabled: true })
  assert.equal(facts.setting('wan').Enabled, false)
  await assert.rejects(async () => call('runTask', undefined, { task: 'uplink-check' }), /task: the task is disabled/)
  await assert.rejects(async () => call('runTask', undefined, { task: 'wifi-scan' }), /task: radios are scanned/)
  for (const bad of ['tcp:1.1.1.1', 'tcp:1.1.1.1:0', 'tcp:1.1.1.1:65536', 'tcp:127.0.0.1:22', 'udp:1.1.1.1:53'])
    await assert.rejects(configure({ Addresses: [bad] }), /Addresses\[0\]: must be an address/)
  await assert.rejects(configure({ Time: { CronExpr: '0 3 * * *' } }), /Time\.CronExpr: must be an interval/)
  await assert.rejects(configure({ Disabled: false }, 'wifi-scan'), /Disabled: must be true/)
})

test('rules that cannot work are rejected with the field', async () => {
  using home = await open()
  const rejects = (input: object, message: RegExp) =>
    assert.rejects(home.call('add', { Name: 'x', Do: { Kind: 'block' }, ...input }), message)
  await rejects({ When: { Devices: ['02:00:00:00:00:99'] } }, /When\.Devices\[0\]: there is no device/)
  await rejects(
    { When: { Online: [{ Device: '02:00:00:00:00:99' }] } },
    /When\.Online\[0\]\.Device: there is no device/,
  )
  await rejects({ Until: 1 }, /Until: is in the past/)
  await rejects({ To: { Place: 'listed', Countries: ['SE'], ASNs: [1, 2] } }, /To\.Countries: has too many addresses/)
  await rejects({ To: { Place: 'listed' } }, /To\.Networks: must have an entry/)
  await rejects({ To: { Networks: ['1.2.3.4'] } }, /To\.Place: must be "listed"/)
  await rejects({ Do: { Kind: 'tunnel', Tunnel: 'oslo' } }, /Do\.Tunnel: there is no tunnel "oslo"/)
  await rejects({ Do: { Kind: 'limit' } }, /Do\.DownMbit: must be given/)
  await rejects({ Do: { Kind: 'group', Group: 'club' } }, /Do\.Group: there is no group "club"/)
  await rejects({ Do: { Kind: 'dns', Domain: 'a.test' } }, /Do\.ResultIP: must be given/)
  await rejects({ Do: { Kind: 'tag', Tag: 'x' }, To: { Port: '80' } }, /To: must be absent/)
  await rejects(
    { When: { Times: [{ Days: [0, 0, 0, 0, 0, 0, 0], Start: '21:00', End: '07:00' }] } },
    /firewall\.dayNeeded/,
  )
  await rejects({ When: { Time: [] } }, /Time/)
})

test('while the extension is switched off, its lists are hidden, and rules stay in force', async () => {
  using home = await open(START + 3_600_000)
  await home.call('add', BEDTIME)
  home.switchOff()
  assert.equal(home.holds(), true)
  await assert.rejects(home.call('config'), /^NotFound/)
  await assert.rejects(home.call('addBlock', { RuleName: 'x', Client: { Tag: 'kids' } }), /^NotFound/)
  assert.equal((await home.call('rules')).length, 1)
})

test('the countries and networks of a rule are compiled when it is saved, and removed with it', async () => {
  using home = await open()
  const To = { Place: 'listed', Networks: ['6.0.7.216/29'], Countries: ['no'], ASNs: [2] }
  await home.call('add', { Name: 'Abroad', To, Do: { Kind: 'block' } })
  const addresses = () => {
    const kept = home.facts.pfwNetworks.get('r1')
    return kept && addressSetText(kept.addresses)
  }
  assert.equal(addresses(), '5.0.0.0, 6.0.7.208-6.0.7.223')
  const replace = (to: object) => home.call('replace', { Name: 'Abroad', To: to, Do: { Kind: 'block' } }, { id: 'r1' })
  await replace({ ...To, Networks: [] })
  assert.equal(addresses(), '5.0.0.0, 6.0.7.208-6.0.7.217')
  await replace({})
  assert.equal(addresses(), undefined)
})

test('networks are compiled anew after a rule was restored, and removed after it was deleted', async () => {
  using home = await open()
  const { facts, change } = home
  const networksOf: NetworksOf = async (to) => networksIn(to, COUNTRIES, async () => undefined)
  const stale = () => staleNetworks(facts, networksOf)
  await home.call('add', { Name: 'Abroad', To: { Place: 'listed', ASNs: [2] }, Do: { Kind: 'block' } })
  assert.equal(await stale(), undefined)
  const rule = facts.pfwRules.get('r1')!
  await change((draft) => draft.pfwRules.put('r1', { ...rule, To: { ...rule.To, ASNs: [3] } }))
  await change((await stale())!)
  assert.equal(addressSetText(facts.pfwNetworks.get('r1')!.addresses), '6.0.11.184-6.0.11.193')
  await change((draft) => draft.pfwRules.remove('r1'))
  await change((await stale())!)
  assert.equal(facts.pfwNetworks.size, 0)
})

test('a pause of a group ends after its time, and a second one of the same replaces it', async () => {
  using home = await open()
  await home.call('add', { ...BEDTIME, Name: 'Other' })
  const first = await home.call('pause', { Groups: ['Family'], Minutes: 30 })
  assert.partialDeepStrictEqual(first, { Name: 'Pause', Holds: true, Until: START / 1000 + 1800 })
  const second = await home.call('pause', { Groups: ['family'], Minutes: 60 })
  assert.deepEqual([second.Id, second.Until], [first.Id, START / 1000 + 3600])
  const other = await home.call('pause', { Devices: [PHONE], Minutes: 1 })
  assert.deepEqual(
    (await home.call('rules')).map(({ Id }) => Id),
    [other.Id, second.Id, 'r1'],
    'the newest is first',
  )
  await home.clock.step(3_600_000 - 1)
  assert.equal(home.holds(second.Id), true)
  await home.clock.step(1)
  assert.equal(home.holds(second.Id), false)
  assert.deepEqual([...home.facts.pfwRules.keys()], ['r1'])
})

test('a pause without an end or without devices is rejected', async () => {
  using home = await open()
  await assert.rejects(home.call('pause', { Minutes: 30 }), /^Invalid: Devices: must have an entry/)
  await assert.rejects(home.call('pause', { Devices: [PHONE] }), /^Invalid: Minutes: must be given, or Until/)
  await assert.rejects(
    home.call('pause', { Devices: [PHONE], Minutes: 1, Until: '07:00' }),
    /^Invalid: Minutes: must be given, or Until/,
  )
  await assert.rejects(
    home.call('pause', { Devices: ['02:00:00:00:00:99'], Minutes: 1 }),
    /^Invalid: When.Devices\[0\]: there is no device/,
  )
})

for (const [night, evening, hours] of [
  ['an ordinary night', '2026-03-27T22:00', 9],
  ['the night in which clocks go forward', '2026-03-28T22:00', 8],
  ['the night in which clocks go back', '2026-10-24T22:00', 10],
] as const)
  test(`a pause until 7:00 and a bedtime end together after ${night}`, async () => {
    const start = Temporal.ZonedDateTime.from(`${evening}[Europe/Berlin]`).epochMilliseconds
    using home = await open(start, 'Europe/Berlin')
    await home.call('add', BEDTIME)
    const { Id, Until } = await home.call('pause', { Devices: [PHONE], Until: '07:00' })
    assert.equal(Until * 1000, start + hours * 3_600_000)
    await home.clock.step(hours * 3_600_000 - 1)
    assert.deepEqual([home.holds(Id), home.holds()], [true, true])
    await home.clock.step(1)
    assert.deepEqual([home.holds(Id), home.holds()], [false, false])
  })

test('a rule that is put first precedes those of personas, but not their pauses', async () => {
  using home = await open()
  const times = { PauseUntil: START / 1000 + 60, GrantUntil: 0, PostponedUntil: 0 }
  const Schedules = BEDTIME.When.Times as { Days: (0 | 1)[]; Start: string; End: string }[]
  await home.change((draft) =>
    draft.personas.put('persona:kids', {
      ...{ Name: 'kids', Tag: 'persona:kids', Description: '', DailyLimitMinutes: 0, Schedules },
      ...{ DNSFamily: false, Disabled: false, ...times },
    }),
  )
  await home.call('add', BEDTIME)
  const allow = { Name: 'Allow', When: { Devices: [PHONE] }, Do: { Kind: 'allow' } }
  const { Id } = await home.call('add', { ...allow, First: true })
  assert.deepEqual(
    rulesOfFacts(home.facts).map((rule) => rule.Id),
    ['persona:kids pause', Id, 'persona:kids schedule', 'r1'],
  )
  await home.call('replace', { ...allow, Name: 'Renamed' }, { id: Id })
  assert.equal(rulesOfFacts(home.facts)[1]?.Id, Id, 'it keeps its place')
})

test('a rule for some minutes ends by the clock of the router', async () => {
  using home = await open()
  const allow = { Name: 'Allow', When: { Devices: [PHONE] }, Do: { Kind: 'allow' }, Minutes: 60 }
  const { Id, Until } = await home.call('add', allow)
  assert.equal(Until, START / 1000 + 3600)
  await home.clock.step(3_600_000 - 1)
  assert.equal(home.holds(Id), true)
  await home.clock.step(1)
  assert.equal(home.facts.pfwRules.has(Id), false)
  await assert.rejects(home.call('add', { ...allow, Until }), /^Invalid: Minutes: must be absent with Until/)
})
