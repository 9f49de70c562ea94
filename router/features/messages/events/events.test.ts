import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { DnsLogRecord } from '../../../model/dns/querylog/record.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { openStorage } from '../../../store/events/storage.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { eventHandlers } from './handlers.ts'
import { openEventStore } from './store.ts'

const PHONE = '02:00:00:00:00:01'
const IP = '192.168.2.6'
const caller = { name: 'admin', kind: 'user', address: '' } as const
const failure = { type: 'user' as const, name: 'admin', reason: 'password', ip: IP }

/** The store with its calls, and the records of a DNS log. */
async function openTrial() {
  const clock = openSteppedClock(Date.UTC(2026, 2, 1, 8))
  const bus = openBus((error) => assert.fail(String(error)))
  const { facts, change: edit } = openMemoryFacts()
  await edit((draft) => draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE, Name: "Ada's phone", RecentIP: IP }))
  const storage = openStorage({ path: ':memory:', clock, onFailure: (what) => assert.fail(what) })
  const store = openEventStore({
    ...{ facts, bus, clock, onFailure: (what: string) => assert.fail(what) },
    storage: { ...storage, finish: storage.append },
  })
  const change = async (by: Parameters<typeof edit>[0]) => {
    const entries = await edit(by)
    store.learn(entries)
    return entries
  }
  const records: DnsLogRecord[] = ['b', 'a'].map(
    (name, index) =>
      ({ FirstName: `${name}.test.`, Timestamp: `2026-03-01T07:59:0${2 - index}.000000000Z` }) as DnsLogRecord,
  )
  const dnsLog = {
    records: async (ip: string) => (ip === IP ? [...records] : []),
    clients: async () => (records.length > 0 ? [IP] : []),
    forget: () => void records.splice(0),
  }
  const handlers = eventHandlers({ facts, change, clock, eventStore: store, dnsLog, publishedTopics: bus.topics })
  const items = async (topic: string, query: Record<string, string> = {}) =>
    (await handlers.items({ params: { topic }, query, body: undefined, caller } as never)) as Record<string, unknown>[]
  const read = (work: keyof typeof handlers, params: object = {}, query: object = {}, body?: object): unknown =>
    handlers[work]({ params, query, body, caller } as never)
  return { clock, bus, facts, store, items, read, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
}

test('saved topics and alerts are stored once, with the time, and read without waiting for the next batch', async () => {
  await using trial = await openTrial()
  const { bus, items, read } = trial
  bus.publish('auth:failure', failure)
  bus.publish('auth:success', failure)
  bus.publish('alert:auth:failure:', { Topic: 'auth:failure', RuleId: '1', State: '' })
  assert.deepEqual(await items('auth:failure'), [{ ...failure, time: '2026-03-01T08:00:00.000000000Z' }])
  assert.deepEqual(await read('buckets'), ['alert:auth:failure:', 'auth:failure', `dns:serve:${IP}`])
  assert.deepEqual(await read('topics'), ['alert:auth:failure:', 'auth:failure', 'auth:success', `dns:serve:${IP}`])
  assert.deepEqual(await read('topicStats', { topic: 'auth:failure' }), {
    KeyN: 1,
    Size: JSON.stringify(failure).length,
  })
  await assert.rejects(items('auth:success'), { name: 'NotFound' })
  await assert.rejects(read('topicStats', { topic: 'auth:success' }) as Promise<unknown>, { name: 'NotFound' })
})

test('a change of the settings holds for the next event', async () => {
  await using trial = await openTrial()
  const { bus, items, read } = trial
  await read('configure', {}, {}, { SaveEvents: ['auth:success'] })
  bus.publish('auth:success', failure)
  bus.publish('auth:failure', failure)
  assert.equal((await items('auth:success')).length, 1)
  await assert.rejects(items('auth:failure'), { name: 'NotFound' })
  await read('configure', {}, {}, { TopicLimits: null })
  assert.deepEqual(trial.facts.setting('events'), {
    SaveEvents: ['auth:success'],
    MaxSize: 262_144_000,
    TopicLimits: [],
  })
})

test('items are paged by the time of the last one, and wrong limits count as missing', async () => {
  await using trial = await openTrial()
  const { bus, clock, items } = trial
  for (let index = 0; index < 120; index++) {
    bus.publish('auth:failure', { ...failure, reason: String(index) })
    await clock.step(1000)
  }
  const reasons = async (query: Record<string, string>) =>
    (await items('auth:failure', query)).map(({ reason }) => Number(reason))
  assert.equal((await reasons({})).length, 100)
  assert.equal((await reasons({ num: 'many', min: 'yesterday', max: '' })).length, 100)
  assert.equal((await reasons({ num: '5000' })).length, 120)
  const page = await items('auth:failure', { num: '3' })
  assert.deepEqual(await reasons({ num: '3', max: String(page.at(-1)!.time) }), [117, 116, 115])
  assert.deepEqual(await reasons({ num: '2', order: 'asc' }), [0, 1])
  assert.deepEqual(await reasons({ filter: '$[?(@.reason=="7")]' }), [7])
  assert.deepEqual(await reasons({ filter: 'nonsense' }), [])
  const range = { min: '2026-03-01T08:00:05Z', max: '2026-03-01T08:00:07Z' }
  assert.deepEqual(await reasons(range), [7, 6, 5])
  assert.deepEqual(await reasons({ ...range, strict: '1' }), [6, 5])
  await assert.rejects(reasons({ min: range.min, strict: '' }), { name: 'Invalid', message: /^max: / })
})

