import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import { nextTurn } from '../../machine/turns.ts'
import type { NewEvent, StoredEvent } from './database.ts'
import { openGrouping } from './grouping.ts'
import { type EventStorage, openStorage } from './storage.ts'
import { nanosecondsOf } from './time.ts'

const START = Date.UTC(2026, 2, 1, 8)
const EVER = { min: 0n, max: 2n ** 63n - 1n }
const PHONE = '02:00:00:00:00:01'
const MOST = { events: 100, groups: 10 }

const event = (topic: string, payload: unknown, time = START, devices: string[] = []): NewEvent => ({
  topic,
  time,
  value: JSON.stringify(payload),
  devices,
  names: devices.length > 0 ? ["Ada's phone"] : [],
})

/** A storage in a new file. Failures are collected. */
function openTrial() {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-events-'))
  const path = join(directory, 'events.db')
  const clock = openSteppedClock(START)
  const failures: string[] = []
  const open = () => openStorage({ path, clock, onFailure: (what) => failures.push(what) })
  let storage = open()
  const items = async (topic: string, query: object = {}) =>
    (await storage.items({ topic, ...EVER, num: 100, order: 'desc', ...query })).map(({ value }) => JSON.parse(value))
  const search = async (query: object) =>
    (await storage.search({ ...EVER, topics: [], num: 100, ...query })).map(({ value }) => JSON.parse(value))
  return {
    path,
    failures,
    items,
    search,
    get storage() {
      return storage
    },
    async reopen(during = () => {}) {
      await storage[Symbol.asyncDispose]()
      during()
      storage = open()
    },
    async [Symbol.asyncDispose]() {
      await storage[Symbol.asyncDispose]()
      rmSync(directory, { recursive: true })
    },
  }
}

test('events are returned newest first, in pages, and after a restart', async () => {
  await using trial = openTrial()
  await trial.storage.append(
    Array.from({ length: 300 }, (_, index) => event(index % 3 === 0 ? 'other' : 'one', { index })),
    START,
  )
  await trial.reopen()
  const { storage, items } = trial
  assert.deepEqual(
    (await items('one', { num: 3 })).map(({ index }) => index),
    [299, 298, 296],
  )
  assert.deepEqual(
    (await items('one', { num: 2, order: 'asc' })).map(({ index }) => index),
    [1, 2],
  )
  const all = await storage.items({ topic: 'one', ...EVER, num: 1000, order: 'desc' })
  assert.equal(all.length, 200)
  assert.equal(new Set(all.map(({ time }) => time)).size, 200)
  const [, second] = all
  assert.deepEqual(await items('one', { num: 1, max: second!.at }), [JSON.parse(second!.value)])
  assert.deepEqual(await items('unknown'), [])
  assert.deepEqual(
    (await storage.stats()).topics.map(({ name, count }) => [name, count]),
    [
      ['other', 100],
      ['one', 200],
    ],
  )
  const page = await storage.page(['o'], 0n, 100)
  assert.deepEqual(
    page.map(({ value }) => JSON.parse(value).index),
    Array.from({ length: 100 }, (_, index) => index),
  )
})

test('events that happen at the same time, or after the clock was set back, have times of their own', async () => {
  await using trial = openTrial()
  const { storage } = trial
  for (const time of [START, START, START - 60_000, START - 60_000, START])
    await storage.append([event('one', { time }, time)], time)
  const times = (await storage.items({ topic: 'one', ...EVER, num: 10, order: 'asc' })).map(({ time }) => time)
  assert.equal(new Set(times).size, 5)
  assert.equal(times[0], '2026-03-01T07:59:00.000000000Z')
})

