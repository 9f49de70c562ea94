import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, NotFound, Unavailable } from '../../../errors.ts'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { MOST_ALERT_RULES } from '../../../model/messages/alerts/alert.ts'
import type { ReadyAlert, ReadyId } from '../../../model/messages/alerts/readyalert.ts'
import { openStorage } from '../../../store/events/storage.ts'
import { LAST_TIME } from '../../../store/events/time.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openEventStore } from '../events/store.ts'
import { failedSignIn, failure, openAlertTrial } from './alerts.fixture.ts'
import type { TrialEvent } from './trial.ts'

const [action] = failedSignIn.Actions
type Rules = { Name: string; RuleId: string; Disabled: boolean; Actions: object[]; TopicPrefix: string }[]
const invalid = (field: string) => (error: unknown) => error instanceof Invalid && error.field === field

test('a rule is added, changed and deleted; every answer is the whole list', async () => {
  const { add, replace, remove, list } = await openAlertTrial()
  const [first] = (await add(failedSignIn)) as Rules
  assert.match(first!.RuleId, /^[0-9a-f-]{36}$/)
  assert.deepEqual(first, {
    TopicPrefix: 'auth:failure',
    MatchAnyOne: false,
    InvertRule: false,
    Conditions: failedSignIn.Conditions,
    Actions: [{ ...action, StoreTopicSuffix: '', BucketSuffix: '', ActionType: '', GrabValues: false, GrabFields: [] }],
    Name: 'Failed sign-in',
    Disabled: false,
    RuleId: first!.RuleId,
  })
  assert.equal(((await add({ ...failedSignIn, Name: 'second', RuleId: first!.RuleId })) as Rules).length, 2)
  const changed = (await replace(0, { ...failedSignIn, Name: 'other' })) as Rules
  assert.deepEqual(
    changed.map(({ Name }) => Name),
    ['other', 'second'],
  )
  assert.equal(changed[0]!.RuleId, first!.RuleId)
  assert.equal(((await remove(0)) as Rules)[0]!.Name, 'second')
  assert.deepEqual(list(), await replace(0, {}))
})

test('a template of a client that does the same as an unchanged default rule takes its place', async () => {
  const { add, list } = await openAlertTrial({ withDefaults: true })
  const defaults = list() as Rules
  assert.equal(defaults.length, 10)
  const template = (Name: string, rule: (typeof defaults)[number], more: object = {}) => ({
    ...{ Name, TopicPrefix: rule.TopicPrefix, Conditions: (rule as { Conditions?: unknown }).Conditions },
    Actions: rule.Actions.map((one) => ({ ...one, MessageTitle: Name, MessageBody: 'in other words' })),
    ...more,
  })
  for (const [index, rule] of defaults.entries()) await add(template(`Template ${index}`, rule))
  const after = list() as Rules
  assert.deepEqual(
    after.map(({ Name, RuleId, Disabled }) => [Name, RuleId, Disabled]),
    defaults.map(({ RuleId }, index) => [`Template ${index}`, RuleId, false]),
  )
  // Another one for the same events is a separate rule, since the first is the owner's now.
  assert.equal(((await add(template('Second', defaults[4]!))) as Rules).length, 11)
})

test('a default rule stays beside a rule for the same events that does something else', async () => {
  const { add, list } = await openAlertTrial({ withDefaults: true })
  const connected = (list() as Rules).find(({ TopicPrefix }) => TopicPrefix === 'wifi:auth:success')!
  const other = { Name: 'Phone connected', TopicPrefix: connected.TopicPrefix, Actions: connected.Actions }
  const one = { ...other, Conditions: [{ JPath: '$[?(@.MAC=="02:00:00:00:00:01")]' }] }
  assert.equal(((await add(one)) as Rules).length, 11)
  const stored = { ...other, Actions: [{ ...connected.Actions[0], StoreAlert: true }] }
  assert.equal(((await add(stored)) as Rules).length, 12)
})

test('an index after the last rule appends, and deleting there is refused', async () => {
  const { replace, remove } = await openAlertTrial()
  assert.equal(((await replace(0, failedSignIn)) as Rules).length, 1)
  assert.equal(((await replace(7, failedSignIn)) as Rules).length, 2)
  await assert.rejects(replace(7, { Disabled: true }), invalid('TopicPrefix'))
  await assert.rejects(remove(2), invalid('index'))
})