test('an alert is resolved by replacing it under the time of its item', async () => {
  await using trial = await openTrial()
  const { bus, items, read } = trial
  bus.publish('alert:auth:failure:', { Topic: 'auth:failure', RuleId: '1', State: '' })
  const [item] = await items('alert:auth:failure:')
  const resolved = { ...item, AlertTopic: 'alert:auth:failure:', State: 'Resolved' }
  const params = { topic: 'alert:auth:failure:', key: `timekey:${item!.time}` }
  assert.deepEqual(await read('replace', params, {}, resolved), resolved)
  assert.deepEqual(await items('alert:auth:failure:'), [resolved])
  assert.deepEqual(await read('entry', params), resolved)
  await read('remove', params)
  await assert.rejects(read('entry', params) as Promise<unknown>, { name: 'NotFound' })
})

test('an event is added at its time, at a key, or at the present', async () => {
  await using trial = await openTrial()
  const { items, read } = trial
  const topic = 'mine'
  await read('add', { topic }, {}, { n: 1, time: '2026-02-01T00:00:00Z' })
  await read('add', { topic }, {}, { key: 'timekey:2026-02-02T00:00:00Z', value: { n: 2 } })
  await read('add', { topic }, {}, { n: 3 })
  assert.deepEqual(await items(topic), [
    { n: 3, time: '2026-03-01T08:00:00.000000000Z' },
    { n: 2, time: '2026-02-02T00:00:00.000000000Z' },
    { n: 1, time: '2026-02-01T00:00:00Z' },
  ])
  let text = ''
  for await (const part of (await read('entries', { topic })) as AsyncIterable<string>) text += part
  assert.deepEqual(
    JSON.parse(text).map(({ Key }: { Key: string }) => Key),
    [
      'timekey:2026-02-01T00:00:00.000000000Z',
      'timekey:2026-02-02T00:00:00.000000000Z',
      'timekey:2026-03-01T08:00:00.000000000Z',
    ],
  )
  await assert.rejects(read('add', { topic }, {}, { time: 'now' }) as Promise<unknown>, {
    name: 'Invalid',
    message: /^time: /,
  })
  await read('clear', { topic })
  await assert.rejects(items(topic), { name: 'NotFound' })
})

test('the DNS log of a device is its topic', async () => {
  await using trial = await openTrial()
  const { items, read } = trial
  const topic = `dns:serve:${IP}`
  assert.deepEqual(await read('topicStats', { topic }), { KeyN: 2, Size: 0 })
  const names = async (query: Record<string, string>) => (await items(topic, query)).map(({ FirstName }) => FirstName)
  assert.deepEqual(await names({}), ['b.test.', 'a.test.'])
  assert.deepEqual(await names({ order: 'asc', num: '1' }), ['a.test.'])
  assert.deepEqual(await names({ filter: '$[?(@.FirstName=="a.test.")]' }), ['a.test.'])
  assert.deepEqual(await names({ max: '2026-03-01T07:59:01Z' }), ['a.test.'])
  assert.equal((await items(topic))[0]!.time, '2026-03-01T07:59:02.000000000Z')
  const entry = { topic, key: 'timekey:2026-03-01T07:59:02Z' }
  assert.equal(((await read('entry', entry)) as DnsLogRecord).FirstName, 'b.test.')
  await assert.rejects(read('replace', entry, {}, {}) as Promise<unknown>, { name: 'Invalid' })
  await read('clear', { topic })
  await assert.rejects(items(topic), { name: 'NotFound' })
})

test('events of a device are found by its address at that time, and by its name', async () => {
  await using trial = await openTrial()
  const { bus, read } = trial
  bus.publish('auth:failure', failure)
  bus.publish('auth:failure', { ...failure, ip: '192.168.2.10', name: 'eve' })
  const found = async (query: object) =>
    ((await read('search', {}, { num: 10, ...query })) as { Event: { name: string }; Devices: string[] }[]).map(
      ({ Event, Devices }) => [Event.name, Devices],
    )
  assert.deepEqual(await found({ device: PHONE.toUpperCase() }), [['admin', [PHONE]]])
  assert.deepEqual(await found({ text: 'phone' }), [['admin', [PHONE]]])
  assert.deepEqual(await found({ topic: 'auth:,wifi:' }), [
    ['eve', []],
    ['admin', [PHONE]],
  ])
})

test('past events of a prefix are read from a time on, oldest first', async () => {
  await using trial = await openTrial()
  const { bus, clock, store } = trial
  for (const [index, topic] of (
    ['auth:failure', 'auth:token:create', 'wan:uplink:up', 'auth:failure'] as const
  ).entries()) {
    bus.publish(topic, { n: index } as never)
    await clock.step(1000)
  }
  const seen: unknown[] = []
  for await (const { topic, payload } of store.since('auth:', clock.now() - 3500)) seen.push([topic, payload])
  assert.deepEqual(seen, [
    ['auth:token:create', { n: 1 }],
    ['auth:failure', { n: 3 }],
  ])
})

test('events beyond what memory may hold are dropped, the oldest first, and counted', async () => {
  await using trial = await openTrial()
  const { bus, read, items } = trial
  for (let index = 0; index < 21_000; index++) bus.publish('auth:failure', { ...failure, reason: String(index) })
  const stats = (await read('stats')) as { Dropped: number }
  assert.equal(stats.Dropped, 2000)
  assert.equal((await items('auth:failure', { order: 'asc', num: '1' }))[0]!.reason, '2000')
})
