import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NotFound, Refused } from '../../../errors.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { type Caller, JsonText } from '../../../model/operation.ts'
import { traffic } from '../../../model/traffic/flows/contract.ts'
import type { DeviceTraffic } from '../../../model/traffic/flows/destinations.ts'
import type { Flow } from '../../../model/traffic/flows/flow.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { openHistory } from '../../../store/history.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import type { Connection } from '../../../wire/conntrack.ts'
import { trafficHandlers } from './handlers.ts'
import { openOwners } from './owners.ts'
import { openTrafficSampler } from './sampler.ts'
import { watchFlows } from './watch.ts'

/** Two packets out to 203.0.113.80, one back. */
const connection: Connection = {
  protocol: 6,
  port: 443,
  original: { source: '192.168.2.6', destination: '203.0.113.80', packets: 2, bytes: 200 },
  reply: { source: '203.0.113.80', destination: '203.0.113.9', packets: 1, bytes: 900 },
  entry: Uint8Array.of(1),
}

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const LAPTOP_MAC = '02:00:00:00:00:06'
const MINUTE_MS = 60_000

function open() {
  const memory = openMemoryFacts()
  const clock = openSteppedClock()
  const counter = { packets: 0, bytes: 0 }
  const machine = {
    clock,
    readCounters: async (_table: string, set: string) =>
      new Map([['192.168.2.6', set === 'incoming_traffic_wan' ? { ...counter } : { packets: 0, bytes: 0 }]]),
    watchCounters: () => ({ drain: () => undefined, [Symbol.dispose]: () => undefined }),
    async *connections() {
      yield [connection]
    },
  }
  const database = openHistory({ path: ':memory:', clock, onFailure: () => assert.fail() })
  const owners = openOwners(database.keyValueLog('trafficowners'), memory.facts)
  const sampler = openTrafficSampler({ machine, owners, database })
  const flows = watchFlows({
    machine,
    facts: memory.facts,
    owners,
    lookedUpName: (device, address) =>
      device === '192.168.2.6' && address === '203.0.113.80' ? 'www.example.org' : '',
  })
  const lookup = { places: async () => () => ({ ASN: 64500, ASNName: 'Example', Country: 'CH' }) }
  const handlers = trafficHandlers({ machine, facts: memory.facts, sampler, flows, lookup })
  const request = { query: {}, params: {}, body: undefined, caller }
  const counters = async () => {
    const answer = await handlers.counters({ ...request, params: { name: 'incoming_traffic_wan' } })
    return JSON.parse((answer as JsonText).text)
  }
  const history = async () => {
    const answer = handlers.history({ ...request, query: { minutes: undefined } })
    return JSON.parse(Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Uint8Array>)).toString())
  }
  return { ...memory, ...machine, handlers, request, counter, counters, history, sampler }
}

test('counters are listed while they are recent, and again when they change', async () => {
  const { clock, counter, counters } = open()
  assert.deepEqual(await counters(), [])
  Object.assign(counter, { packets: 2, bytes: 200 })
  assert.deepEqual(await counters(), [{ IP: '192.168.2.6', Domain: '', Packets: 2, Bytes: 200 }])
  await clock.step(24 * 60 * MINUTE_MS)
  assert.deepEqual(await counters(), [])
  Object.assign(counter, { packets: 3, bytes: 300 })
  assert.deepEqual(await counters(), [{ IP: '192.168.2.6', Domain: '', Packets: 3, Bytes: 300 }])
})

test('a sample is taken each minute until the sampler is closed', async () => {
  const { clock, counter, history, sampler } = open()
  await clock.step(0)
  Object.assign(counter, { packets: 1, bytes: 60 })
  await clock.step(MINUTE_MS)
  assert.deepEqual(await history(), [{ '192.168.2.6': { LanIn: 0, LanOut: 0, WanIn: 60, WanOut: 0 } }, {}])
  sampler[Symbol.dispose]()
  await clock.step(10 * MINUTE_MS)
  assert.equal((await history()).length, 2)
})

test('a minute without a table is missing, and the next one is there', async () => {
  const clock = openSteppedClock()
  let refusals = 1
  const readCounters = async () => {
    if (refusals-- > 0) throw new Refused(verbatim('No such file or directory'))
    return new Map()
  }
  using database = openHistory({ path: ':memory:', clock, onFailure: () => assert.fail() })
  const owners = openOwners(database.keyValueLog('trafficowners'), openMemoryFacts().facts)
  const watchCounters = () => ({ drain: () => undefined, [Symbol.dispose]: () => undefined })
  using sampler = openTrafficSampler({ machine: { clock, readCounters, watchCounters }, owners, database })
  await clock.step(0)
  await clock.step(MINUTE_MS)
  assert.equal(Buffer.concat(await Array.fromAsync(sampler.history())).toString(), '[{}]\n')
})