test('fields that are left out keep their values, unless a whole rule is sent', async () => {
  const { add, replace } = await openAlertTrial()
  await add({ ...failedSignIn, InvertRule: true })
  assert.partialDeepStrictEqual(await replace(0, { Disabled: true }), [
    { Name: 'Failed sign-in', InvertRule: true, Disabled: true },
  ])
  assert.partialDeepStrictEqual(await replace(0, failedSignIn), [{ InvertRule: false, Disabled: false }])
})

test('a RuleId is changed and deleted where it is now, not where it was', async () => {
  const { add, replace, remove, list } = await openAlertTrial()
  for (const Name of ['a', 'b', 'c']) await add({ ...failedSignIn, Name })
  const [, b, c] = list() as Rules
  await remove(0)
  const changed = (await replace(2, { ...failedSignIn, Name: 'changed', RuleId: c!.RuleId })) as Rules
  assert.deepEqual(
    changed.map(({ Name }) => Name),
    ['b', 'changed'],
  )
  await remove(1, b!.RuleId)
  assert.equal((list() as Rules)[0]!.Name, 'changed')
  await assert.rejects(replace(0, { ...failedSignIn, RuleId: b!.RuleId }), invalid('RuleId'))
  await assert.rejects(remove(0, b!.RuleId), invalid('RuleId'))
})

test('both names of the suffix are shown, and either one changes it', async () => {
  const { add, replace } = await openAlertTrial()
  const suffixes = (rules: unknown) =>
    (rules as { Actions: { StoreTopicSuffix: string; BucketSuffix: string }[] }[]).flatMap(({ Actions }) =>
      Actions.flatMap(({ StoreTopicSuffix, BucketSuffix }) => [StoreTopicSuffix, BucketSuffix]),
    )
  const withSuffix = (names: object) => ({ ...failedSignIn, Actions: [{ ...action, ...names }] })
  assert.deepEqual(suffixes(await add(withSuffix({ StoreTopicSuffix: 'a' }))), ['a', 'a'])
  assert.deepEqual(suffixes(await replace(0, withSuffix({ StoreTopicSuffix: 'a', BucketSuffix: 'b' }))), ['b', 'b'])
  assert.deepEqual(suffixes(await replace(0, withSuffix({ StoreTopicSuffix: 'c', BucketSuffix: 'b' }))), ['c', 'c'])
  await assert.rejects(
    replace(0, withSuffix({ StoreTopicSuffix: 'x', BucketSuffix: 'y' })),
    invalid('Actions.0.BucketSuffix'),
  )
})

test('an invalid rule is refused with the field', async () => {
  const { add } = await openAlertTrial()
  const refused = (rule: object, field: string) =>
    assert.rejects(add({ ...failedSignIn, ...rule }), invalid(field), field)
  await refused({ Conditions: [{ JPath: '$[0]' }, { JPath: '$[?(' }] }, 'Conditions.1.JPath')
  await refused({ Actions: [{ ...action, GrabFields: ['a', '/(/'] }] }, 'Actions.0.GrabFields.1')
  await refused({ Name: '', Actions: [{}] }, 'Name')
  await refused({ TopicPrefix: 'alert:auth' }, 'TopicPrefix')
  for (const rule of [{ TopicPrefix: '' }, { Actions: [] }, { Conditions: [{ JPath: '' }] }, { Extra: 1 }])
    await assert.rejects(add({ ...failedSignIn, ...rule }))
})

test('a rule without a name is called by the title of its action', async () => {
  const { add } = await openAlertTrial()
  assert.partialDeepStrictEqual(await add({ ...failedSignIn, Name: '' }), [{ Name: 'Failed sign-in' }])
})