test('fields of events are set where a search and a filter select them, and searches still find them', async () => {
  await using trial = openTrial()
  const { storage, items, search } = trial
  await storage.append(
    [
      ...Array.from({ length: 500 }, (_, n) => event(n % 2 ? 'one' : 'other', { n, State: '' }, START, [PHONE])),
      event('one', [1], START),
    ],
    START,
  )
  const filter = '$[?(@.State != "Read")]'
  assert.equal(await storage.update({ ...EVER, topics: ['one'], device: PHONE, filter }, { State: 'Read' }), 250)
  assert.equal(await storage.update({ ...EVER, topics: ['one'], filter }, { State: 'Read' }), 0)
  const [list, last] = await items('one', { num: 2 })
  assert.deepEqual([list, last], [[1], { n: 499, State: 'Read' }])
  assert.deepEqual(await items('other', { num: 1 }), [{ n: 498, State: '' }])
  assert.deepEqual(await search({ text: 'phone', device: PHONE, topics: ['one'], num: 1 }), [last])
  const sizes = (await storage.stats()).topics.map(({ name, bytes }) => [name, bytes])
  await trial.reopen()
  assert.deepEqual(
    (await trial.storage.stats()).topics.map(({ name, bytes }) => [name, bytes]),
    sizes,
  )
  const bytes = (await trial.items('one', { num: 1000 })).reduce((sum, value) => sum + JSON.stringify(value).length, 0)
  assert.equal(sizes.find(([name]) => name === 'one')?.[1], bytes)
})

test('a filter selects by JSONPath, and an invalid one selects nothing', async () => {
  await using trial = openTrial()
  await trial.storage.append(
    Array.from({ length: 1000 }, (_, index) => event('one', { index })),
    START,
  )
  assert.deepEqual(await trial.items('one', { filter: '$[?(@.index < 2)]' }), [{ index: 1 }, { index: 0 }])
  assert.deepEqual(await trial.items('one', { filter: '$[?(' }), [])
})

test('a search returns the events that a filter selects, also old ones', async () => {
  await using trial = openTrial()
  const { storage, search } = trial
  await storage.append([event('one', { n: 0, text: 'old' }, START - 1000)], START)
  await storage.append(
    Array.from({ length: 200 }, (_, index) => event('one', { n: index + 1 })),
    START,
  )
  assert.deepEqual(await search({ filter: '$[?(@.n < 2)]' }), [{ n: 1 }, { n: 0, text: 'old' }])
  assert.deepEqual(await search({ filter: '$[?(@.n < 2)]', text: 'old' }), [{ n: 0, text: 'old' }])
  await assert.rejects(storage.search({ ...EVER, topics: [], num: 1, filter: 'nonsense' }), { name: 'Invalid' })
})

test('a filter that takes too long is refused, and other calls run before that', async (t) => {
  await using trial = openTrial()
  const { storage } = trial
  await storage.append(
    Array.from({ length: 5000 }, (_, index) => event('one', { index })),
    START,
  )
  let now = 0
  t.mock.method(performance, 'now', () => (now += 10))
  const order: string[] = []
  const search = storage
    .items({ topic: 'one', ...EVER, num: 1, order: 'desc', filter: '$[?(@.index < 0)]' })
    .catch((error) => void order.push(error.message))
  await storage.get('one', 0n)
  order.push('another call')
  await search
  assert.deepEqual(order, ['another call', 'too many events must be read: choose a shorter range with min and max'])
})

test('an event is replaced and deleted by its time, also where two topics have the same', async () => {
  await using trial = openTrial()
  const { storage, items } = trial
  const time = nanosecondsOf('2026-03-01T08:00:00.123456789Z')!
  await storage.put(event('alert:a', { State: '' }), time)
  await storage.put(event('alert:b', { State: 'b' }), time)
  await storage.put(event('alert:a', { State: 'Resolved' }), time)
  assert.deepEqual(await items('alert:a'), [{ State: 'Resolved' }])
  assert.deepEqual(await items('alert:b'), [{ State: 'b' }])
  const stored = await storage.get('alert:b', time)
  assert.equal(stored?.time, '2026-03-01T08:00:00.123456789Z')
  assert.deepEqual(await trial.search({ text: 'resolved' }), [{ State: 'Resolved' }])
  await storage.delete('alert:a', time)
  assert.equal(await storage.get('alert:a', time), undefined)
  assert.deepEqual(await trial.search({ text: 'resolved' }), [])
  assert.equal((await storage.stats()).topics.find(({ name }) => name === 'alert:a')?.count, 0)
})

test('a deleted topic is empty immediately, and its rows are deleted', async () => {
  await using trial = openTrial()
  await trial.storage.append(
    Array.from({ length: 600 }, (_, index) => event('one', { index, word: 'needle' })),
    START,
  )
  await trial.storage.clear('one')
  assert.deepEqual(await trial.items('one'), [])
  assert.deepEqual((await trial.storage.stats()).topics, [])
  for (let turn = 0; turn < 10; turn++) await nextTurn()
  assert.equal(rowsOf(trial.path), 0)
  await trial.storage.append([event('one', { index: 601 })], START)
  assert.deepEqual(await trial.items('one'), [{ index: 601 }])
})