test('flows are listed by the names that the device looked up, and counters by device names', async () => {
  const { change, handlers, request, counter, counters } = open()
  await change((draft) =>
    draft.devices.put(LAPTOP_MAC, { ...emptyDevice(), MAC: LAPTOP_MAC, Name: 'Mum’s laptop', RecentIP: '192.168.2.6' }),
  )
  const flows: Flow[] = JSON.parse(
    ((await handlers.flows({ ...request, query: { device: undefined } })) as JsonText).text,
  )
  assert.deepEqual(
    flows.map(({ SrcDomain, DstDomain }) => [SrcDomain, DstDomain]),
    [
      ['www.example.org', ''],
      ['', 'www.example.org'],
    ],
  )
  const { Destinations } = (await handlers.ofDevice({
    ...request,
    params: { identity: '192.168.2.6' },
  })) as DeviceTraffic
  assert.deepEqual(
    Destinations.map(({ Domain }) => Domain),
    ['www.example.org'],
  )
  Object.assign(counter, { packets: 2, bytes: 200 })
  assert.partialDeepStrictEqual(await counters(), [{ Domain: 'mums-laptop.lan' }])
})

test("a device's flows are found by its MAC, its key or its address; there are none of a stranger's", async () => {
  const { change, handlers, request } = open()
  const [PHONE, TV, KEY] = ['02:00:00:00:00:01', '02:00:00:00:00:02', `${'A'.repeat(43)}=`]
  await change((draft) => {
    draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE, RecentIP: '192.168.2.6', WGPubKey: KEY })
    draft.devices.put(TV, { ...emptyDevice(), MAC: TV, RecentIP: '192.168.2.10' })
  })
  const flows = async (device?: string) => {
    const answer = await handlers.flows({ ...request, query: { device } })
    const listed = answer instanceof JsonText ? JSON.parse(answer.text) : answer
    return (listed as Flow[]).map(({ Src }) => Src)
  }
  assert.deepEqual(await flows(), ['203.0.113.80', '192.168.2.6'])
  for (const device of [PHONE.toUpperCase(), KEY, '192.168.2.6'])
    assert.deepEqual(await flows(device), ['203.0.113.80', '192.168.2.6'], device)
  assert.deepEqual(await flows(TV), [])
  const listed = await handlers.ofDevice({ ...request, params: { identity: PHONE } })
  assert.partialDeepStrictEqual(listed, {
    IP: '192.168.2.6',
    Destinations: [{ IP: '203.0.113.80', ASN: 64500, ASNName: 'Example', Country: 'CH', BytesIn: 900, BytesOut: 200 }],
  })
  for (const stranger of ['02:00:00:00:00:03', '203.0.113.80', 'nobody']) {
    await assert.rejects(flows(stranger), NotFound)
    await assert.rejects(async () => handlers.ofDevice({ ...request, params: { identity: stranger } }), NotFound)
  }
})

test('callers for the same period share one sum, and later callers get a new one', async () => {
  const { clock, counter, handlers, request, sampler } = open()
  await clock.step(0)
  Object.assign(counter, { packets: 2, bytes: 200 })
  let sums = 0
  const { since } = sampler
  sampler.since = (time) => {
    sums++
    return since(time)
  }
  const totals = async (minutes: number) =>
    JSON.parse(((await handlers.totals({ ...request, query: { minutes } })) as JsonText).text)
  const [one, other, shorter] = await Promise.all([totals(60), totals(60), totals(5)])
  assert.equal(sums, 2)
  assert.deepEqual(one, {
    Since: new Date(clock.now() - 60 * MINUTE_MS).toISOString(),
    Totals: { '192.168.2.6': { LanIn: 0, LanOut: 0, WanIn: 200, WanOut: 0 } },
  })
  assert.deepEqual([other, shorter.Totals], [one, one.Totals])
  Object.assign(counter, { packets: 3, bytes: 300 })
  assert.equal((await totals(60)).Totals['192.168.2.6'].WanIn, 300)
})

test('invalid names, identities and numbers are rejected', () => {
  const { name } = traffic.counters.details.params
  assert.equal(name.safeParse('other').success, false)
  for (const identity of ['', ' ', 'x'.repeat(65)])
    assert.equal(traffic.ofDevice.details.params.identity.safeParse(identity).success, false, identity)
  const { minutes } = traffic.history.details.query
  assert.equal(minutes.parse('15'), 15)
  for (const wrong of ['', '0', '-1', '1.5', 'x']) assert.equal(minutes.safeParse(wrong).success, false, wrong)
})