test(`more than ${MOST_ALERT_RULES} rules are refused, and none is lost`, async () => {
  const { change, facts, add, list } = await openAlertTrial()
  await add(failedSignIn)
  const [[, rule]] = [...facts.alerts] as [[string, Parameters<typeof String>[0]]]
  await change((draft) => {
    for (let Order = 1; Order < MOST_ALERT_RULES; Order++)
      draft.alerts.put(String(Order).padStart(10, '0'), { ...rule, Order, RuleId: `rule-${Order}` })
  })
  await assert.rejects(add(failedSignIn), /1000 alert rules, which is the maximum/)
  assert.equal((list() as Rules).length, MOST_ALERT_RULES)
})

test('a change that cannot be saved leaves the rules as they were', async () => {
  const { add, remove, replace, fillDisk, list, bus, given } = await openAlertTrial()
  await add(failedSignIn)
  const before = list()
  fillDisk()
  await assert.rejects(add(failedSignIn), Unavailable)
  await assert.rejects(replace(0, { Disabled: true }), Unavailable)
  await assert.rejects(remove(0), Unavailable)
  assert.deepEqual(list(), before)
  bus.publish('auth:failure', failure)
  assert.equal(given.length, 1)
})

test('a switch adds the rules of a ready-made alert once, and then enables and disables them', async () => {
  const { handlers, request, list, remove, replace } = await openAlertTrial()
  const flip = async (id: ReadyId, body: { Enabled?: boolean; Devices?: string[] }) =>
    ((await handlers.switch({ ...request, params: { id }, body })) as ReadyAlert[]).find(({ Id }) => Id === id)!
  const ready = handlers.ready(request) as ReadyAlert[]
  assert.deepEqual([ready.length, ready.filter(({ Enabled }) => Enabled).length], [18, 0])
  assert.deepEqual((await flip('uplink', { Enabled: false })).Rules, [])
  const on = await flip('uplink', { Enabled: true })
  assert.equal(on.Enabled, true)
  assert.deepEqual(
    (list() as Rules).map(({ TopicPrefix }) => TopicPrefix),
    ['wan:uplink:down', 'wan:uplink:up'],
  )
  assert.deepEqual(
    on.Rules,
    (list() as Rules).map(({ RuleId, Name }) => ({ RuleId, Name })),
  )
  await replace(0, { Name: 'own name' })
  await flip('uplink', { Enabled: false })
  assert.deepEqual(
    (list() as Rules).map(({ Disabled }) => Disabled),
    [true, true],
  )
  await flip('uplink', { Enabled: true })
  assert.deepEqual(
    (list() as Rules).map(({ Name, Disabled }) => [Name, Disabled]),
    [
      ['own name', false],
      ['Uplink up again', false],
    ],
  )
  await remove(0)
  await flip('uplink', { Enabled: false })
  const { Rules } = await flip('uplink', { Enabled: true })
  assert.deepEqual(
    Rules.map(({ Name }) => Name),
    ['Uplink up again', 'Uplink down'],
  )
  await flip('backup-old', { Enabled: true })
  await remove(3)
  assert.equal((await flip('backup-old', { Enabled: true })).Rules.length, 2)
  for (let n = 0; n < 4; n++) await remove(0)
  assert.equal((handlers.ready(request) as ReadyAlert[]).find(({ Id }) => Id === 'uplink')?.Enabled, false)
})

test('every ready-made rule compiles', async () => {
  const { handlers, request, list, failures } = await openAlertTrial()
  for (const { Id } of handlers.ready(request) as ReadyAlert[])
    await handlers.switch({ ...request, params: { id: Id }, body: { Enabled: true } })
  assert.deepEqual(failures, [])
  assert.ok((list() as Rules).length >= 12)
})

test('a traffic limit has an alert at 80 percent and another one at 100', async () => {
  const { handlers, request, bus, given } = await openAlertTrial()
  await handlers.switch({ ...request, params: { id: 'traffic-limit' }, body: { Enabled: true } })
  const limit = { MAC: '', Group: 'family', Name: 'family', Bytes: 100, Since: '2026-03-01T00:00:00.000Z' }
  for (const Percent of [80, 100]) bus.publish('traffic:limit', { ...limit, Percent, Used: Percent })
  assert.deepEqual(
    given.map(({ alert }) => alert.Title),
    ['Traffic limit nearly reached', 'Traffic limit reached'],
  )
})