for (const [text, isFound] of [
  ['ads.example.com', true],
  ['example.com', true],
  ['EXAMPLE.com.', true],
  ['ads.exa', true],
  ['192.168.2.', true],
  ['192.168.2.6', true],
  ['192.168.2.60', false],
  [PHONE, true],
  ['02:00:00', true],
  ['blocked example.com', true],
  ['blocked other.com', false],
  ["ada's", true],
  ['dns:block:event', true],
  ['block', true],
  ['44', false],
  ['443', true],
  ['"; DROP TABLE events', false],
  ['AND OR NOT', false],
  ['mple.com', false],
] as const)
  test(`the text ${text} ${isFound ? 'finds' : 'does not find'} a blocked query`, async () => {
    await using trial = openTrial()
    const payload = { ClientIP: '192.168.2.6', Name: 'ads.example.com.', Action: 'blocked', port: 443 }
    await trial.storage.append([event('dns:block:event', payload, START, [PHONE])], START)
    assert.deepEqual(await trial.search({ text }), isFound ? [payload] : [])
  })

test('events are searched by device, topic and time', async () => {
  await using trial = openTrial()
  await trial.storage.append(
    [
      event('wifi:auth:success', { n: 1 }, START, [PHONE]),
      event('dhcp:response', { n: 2 }, START + 1000, [PHONE, '02:00:00:00:00:02']),
      event('dhcp:response', { n: 3 }, START + 2000, ['02:00:00:00:00:02']),
      event('wan:uplink:up', { n: 4 }, START + 3000),
    ],
    START,
  )
  const found = async (query: object) => (await trial.search(query)).map(({ n }) => n)
  assert.deepEqual(await found({}), [4, 3, 2, 1])
  assert.deepEqual(await found({ device: PHONE }), [2, 1])
  assert.deepEqual(await found({ device: PHONE.toUpperCase(), topics: ['wifi:'] }), [1])
  assert.deepEqual(await found({ topics: ['wan:', 'wifi:'] }), [4, 1])
  assert.deepEqual(await found({ max: BigInt(START + 2000) * 1_000_000n, num: 2 }), [3, 2])
  assert.deepEqual(await found({ device: PHONE, min: BigInt(START + 500) * 1_000_000n }), [2])
  const counts = await trial.storage.counts({
    ...{ topics: ['dhcp:'], steps: 4 },
    ...{ min: BigInt(START) * 1_000_000n, max: BigInt(START + 4000) * 1_000_000n },
  })
  assert.deepEqual(counts, [['dhcp:response', [0, 1, 1, 0]]])
})

test('events are counted by the values of fields, of one device if it is given', async () => {
  await using trial = openTrial()
  const { storage } = trial
  const drop = (second: number, Rule: object | undefined, device = PHONE) =>
    event('nft:drop:pfw', { Rule, second }, START + second * 1000, [device])
  await storage.append(
    [drop(0, { Name: 'bedtime' }), drop(1, undefined), drop(2, { Name: 'bedtime' }), drop(3, { Name: 'bedtime' }, 'x')],
    START,
  )
  const count = async (query: object) => {
    const { groups, ...rest } = await storage.groups({
      ...EVER,
      topics: ['nft:'],
      by: ['Rule.Name'],
      most: MOST,
      ...query,
    })
    return [groups.map(({ newest, count }) => [JSON.parse(newest.value).second, count]), rest] as const
  }
  const oldest = '2026-03-01T08:00:00.000000000Z'
  const all = [
    [
      [3, 3],
      [1, 1],
    ],
    { isComplete: true, oldest },
  ]
  assert.deepEqual(await count({}), all)
  assert.deepEqual(await count({ device: PHONE, topics: ['nft:drop:pfw'] }), [
    [
      [2, 2],
      [1, 1],
    ],
    { isComplete: true, oldest },
  ])
  assert.deepEqual(await count({ topics: ['wifi:'] }), [[], { isComplete: true, oldest: undefined }])
  assert.deepEqual((await count({ by: ['second'] }))[0]?.length, 4)
})

