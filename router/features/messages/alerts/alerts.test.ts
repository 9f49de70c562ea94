import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failedSignIn, failure, openAlertTrial } from './alerts.fixture.ts'

const [action] = failedSignIn.Actions

test('an alert is passed on within the event, and published under its topic with the trailing colon', async () => {
  const { add, bus, given } = await openAlertTrial()
  const [rule] = (await add(failedSignIn)) as { RuleId: string }[]
  const stored: unknown[] = []
  bus.subscribePrefix('alert:', (payload, topic) => stored.push([topic, payload]))
  bus.publish('auth:failure', failure)
  const alert = {
    Topic: 'auth:failure',
    RuleId: rule?.RuleId,
    NotificationType: 'warning',
    Title: 'Failed sign-in',
    Body: '{{name}} from {{ip}}',
    Event: failure,
    State: '',
  }
  assert.partialDeepStrictEqual(given, [{ topic: 'alert:auth:failure:', alert, notify: true, store: true }])
  assert.deepEqual(stored, [['alert:auth:failure:', alert]])
})

test('a rule is for all topics with its prefix, and for no other', async () => {
  const { add, bus, given } = await openAlertTrial()
  await add({ TopicPrefix: 'wan:', Actions: [{ StoreAlert: true, BucketSuffix: 'wan' }], Name: 'wan' })
  bus.publish('wan:uplink:up', { Iface: 'eth0' })
  bus.publish('auth:failure', failure)
  assert.deepEqual(
    given.map(({ topic }) => topic),
    ['alert:wan:uplink:up:wan'],
  )
})

test('fields that are not set are left out of the alert', async () => {
  const { add, bus, given } = await openAlertTrial()
  const [rule] = (await add({ TopicPrefix: 'wan:', Actions: [{ StoreAlert: true }], Name: 'wan' })) as {
    RuleId: string
  }[]
  bus.publish('wan:uplink:up', { Iface: 'eth0' })
  assert.deepEqual(given[0]?.alert, { Topic: 'wan:uplink:up', RuleId: rule?.RuleId, State: '' })
})

test('the event is copied, whole or these fields of it, and the values that conditions select', async () => {
  const { add, bus, given } = await openAlertTrial()
  const fields = { ...action, GrabFields: ['name', '/^re/', 'absent'] }
  await add({ ...failedSignIn, Conditions: [{ JPath: '$[0].ip' }], Actions: [fields, { ...action, GrabValues: true }] })
  bus.publish('auth:failure', failure)
  assert.deepEqual(given[0]?.alert.Event, { name: 'admin', reason: failure.reason })
  assert.deepEqual(given[1]?.alert.Values, [failure.ip])
})

test('nothing without StoreAlert is published, and nothing without SendNotification notifies', async () => {
  const { add, bus, given } = await openAlertTrial()
  const stored: string[] = []
  bus.subscribePrefix('alert:', (_payload, topic) => stored.push(topic))
  await add({ ...failedSignIn, Actions: [{ ...action, StoreAlert: false }] })
  await add({ ...failedSignIn, Actions: [{ ...action, SendNotification: false }] })
  await add({ ...failedSignIn, Actions: [{ ...action, SendNotification: false, StoreAlert: false }] })
  bus.publish('auth:failure', failure)
  assert.deepEqual(
    given.map(({ notify, store }) => [notify, store]),
    [
      [true, false],
      [false, true],
    ],
  )
  assert.deepEqual(stored, ['alert:auth:failure:'])
})

test('a disabled rule does nothing, and the bus has no subscriber for its topic', async () => {
  const { add, replace, bus, given } = await openAlertTrial()
  await add({ ...failedSignIn, Disabled: true })
  bus.publish('auth:failure', failure)
  assert.deepEqual([given.length, bus.hasSubscribers('auth:failure')], [0, false])
  await replace(0, { Disabled: false })
  bus.publish('auth:failure', failure)
  assert.deepEqual([given.length, bus.hasSubscribers('auth:failure')], [1, true])
  assert.equal(bus.hasSubscribers('devices:save'), false)
})

test('alerts do not trigger alerts', async () => {
  const { add, bus, given } = await openAlertTrial()
  await add({ ...failedSignIn, TopicPrefix: 'a', Conditions: [] })
  bus.publish('auth:failure', failure)
  assert.equal(given.length, 1)
})

test('all conditions have to match, or one; without conditions a rule always applies, also an inverted one', async () => {
  const yes = { JPath: '$[?(@.type=="user")]' }
  const no = { JPath: '$[?(@.type=="token")]' }
  const applies = async (rule: object): Promise<boolean> => {
    const { add, bus, given } = await openAlertTrial()
    await add({ ...failedSignIn, ...rule })
    bus.publish('auth:failure', failure)
    return given.length > 0
  }
  for (const GrabValues of [false, true]) {
    const Actions = [{ ...action, GrabValues }]
    const given = (rule: object) => applies({ ...rule, Actions })
    assert.equal(await given({ Conditions: [yes, no] }), false)
    assert.equal(await given({ Conditions: [yes, no], InvertRule: true }), true)
    assert.equal(await given({ Conditions: [yes, no], MatchAnyOne: true }), true)
    assert.equal(await given({ Conditions: [yes, no], MatchAnyOne: true, InvertRule: true }), false)
    assert.equal(await given({ Conditions: [no], MatchAnyOne: true }), false)
    assert.equal(await given({ Conditions: [] }), true)
    assert.equal(await given({ Conditions: [], InvertRule: true }), true)
  }
})

test('one rule notifies at a limited rate; its stored alerts are not limited', async () => {
  const { add, bus, given, clock } = await openAlertTrial()
  await add(failedSignIn)
  for (let n = 0; n < 200; n++) bus.publish('auth:failure', failure)
  assert.equal(given.length, 200)
  assert.equal(given.filter(({ notify }) => notify).length, 50)
  await clock.step(1000)
  bus.publish('auth:failure', failure)
  assert.equal(given.at(-1)?.notify, true)
})

test('a watcher that fails stops neither the other watchers nor the event', async () => {
  const { add, alerts, bus, given, failures } = await openAlertTrial()
  using _bad = alerts.watch(() => {
    throw new Error('full')
  })
  const later: unknown[] = []
  using _later = alerts.watch((alert) => later.push(alert))
  await add(failedSignIn)
  bus.publish('auth:failure', failure)
  assert.deepEqual([given.length, later.length, failures.length], [1, 1, 1])
})

test('ten rules are there at first, and those that were deleted do not come back', async () => {
  const trial = await openAlertTrial({ withDefaults: true })
  const rules = trial.list() as { TopicPrefix: string; Disabled: boolean }[]
  assert.deepEqual(
    rules.map(({ TopicPrefix, Disabled }) => `${TopicPrefix} ${Disabled ? 'off' : 'on'}`),
    [
      'nft:drop:mac off',
      'auth:failure off',
      'nft:drop:private off',
      'wifi:auth:fail on',
      'wifi:auth:success on',
      'nft:drop:input off',
      'nft:drop:geo on',
      'dns:serve: off',
      'device:vpn:online on',
      'device:vpn:offline on',
    ],
  )
  for (let left = 10; left > 0; left--) await trial.remove(0)
  trial.alerts.learn([{ table: 'settings', key: 'alerts', before: undefined, after: undefined }])
  assert.deepEqual(trial.list(), [])
})
