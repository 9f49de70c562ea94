import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RuleInput } from '../../../model/firewall/rules/pfwrule.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import type { Details, Handler, Operation } from '../../../model/operation.ts'
import { contracts } from '../../../model/operations.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { eventsFor, limitedHandler } from './limits.ts'

const [TABLET, CONSOLE, LAPTOP] = ['02:00:00:00:00:01', '02:00:00:00:00:02', '02:00:00:00:00:03']

/** A home whose parent robin sees the tablet and the console, and not the laptop; the viewer is alex. */
async function openHome() {
  const { facts, change } = openMemoryFacts({ setup: { done: true } })
  const rule = (Id: string, given: object) => {
    const { First: _first, Minutes: _minutes, ...rest } = RuleInput.parse({ Name: Id, Do: { Kind: 'block' }, ...given })
    return { ...rest, Id, Order: 1, Skips: [], Number: 0 }
  }
  await change((draft) => {
    for (const [n, MAC, Groups, DeviceTags] of [
      [1, TABLET, ['children', 'family'], ['kids']],
      [2, CONSOLE, ['children'], []],
      [3, LAPTOP, ['family'], ['kids', 'persona:all']],
    ] as const)
      draft.devices.put(MAC!, {
        ...emptyDevice(),
        MAC: MAC!,
        Groups: [...Groups],
        DeviceTags: [...DeviceTags],
        RecentIP: `192.168.2.${n}0` as never,
      })
    draft.users.put('robin', { Name: 'robin', PasswordHash: '#', Role: 'parent', Groups: ['children'] })
    draft.users.put('alex', { Name: 'alex', PasswordHash: '#', Role: 'viewer' })
    draft.users.put('admin', { Name: 'admin', PasswordHash: '#' })
    const Until = 2_000_000_000
    for (const one of [
      rule('pause', { When: { Devices: [TABLET] }, Until }),
      rule('group', { When: { Groups: ['children'] }, Until }),
      rule('shared', {
        When: { Devices: [TABLET, LAPTOP], Tags: ['kids', 'work'], Groups: ['family', 'office'] },
        Until,
      }),
      rule('bedtime', {
        When: { Tags: ['kids'], Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '21:00', End: '07:00' }] },
      }),
      rule('everybody', { When: {}, Until }),
      rule('theirs', { When: { Devices: [LAPTOP] }, Until }),
      rule('protection', { When: { Devices: [TABLET] }, To: { Place: 'listed', Domains: ['bad.example'] } }),
    ])
      draft.pfwRules.put(one.Id, one as never)
    for (const [Name, Tag] of [
      ['All', 'persona:all'],
      ['Kids', 'persona:kids'],
    ])
      draft.personas.put(Tag!, {
        Name,
        Tag,
        Description: '',
        DailyLimitMinutes: 0,
        Schedules: [],
        DNSFamily: false,
        Disabled: false,
        PauseUntil: 0,
        GrantUntil: 0,
        PostponedUntil: 0,
      } as never)
    draft.devices.put(TABLET!, { ...draft.devices.get(TABLET!)!, DeviceTags: ['kids', 'persona:kids'] })
  })
  const ask = async (operation: unknown, given: object, reply: unknown = null, name = 'robin') => {
    const handler = limitedHandler(facts, operation as Operation, (() => reply) as Handler<Details>)
    return handler({ params: {}, query: {}, body: {}, caller: { name, kind: 'user', address: '' }, ...given } as never)
  }
  const refused = (operation: unknown, given: object) =>
    assert.rejects(ask(operation, given), { kind: 'forbidden', message: /only an owner/ })
  return { facts, ask, refused }
}
const { pfw, parental, devices, groups, events, dnsLog, traffic, usage } = contracts
const rules = (facts: Awaited<ReturnType<typeof openHome>>['facts']) =>
  [...facts.pfwRules.values()].map((one) => ({
    ...one,
    Skips: [
      { Device: LAPTOP, Until: 1 },
      { Device: '*', Until: 2 },
    ],
  }))