test('a count of events ends at its limits, and returns where', () => {
  const stored = (index: number): StoredEvent => ({
    ...{ id: BigInt(index), topic: 'flood', at: BigInt(index), time: `${index}`, devices: [] },
    value: JSON.stringify({ index }),
  })
  const same = openGrouping(['none'], MOST)
  let index = 0
  while (same.add(stored(index))) index++
  const { groups, ...rest } = same.result()
  assert.deepEqual([groups.length, groups[0]?.count], [1, MOST.events])
  assert.deepEqual(rest, { isComplete: false, oldest: `${MOST.events - 1}` })
  const each = openGrouping(['index'], MOST)
  for (index = 0; each.add(stored(index)); index++);
  assert.deepEqual([each.result().groups.length, each.result().isComplete], [MOST.groups, false])
})

/** Lets the deletions finish: each step takes a turn. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn++) await nextTurn()
}

test('above the maximum size a flood loses its own oldest quarter, and rare events stay', async () => {
  await using trial = openTrial()
  const { storage } = trial
  await storage.append(
    Array.from({ length: 200 }, (_, index) => event('rare', { index })),
    START,
  )
  await storage.limit({ most: 1 << 20, topics: [] }, START)
  const padding = 'x'.repeat(400)
  for (let batch = 0; batch < 20; batch++) {
    await storage.append(
      Array.from({ length: 250 }, (_, index) => event('flood', { index: batch * 250 + index, padding })),
      START,
    )
    await settle()
  }
  const { size, topics } = await storage.stats()
  assert.ok(size <= 1 << 20, `${size}`)
  const counts = Object.fromEntries(topics.map(({ name, count }) => [name, count]))
  assert.equal(counts.rare, 200)
  assert.ok(counts.flood! > 256 && counts.flood! < 5000, `${counts.flood}`)
  assert.equal((await trial.items('flood', { num: 1 }))[0].index, 4999)
  assert.ok(statSync(trial.path).size < 3 << 20)
})

test('a topic may have its own maximum size and age', async () => {
  await using trial = openTrial()
  const { storage } = trial
  const topics = [
    { name: 'log:', bytes: 1000 },
    { name: 'old', days: 7 },
  ]
  const day = 86_400_000
  await storage.append(
    Array.from({ length: 10 }, (_, index) => event('old', { index }, START + index * day)),
    START,
  )
  await storage.append(
    Array.from({ length: 300 }, (_, index) => event('log:api', { index })),
    START,
  )
  // Some clocks count fractions of a millisecond.
  await storage.limit({ most: 1 << 30, topics }, START + 10 * day + 0.25)
  await settle()
  assert.deepEqual(
    (await trial.items('old')).map(({ index }) => index),
    [9, 8, 7, 6, 5, 4, 3],
  )
  const [, log] = (await storage.stats()).topics
  assert.ok(log!.bytes <= 1000 && log!.bytes > 900, `${log!.bytes}`)
  assert.equal((await trial.items('log:api', { num: 1 }))[0].index, 299)
  assert.deepEqual(trial.failures, [])
})

test('a damaged file is moved aside at the start, and events are stored in a new one', async () => {
  await using trial = openTrial()
  await trial.storage.append([event('one', { index: 1 })], START)
  await trial.reopen(() => writeFileSync(trial.path, 'not a database '.repeat(1000)))
  assert.match(trial.failures[0]!, /the events are damaged; they were set aside as .*events\.db\.damaged/)
  assert.ok(existsSync(`${trial.path}.damaged`))
  await trial.storage.append([event('one', { index: 2 })], START)
  assert.deepEqual(await trial.items('one'), [{ index: 2 }])
})

/** Sets the version of the file. */
function storeVersion(path: string, version: number): void {
  using raw = new DatabaseSync(path)
  raw.exec(`PRAGMA user_version = ${version}`)
}

test('a file of a later version is left unchanged, and the events of this run are held in memory', async () => {
  await using trial = openTrial()
  await trial.storage.append([event('one', { index: 1 })], START)
  await trial.reopen(() => storeVersion(trial.path, 99))
  assert.deepEqual(trial.failures, ['events cannot be kept on the disk, and end with this run'])
  assert.ok(!existsSync(`${trial.path}.damaged`))
  await trial.storage.append([event('one', { index: 2 })], START)
  assert.deepEqual(await trial.items('one'), [{ index: 2 }])
  await trial.reopen(() => storeVersion(trial.path, 1))
  assert.deepEqual(await trial.items('one'), [{ index: 1 }])
})