test('the chosen devices of device-offline have its tag', async () => {
  const { handlers, request, change, facts, bus } = await openAlertTrial()
  const [CAMERA, TV] = ['02:00:00:00:00:01', '02:00:00:00:00:02']
  await change((draft) => {
    draft.devices.put(CAMERA, { ...emptyDevice(), MAC: CAMERA })
    draft.devices.put(TV, { ...emptyDevice(), MAC: TV, DeviceTags: ['cast', 'always-online'] })
  })
  const announced: string[] = []
  bus.subscribe('device:tags:update', ({ MAC }) => announced.push(MAC))
  const choose = (id: ReadyId, Devices: string[]) =>
    handlers.switch({ ...request, params: { id }, body: { Enabled: true, Devices } }) as Promise<ReadyAlert[]>
  const ready = await choose('device-offline', [CAMERA])
  assert.deepEqual(ready.find(({ Id }) => Id === 'device-offline')?.Devices, [CAMERA])
  assert.deepEqual(facts.devices.get(TV)?.DeviceTags, ['cast'])
  assert.deepEqual(announced.sort(), [CAMERA, TV])
  await assert.rejects(choose('device-offline', ['02:00:00:00:00:09']), invalid('Devices.0'))
  await assert.rejects(choose('uplink', [CAMERA]), invalid('Devices'))
})

test('a muted rule stores and does not notify, for all events or for those of one device', async () => {
  const { handlers, request, change, add, bus, given, clock, list } = await openAlertTrial()
  const MAC = '02:00:00:00:00:01'
  await change((draft) => draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP: '192.168.2.6' }))
  await add({ ...failedSignIn, TopicPrefix: 'dns:block:event', Conditions: [] })
  const RuleId = (list() as Rules)[0]!.RuleId
  const mute = async (body: { RuleId: string; Device?: string; Seconds: number }) => handlers.mute({ ...request, body })
  const blocked = (ClientIP: string) => {
    bus.publish('dns:block:event', { ClientIP, Name: 'ads.test.', By: 'ads.test.' })
    return given.at(-1)?.notify
  }
  assert.deepEqual(await mute({ RuleId, Device: MAC, Seconds: 60 }), [
    { RuleId, Device: MAC, Until: Math.ceil(clock.now() / 1000) + 60 },
  ])
  assert.deepEqual([blocked('192.168.2.6'), blocked('192.168.2.10')], [false, true])
  await mute({ RuleId, Seconds: 30 })
  assert.equal(blocked('192.168.2.10'), false)
  await mute({ RuleId, Seconds: 0 })
  assert.deepEqual([blocked('192.168.2.6'), blocked('192.168.2.10')], [false, true])
  await clock.step(61_000)
  assert.equal(blocked('192.168.2.6'), true)
  assert.deepEqual(handlers.mutes(request), [])
  await assert.rejects(mute({ RuleId: 'x', Seconds: 1 }), NotFound)
  await assert.rejects(mute({ RuleId, Device: '02:00:00:00:00:09', Seconds: 1 }), NotFound)
})

test('the rules of a ready-made alert are muted and unmuted together, and no others', async () => {
  const { handlers, request, bus, given, change } = await openAlertTrial()
  const MAC = '02:00:00:00:00:01'
  await change((draft) => draft.devices.put(MAC, { ...emptyDevice(), MAC }))
  const switchOn = async (id: ReadyId) =>
    ((await handlers.switch({ ...request, params: { id }, body: { Enabled: true } })) as ReadyAlert[]).find(
      ({ Id }) => Id === id,
    )!
  await switchOn('uplink')
  const { Rules } = await switchOn('device-offline')
  const camera = { MAC, Name: 'camera', IP: '192.168.2.6', Iface: 'lan0', LastSeen: '' }
  const notified = () => {
    given.length = 0
    bus.publish('device:offline', camera)
    bus.publish('device:online', camera)
    bus.publish('wan:uplink:down', { Iface: 'wan0' })
    return given.map(({ notify }) => notify)
  }
  const mute = async (body: { RuleId: string; Device?: string; Seconds: number }) => handlers.mute({ ...request, body })
  assert.deepEqual(notified(), [true, true, true])
  await mute({ RuleId: Rules[0]!.RuleId, Device: MAC, Seconds: 60 })
  assert.deepEqual(notified(), [false, false, true])
  assert.deepEqual(await mute({ RuleId: Rules[1]!.RuleId, Device: MAC, Seconds: 0 }), [])
  assert.deepEqual(notified(), [true, true, true])
})