test('a parent sees the devices and groups given to it, and nobody else is limited', async () => {
  const { ask, facts } = await openHome()
  const all = Object.fromEntries(facts.devices)
  assert.deepEqual(Object.keys((await ask(devices.list, {}, all)) as object), [TABLET, CONSOLE])
  assert.deepEqual(await ask(groups.list, {}, [{ Name: 'children' }, { Name: 'family' }]), [{ Name: 'children' }])
  for (const name of ['admin', 'alex']) assert.equal(await ask(devices.list, {}, all, name), all)
})

test('a parent pauses its devices and groups, and nothing else', async () => {
  const { ask, refused, facts } = await openHome()
  const reply = rules(facts)[0]
  const selecting = (given: object) => ({ body: { Devices: [], Groups: [], Tags: [], Minutes: 30, ...given } })
  await ask(pfw.pause, selecting({ Devices: [TABLET, CONSOLE] }), reply)
  await ask(pfw.pause, selecting({ Groups: ['children'] }), reply)
  await refused(pfw.pause, selecting({ Devices: [LAPTOP] }))
  await refused(pfw.pause, selecting({ Devices: [TABLET, LAPTOP] }))
  await refused(pfw.pause, selecting({ Groups: ['family'] }))
  await refused(pfw.pause, selecting({ Devices: [TABLET], Tags: ['kids'] }))
  await refused(pfw.pause, selecting({}))
})

test('a parent ends pauses of its devices alone, and grants a device time', async () => {
  const { ask, refused, facts } = await openHome()
  const reply = rules(facts)[0]
  const rule = (id: string) => ({ params: { id } })
  await ask(pfw.remove, rule('pause'))
  await ask(pfw.remove, rule('group'))
  for (const id of ['shared', 'bedtime', 'everybody', 'theirs', 'protection', 'nothing'])
    await refused(pfw.remove, rule(id))
  const hour = (id: string, Device?: string) => ({ params: { id }, body: { Minutes: 60, Device } })
  for (const id of ['pause', 'group', 'shared', 'bedtime', 'everybody']) await ask(pfw.extend, hour(id, TABLET), reply)
  for (const id of ['theirs', 'protection', 'nothing']) await refused(pfw.extend, hour(id, TABLET))
  await refused(pfw.extend, hour('bedtime', LAPTOP))
  await ask(pfw.extend, hour('group'), reply)
  for (const id of ['bedtime', 'everybody', 'shared']) {
    await refused(pfw.extend, hour(id))
    await refused(pfw.extend, hour(id, '*'))
  }
})

test('of the rules a parent sees what takes the internet from its devices, without those of others', async () => {
  const { ask, facts } = await openHome()
  const seen = (await ask(pfw.rules, {}, rules(facts))) as { Id: string; When: object; Skips: unknown }[]
  assert.deepEqual(
    seen.map(({ Id }) => Id),
    ['pause', 'group', 'shared', 'bedtime', 'everybody'],
  )
  const shared = seen[2]!
  assert.partialDeepStrictEqual(shared, {
    When: { Devices: [TABLET], Tags: [], Groups: ['family'] },
    Skips: [{ Device: '*', Until: 2 }],
  })
  assert.ok(!JSON.stringify(seen).includes(LAPTOP!))
})

test('a parent uses the personas whose devices it all sees, however they are called', async () => {
  const { ask, refused } = await openHome()
  const personas = [{ Tag: 'persona:all' }, { Tag: 'persona:kids' }]
  assert.deepEqual(await ask(parental.personas, {}, personas), [{ Tag: 'persona:kids' }])
  const use = { 'persona:all': { Used: 1 }, 'persona:kids': { Used: 2 } }
  assert.deepEqual(await ask(parental.usage, {}, use), { 'persona:kids': { Used: 2 } })
  for (const Tag of ['persona:kids', 'kids', 'Kids', 'KIDS'])
    assert.deepEqual(await ask(parental.extend, { body: { Tag, Minutes: 60 } }, use), { 'persona:kids': { Used: 2 } })
  for (const Tag of ['persona:all', 'all', 'All', 'nothing']) {
    await refused(parental.extend, { body: { Tag, Minutes: 60 } })
    await refused(parental.pause, { body: { Tag, Minutes: 60 } })
  }
})