test('a file without a version has version 1', async () => {
  await using trial = openTrial()
  await trial.storage.append([event('one', { index: 1 })], START)
  await trial.reopen(() => storeVersion(trial.path, 0))
  assert.deepEqual([await trial.items('one'), trial.failures], [[{ index: 1 }], []])
})

for (const [what, read] of [
  ['a list', (storage: EventStorage) => storage.items({ topic: 'one', ...EVER, num: 5000, order: 'desc' })],
  ['a page', (storage: EventStorage) => storage.page(['one'], 0n, 5000)],
  ['a search', (storage: EventStorage) => storage.search({ text: 'one', topics: [], ...EVER, num: 5000 })],
] as const)
  test(`a file whose damage is found by ${what} is moved aside, and the call returns what remains`, async () => {
    await using trial = openTrial()
    const text = 'payload '.repeat(20)
    await trial.storage.append(
      Array.from({ length: 5000 }, (_, index) => event('one', { text, index })),
      START,
    )
    await trial.reopen(() => damageRows(trial.path, text))
    assert.deepEqual(await Promise.all([read(trial.storage), read(trial.storage)]), [[], []])
    assert.equal(trial.failures.length, 1)
    assert.ok(existsSync(`${trial.path}.damaged`))
    await trial.storage.append([event('one', { index: 1 })], START)
    assert.deepEqual(await trial.items('one'), [{ index: 1 }])
  })

test('while the disk cannot be written, events are read from memory, and are written later', async () => {
  await using trial = openTrial()
  await trial.storage.append([event('one', { index: 1 })], START)
  {
    // Another writer simulates a full disk: both refuse the transaction.
    using other = new DatabaseSync(trial.path)
    other.exec('BEGIN IMMEDIATE')
    for (const index of [2, 3]) await trial.storage.append([event('one', { index }, START + index)], START)
    assert.deepEqual(trial.failures, ['events cannot be written, and are held in memory'])
    assert.deepEqual(await trial.items('one'), [{ index: 3 }, { index: 2 }, { index: 1 }])
    assert.deepEqual(await trial.search({ text: '2' }), [{ index: 2 }])
    const { held, topics } = await trial.storage.stats()
    assert.deepEqual([held, topics.map(({ count }) => count)], [2, [3]])
  }
  await trial.storage.append([event('one', { index: 4 }, START + 4)], START)
  assert.equal((await trial.storage.stats()).held, 0)
  assert.deepEqual(
    (await trial.items('one')).map(({ index }) => index),
    [4, 3, 2, 1],
  )
  assert.equal(rowsOf(trial.path), 4)
})

test('the file can only be read by its owner', async () => {
  await using trial = openTrial()
  assert.equal(statSync(trial.path).mode & 0o777, 0o600)
})

const PAGE = 4096

/** Overwrites a third of the pages of the file that contain a text, in the middle: an open of the database reads none of them. */
function damageRows(path: string, text: string): void {
  const file = readFileSync(path)
  const pages = Array.from({ length: file.length / PAGE }, (_, page) => page * PAGE).filter((start) =>
    file.subarray(start, start + PAGE).includes(text),
  )
  for (const start of pages.slice(pages.length / 3, (pages.length * 2) / 3)) file.fill(0xab, start, start + PAGE)
  writeFileSync(path, file)
}

function rowsOf(path: string): number {
  using database = new DatabaseSync(path, { readOnly: true })
  return Number(database.prepare('SELECT count(*) AS count FROM events').get()?.count)
}

test('any text and any device can be searched for', async () => {
  await using trial = openTrial()
  await trial.storage.append([event('one', { index: 1 }, START, [PHONE])], START)
  const ascii = Array.from({ length: 128 }, (_, code) => `aa${String.fromCharCode(code)}bb`)
  for (const text of [...ascii, 'a" OR "one', 'NEAR(one two)'])
    for (const query of [{ text }, { device: text }]) assert.deepEqual(await trial.search(query), [], text)
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (text, device) => {
      await trial.search({ text, device })
    }),
    { numRuns: 300 },
  )
  assert.deepEqual(await trial.search({ device: PHONE.toUpperCase() }), [{ index: 1 }])
})
