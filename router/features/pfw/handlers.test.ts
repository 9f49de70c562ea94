import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { openCollectingBus } from '../../events/collect.fixture.ts'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import { openMemoryFacts } from '../../store/memory.ts'
import { addressSetText } from '../../values/addressset.ts'
import { ipToNumber } from '../../values/ip.ts'
import { emptyDevice } from '../devices/device.ts'
import type { AddressData } from '../geoblock/networks.ts'
import { emptyGroup } from '../groups/group.ts'
import type { Caller } from '../operation.ts'
import { pfw as contract } from './contract.ts'
import { MOST_RANGES, networksIn, networksKey } from './destinations.ts'
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
    Array.from({ length: code === 'NO' ? 1 : MOST_RANGES }, (_, nth) => ({
      start: HERE + 2 * nth,
      end: HERE + 2 * nth,
    })),
  rangesOf: (asns) =>
    asns.map((asn) => ({ asn, name: '', ranges: [{ start: THERE + 1000 * asn, end: THERE + 1000 * asn + 9 }] })),
}

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
  })
  const zone = () => timeZone
  let id = 0
  let isOn = true
  const handlers = pfwHandlers({
    ...{ facts, change, clock, zone, isOn: () => isOn, newId: () => `r${++id}` },
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

test('rules are listed by kind and index, in the format of existing clients', async () => {
  using home = await open()
  await home.call('addBlock', BEDTIME)
  await home.call('replaceBlock', { ...BEDTIME, Name: 'Homework' }, { n: 1 })
  const tag = { Name: 'Printing', When: { Tags: ['kids'] }, Do: { Kind: 'tag', Tag: 'print' } }
  assert.equal((await home.call('addTag', tag)).length, 1)
  const { BlockRules, TagRules, APIToken, ForwardingRules } = await home.call('config')
  assert.deepEqual(
    [BlockRules.map(({ Name }: { Name: string }) => Name), TagRules.length, ForwardingRules.length, APIToken],
    [['Bedtime', 'Homework'], 1, 0, '*masked*'],
  )
  await assert.rejects(home.call('addBlock', tag), /^Invalid: Do\.Kind: belongs to the list of tag/)
  await assert.rejects(home.call('removeBlock', undefined, { n: 2 }), /^NotFound/)
  assert.equal((await home.call('removeBlock', undefined, { n: 0 })).length, 1)
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
    /at least one day/,
  )
  await rejects({ When: { Time: [] } }, /Time/)
})

test('while the extension is switched off, its lists are hidden, and rules stay in force', async () => {
  using home = await open(START + 3_600_000)
  await home.call('add', BEDTIME)
  home.switchOff()
  assert.equal(home.holds(), true)
  await assert.rejects(home.call('config'), /^NotFound/)
  await assert.rejects(home.call('addBlock', BEDTIME), /^NotFound/)
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