test('a parent reads log, traffic and refused connections of its devices', async () => {
  const { ask, refused } = await openHome()
  const [own, other] = ['192.168.2.10', '192.168.2.30']
  await ask(dnsLog.history, { params: { ip: own } })
  await refused(dnsLog.history, { params: { ip: other } })
  assert.deepEqual(await ask(dnsLog.clients, {}, [{ IP: own }, { IP: other }]), [{ IP: own }])
  for (const read of [dnsLog.top, dnsLog.counts, dnsLog.queries]) {
    await ask(read, { query: { client: own } })
    await refused(read, { query: { client: other } })
    await refused(read, { query: {} })
  }
  for (const identity of [TABLET, TABLET!.toUpperCase(), own]) await ask(traffic.ofDevice, { params: { identity } })
  for (const identity of [LAPTOP, other, 'nothing']) await refused(traffic.ofDevice, { params: { identity } })
  assert.deepEqual(await ask(traffic.totals, {}, { Since: '', Totals: { [own]: 1, [other]: 2 } }), {
    Since: '',
    Totals: { [own]: 1 },
  })
  await refused(usage.read, { query: { group: 'children' } })
  await refused(usage.read, { query: { device: LAPTOP, group: 'children' } })
  const found = [
    { Topic: 'nft:drop:pfw', Devices: [TABLET] },
    { Topic: 'nft:drop:forward', Devices: [TABLET, LAPTOP] },
  ]
  assert.deepEqual(await ask(events.search, { query: { topic: 'nft:drop:', device: TABLET } }, found), [found[0]])
  await refused(events.search, { query: { topic: 'nft:drop:', device: LAPTOP } })
  await refused(events.search, { query: { topic: 'nft:drop:' } })
  await refused(events.search, { query: { topic: 'nft:drop:,auth:', device: TABLET } })
  await refused(events.search, { query: { device: TABLET } })
})

test('events go to owners, without free texts to viewers, and to parents if all their devices are seen', async () => {
  const { facts, ask } = await openHome()
  const mayGet = eventsFor(facts)
  const [own, both, nothing] = [{ MAC: TABLET }, { from: '192.168.2.10', to: '192.168.2.30' }, { Version: '1' }]
  for (const [topic, payload, ...expected] of [
    ['device:update', own, true, true, true],
    ['nft:drop:forward', both, true, true, false],
    ['device:update', nothing, true, true, false],
    ['auth:success', own, true, true, false],
    ['log:api', own, true, false, false],
    ['plugin:install:status', own, true, false, false],
    ['mine:own', own, true, false, false],
    ['alert:wan:uplink:down:', own, true, true, false],
    ['alert:nft:drop:forward:my:suffix', own, true, true, false],
    ['alert:log:api:', own, true, false, false],
    ['alert:plugin:install:failure:x', own, true, false, false],
    ['alert:automation:notice:', own, true, false, false],
    ['alert:mine:own:', own, true, false, false],
  ] as const)
    assert.deepEqual(
      ['admin', 'alex', 'robin'].map((name) => mayGet(name, topic, payload)),
      expected,
      topic,
    )
  assert.ok(!mayGet('gone', 'device:update', own))
  const found = [
    { Topic: 'auth:success' },
    { Topic: 'mine:own' },
    { Topic: 'automation:notice' },
    { Topic: 'alert:log:api:' },
  ]
  const alert = { Topic: 'alert:auth:failure:' }
  assert.deepEqual(await ask(events.search, { query: {} }, [...found, alert], 'alex'), [found[0], alert])
  assert.equal(await ask(events.search, { query: {} }, found, 'admin'), found)
})