test('all alerts are marked as read or resolved, up to a time, and those of one device', async () => {
  const PHONE = '02:00:00:00:00:01'
  const clock = openSteppedClock(Date.UTC(2026, 2, 1, 8))
  const bus = openBus((error) => assert.fail(String(error)))
  const { facts, change } = openMemoryFacts()
  await change((draft) => draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE }))
  const onFailure = (what: string) => assert.fail(what)
  const storage = openStorage({ path: ':memory:', clock, onFailure })
  await using store = openEventStore({ facts, bus, clock, onFailure, storage: { ...storage, finish: storage.append } })
  const { handlers, request } = await openAlertTrial({ events: store })
  const set = async (body: object) => handlers.setState({ ...request, body: body as { State: 'Read' } })
  const publish = (RuleId: string, Event = {}) =>
    bus.publish(`alert:auth:failure:${RuleId}`, { Topic: 'auth:failure', RuleId, Event, State: '' })
  const all = async () => {
    const found = await store.search({ topics: ['alert:'], min: 0n, max: LAST_TIME, num: 1000 })
    return found.map(({ payload }) => payload as { RuleId: string; State: string })
  }
  const states = async () => Object.fromEntries((await all()).map(({ RuleId, State }) => [RuleId, State]))

  publish('a')
  publish('b', { MAC: PHONE })
  bus.publish('auth:failure', failure)
  await clock.step(1000)
  publish('c')
  assert.deepEqual(await set({ State: 'Resolved', Device: PHONE }), { Changed: 1 })
  assert.deepEqual(await set({ State: 'Read', Max: '2026-03-01T08:00:00.9Z' }), { Changed: 1 })
  assert.deepEqual(await states(), { a: 'Read', b: 'Resolved', c: '' })
  assert.deepEqual(await set({ State: 'Read' }), { Changed: 1 })
  assert.deepEqual(await set({ State: 'Resolved' }), { Changed: 2 })
  assert.deepEqual(await states(), { a: 'Resolved', b: 'Resolved', c: 'Resolved' })
  const [event] = await store.search({ topics: ['auth:failure'], min: 0n, max: LAST_TIME, num: 1 })
  assert.deepEqual(event?.payload, failure)

  for (let n = 0; n < 900; n++) publish(`n${n}`)
  assert.deepEqual(await set({ State: 'Read' }), { Changed: 900 })
  assert.deepEqual(await set({ State: 'Read' }), { Changed: 0 })
})

test('a trial counts how often a rule would have applied, with the latest examples', async () => {
  const asked: unknown[] = []
  const { handlers, request, clock, list, given } = await openAlertTrial({
    events: {
      async *since(prefix, time): AsyncGenerator<TrialEvent> {
        asked.push([prefix, time])
        for (let n = 0; n < 30; n++)
          yield {
            topic: 'auth:failure',
            time: `2024-03-01T09:00:${String(n).padStart(2, '0')}.000000000Z`,
            payload: { ...failure, type: n % 2 ? 'user' : 'token', name: `<b>${n}</b>` },
          }
      },
      keeps: () => true,
    },
  })
  const result = (await handlers.trial({
    ...request,
    body: { Rule: { ...failedSignIn, Actions: [action as never] } },
  })) as {
    Examples: unknown[]
  }
  assert.deepEqual(asked, [['auth:failure', clock.now() - 86_400_000]])
  assert.partialDeepStrictEqual(result, { Events: 30, Fired: 15, IsComplete: true, IsStored: true })
  assert.equal(result.Examples.length, 10)
  assert.partialDeepStrictEqual(result.Examples[0], {
    Time: '2024-03-01T09:00:29.000000000Z',
    Title: 'Failed sign-in',
    Body: '‹b›29‹/b› from 192.168.2.6:51544',
  })
  assert.deepEqual([list(), given], [[], []])
})
