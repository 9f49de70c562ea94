import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Machine } from '../../../machine/machine.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { mostInOneTurn } from '../../../machine/turns.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { COUNTERS } from '../../../model/traffic/flows/counters.ts'
import { isNews } from '../../../model/traffic/flows/observe.ts'
import { openHistory } from '../../../store/history.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { numberToIp } from '../../../values/ip.ts'
import { openIdleCounters } from './idlecounters.ts'
import { keepHistory, minuteOf } from './kept.ts'
import { openOwners } from './owners.ts'
import { openTrafficSampler, type TrafficSampler } from './sampler.ts'

const [PHONE, TV, NEXT] = ['192.168.2.6', '192.168.2.10', '10.9.0.6']
const MAC = '02:00:00:00:00:01'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A kernel that counts while routers come and go, and a disk that stays. */
function openBoard() {
  const clock = openSteppedClock()
  const database = openHistory({ path: ':memory:', clock, onFailure: (what) => assert.fail(what) })
  const packets = new Map<string, number>()
  const read = () => new Map([...packets].map(([ip, packets]) => [ip, { packets, bytes: packets * 100 }]))
  /** Called while each set is read, after its values were taken. */
  const whileReading = { run: (_set: string): void => undefined }
  const readCounters = async (_table: string, set: string) => {
    const counters = read()
    whileReading.run(set)
    return counters
  }
  const deletions: (() => void)[] = []
  const watchers = new Set<Parameters<Machine['watchCounters']>[1]>()
  const drain = (): void => {
    for (const notify of deletions.splice(0)) notify()
  }
  const watchCounters: Machine['watchCounters'] = (_table, ended) => {
    watchers.add(ended)
    return { drain, [Symbol.dispose]: () => void watchers.delete(ended) }
  }
  /** The kernel deletes the counters of an address. Their last values are received later. */
  const remove = (ip: string): void => {
    const counter = read().get(ip)
    packets.delete(ip)
    if (!counter) return
    deletions.push(() => {
      for (const set of COUNTERS) for (const ended of watchers) ended(set, ip, counter)
    })
  }
  const { facts, change, watch } = openMemoryFacts()
  const place = (MAC: string, RecentIP: string) =>
    change((draft) => draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP }))
  const start = () => {
    const owners = openOwners(database.keyValueLog('trafficowners'), facts)
    return openTrafficSampler({ machine: { clock, readCounters, watchCounters }, owners, database })
  }
  return { clock, database, change, place, packets, remove, drain, whileReading, watch, start }
}

async function news({ clock, start }: ReturnType<typeof openBoard>): Promise<string[]> {
  using sampler = start()
  const readings = await sampler.read('incoming_traffic_wan')
  return [...readings].filter(([, reading]) => isNews(reading, clock.now())).map(([ip]) => ip)
}

test('an address is forgotten a day after its last packet, whatever restarts lie between', async () => {
  const board = openBoard()
  const { clock, packets, start } = board
  packets.set(PHONE, 1).set(TV, 1)
  {
    using _sampler = start()
    await clock.step(20 * HOUR_MS)
    packets.set(TV, 2)
    await clock.step(10 * MINUTE_MS)
  }
  assert.deepEqual(await news(board), [PHONE, TV])
  await clock.step(4 * HOUR_MS)
  assert.deepEqual(await news(board), [TV])
  await clock.step(30 * HOUR_MS)
  assert.deepEqual(await news(board), [])
  // The counter increased while no sampler was running.
  packets.set(PHONE, 5)
  assert.deepEqual(await news(board), [PHONE])
})

test('counters that become idle together are stored in turns of the event loop', async () => {
  const log = openBoard().database.keyValueLog('silence')
  const readings = new Map(
    Array.from({ length: 1000 }, (_, i) => [numberToIp(i), { packets: 1, bytes: 100, changedAt: 0 }]),
  )
  const most = await mostInOneTurn(async (counted) => {
    using idle = openIdleCounters({
      read: () => new Map(),
      change(rows: ReadonlyMap<string, string | undefined>) {
        for (const _row of rows) counted()
        log.change(rows)
      },
    })
    await idle.note(new Map([['incoming_traffic_wan', readings]]), 1)
  })
  assert.equal(log.read().size, 1000)
  assert.equal(most, 200)
})

test('a minute that begins while a sum is made is not missing from it', async () => {
  const { clock, change, packets, start } = openBoard()
  await change((draft) => draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP: PHONE }))
  packets.set(PHONE, 1)
  using sampler = start()
  await clock.step(30 * MINUTE_MS)
  packets.set(PHONE, 11)
  const sums = sampler.since(clock.now() - HOUR_MS)
  await clock.step(MINUTE_MS)
  assert.equal((await sums).get(PHONE)?.[0], 1000)
})

test('nothing is stored for an address that the kernel no longer counts', async () => {
  const { clock, database, packets, start } = openBoard()
  using _sampler = start()
  packets.set(PHONE, 1)
  await clock.step(5 * MINUTE_MS)
  const kept = () => [...database.keyValueLog('silence').read().keys()]
  assert.ok(kept().includes(`incoming_traffic_wan ${PHONE}`))
  packets.delete(PHONE)
  await clock.step(5 * MINUTE_MS)
  assert.deepEqual(kept(), [])
})

test('samples are taken as minutes begin, whenever the router was started', async () => {
  const { clock, packets, start } = openBoard()
  await clock.step(MINUTE_MS / 2)
  packets.set(PHONE, 1)
  using sampler = start()
  await clock.step(0)
  packets.set(PHONE, 2)
  await clock.step(MINUTE_MS / 2)
  const text = Buffer.concat(await Array.fromAsync(sampler.history())).toString()
  assert.deepEqual(
    JSON.parse(text).map((minute: Record<string, { WanIn: number }>) => minute[PHONE]?.WanIn),
    [200, 100],
  )
})

test('a counter whose stored reading is damaged is listed as if it had just changed', async () => {
  const board = openBoard()
  board.packets.set(PHONE, 1)
  board.database.keyValueLog('silence').change(new Map([[`incoming_traffic_wan ${PHONE}`, '{"packets":1,']]))
  assert.deepEqual(await news(board), [PHONE])
})

test('the history and the sums of a device go with it to its next address', async () => {
  const { change, clock, packets, start } = openBoard()
  const MAC = '02:00:00:00:00:01'
  const place = (RecentIP: string) => change((draft) => draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP }))
  await place(PHONE)
  using sampler = start()
  await clock.step(0)
  await clock.step(MINUTE_MS)
  await clock.step(0)
  packets.set(PHONE, 3)
  await clock.step(MINUTE_MS)
  await clock.step(0)
  // The kernel counts from 0 at the new address.
  await place(NEXT)
  packets.delete(PHONE)
  packets.set(NEXT, 2)
  await clock.step(MINUTE_MS)
  await clock.step(0)
  packets.set(NEXT, 4)
  const text = Buffer.concat(await Array.fromAsync(sampler.history())).toString()
  const minutes: Record<string, { WanIn: number }>[] = JSON.parse(text)
  assert.deepEqual(
    minutes.map((minute) => Object.entries(minute).map(([ip, { WanIn }]) => `${ip} ${WanIn}`)),
    [[`${NEXT} 500`], [`${NEXT} 300`], [], []],
  )
  const sums = await sampler.since(clock.now() - HOUR_MS)
  assert.deepEqual([...sums], [[NEXT, [700, 700, 700, 700]]], 'also what came since the newest minute')
  assert.deepEqual([...(await sampler.since(clock.now()))], [[NEXT, [200, 200, 200, 200]]])
})

test('a minute that is recorded while a sum is read is part of it', async () => {
  const { clock, packets, start } = openBoard()
  using sampler = start()
  await clock.step(0)
  packets.set(PHONE, 3)
  await clock.step(MINUTE_MS)
  const sums = sampler.since(clock.now() - HOUR_MS)
  packets.set(PHONE, 7)
  await clock.step(MINUTE_MS)
  assert.deepEqual([...(await sums)], [[PHONE, [700, 700, 700, 700]]])
})

/** The bytes received from the internet by address since a time, at most a day ago. */
const received = async (sampler: TrafficSampler, since: number): Promise<Record<string, number>> =>
  Object.fromEntries([...(await sampler.since(since))].map(([ip, [, , wanIn]]) => [ip, wanIn]))

test('a device that moves within a minute keeps its bytes, also when the new counter passes the old one', async () => {
  const { clock, place, packets, remove, start } = openBoard()
  await place(MAC, PHONE)
  using sampler = start()
  await clock.step(MINUTE_MS)
  packets.set(PHONE, 3)
  await clock.step(MINUTE_MS)
  await place(MAC, NEXT)
  remove(PHONE)
  packets.set(NEXT, 5)
  assert.deepEqual(await received(sampler, clock.now() - HOUR_MS), { [NEXT]: 800 })
  await clock.step(MINUTE_MS)
  assert.deepEqual(await received(sampler, clock.now() - HOUR_MS), { [NEXT]: 800 })
  const text = Buffer.concat(await Array.fromAsync(sampler.history(2))).toString()
  assert.deepEqual(
    JSON.parse(text).map((minute: Record<string, { WanIn: number }>) => minute[NEXT]?.WanIn),
    [800, 300],
  )
})

test('bytes at the old address between the newest minute and the move are counted, once', async () => {
  for (const isEarly of [false, true]) {
    const { clock, place, packets, remove, drain, start } = openBoard()
    await place(MAC, PHONE)
    using sampler = start()
    await clock.step(MINUTE_MS)
    packets.set(PHONE, 3)
    await clock.step(MINUTE_MS)
    packets.set(PHONE, 10)
    // Between the change of the record and that of the kernel.
    await place(MAC, NEXT)
    assert.deepEqual(await received(sampler, clock.now() - HOUR_MS), { [NEXT]: 1000 })
    packets.set(PHONE, 11)
    remove(PHONE)
    packets.set(NEXT, 2)
    if (isEarly) drain()
    assert.deepEqual(await received(sampler, clock.now() - HOUR_MS), { [NEXT]: 1300 })
    await clock.step(2 * MINUTE_MS)
    assert.deepEqual(await received(sampler, clock.now() - HOUR_MS), { [NEXT]: 1300 })
  }
})

test('a device that joined and moved within the minute keeps its bytes', async () => {
  const { clock, place, packets, remove, watch, start } = openBoard()
  using sampler = start()
  watch(sampler.learn)
  await clock.step(MINUTE_MS)
  await place(MAC, PHONE)
  packets.set(PHONE, 4)
  await place(MAC, NEXT)
  remove(PHONE)
  packets.set(NEXT, 1)
  await clock.step(MINUTE_MS)
  assert.deepEqual(await received(sampler, clock.now() - HOUR_MS), { [NEXT]: 500 })
})

test('an address that another device gets within the minute counts for each what was its own', async () => {
  const { clock, place, packets, remove, start } = openBoard()
  const TV_MAC = '02:00:00:00:00:02'
  await place(MAC, PHONE)
  await place(TV_MAC, TV)
  using sampler = start()
  await clock.step(MINUTE_MS)
  packets.set(PHONE, 3).set(TV, 20)
  await clock.step(MINUTE_MS)
  packets.set(PHONE, 4)
  await place(MAC, NEXT)
  remove(PHONE)
  packets.set(TV, 21)
  await place(TV_MAC, PHONE)
  remove(TV)
  packets.set(PHONE, 9).set(NEXT, 1)
  const since = clock.now() - HOUR_MS
  assert.deepEqual(await received(sampler, since), { [NEXT]: 500, [PHONE]: 3000 })
  await clock.step(MINUTE_MS)
  assert.deepEqual(await received(sampler, since), { [NEXT]: 500, [PHONE]: 3000 })
  // And back, to an address where the device had a counter before.
  await place(TV_MAC, TV)
  remove(PHONE)
  packets.set(TV, 50)
  await place(MAC, PHONE)
  remove(NEXT)
  packets.set(PHONE, 30)
  await clock.step(MINUTE_MS)
  assert.deepEqual(await received(sampler, since), { [PHONE]: 3500, [TV]: 8000 })
})

test('a device that moves while the counters are read is counted once at each address', async () => {
  const { clock, place, packets, remove, drain, whileReading, start } = openBoard()
  await place(MAC, PHONE)
  packets.set(PHONE, 3)
  using sampler = start()
  await clock.step(MINUTE_MS)
  let [bytes, was] = [0, 300]
  for (const isEarly of [false, true])
    for (const at of COUNTERS) {
      const [from, to] = packets.has(PHONE) ? [PHONE, NEXT] : [NEXT, PHONE]
      await place(MAC, to)
      packets.set(from, 100)
      whileReading.run = (set) => {
        if (set !== at) return
        remove(from)
        if (isEarly) drain()
        packets.set(to, 10)
        whileReading.run = () => undefined
      }
      await clock.step(MINUTE_MS)
      bytes += 10_000 - was + 1000
      was = 1000
      assert.deepEqual(await received(sampler, clock.now() - HOUR_MS), { [to]: bytes }, at)
    }
})

test('after a restart within the hour of a move, the bytes of both addresses are counted on', async () => {
  const { clock, place, packets, remove, start } = openBoard()
  const since = clock.now() - HOUR_MS
  await place(MAC, PHONE)
  {
    using _sampler = start()
    await clock.step(MINUTE_MS)
    packets.set(PHONE, 3)
    await clock.step(MINUTE_MS)
    await place(MAC, NEXT)
    remove(PHONE)
    packets.set(NEXT, 5)
    await clock.step(MINUTE_MS)
  }
  packets.set(NEXT, 7)
  await clock.step(MINUTE_MS)
  using sampler = start()
  await clock.step(MINUTE_MS)
  packets.set(NEXT, 8)
  assert.deepEqual(await received(sampler, since), { [NEXT]: 1100 })
})

test('a history from before there were totals is continued', async () => {
  const { clock, database, place, packets, start } = openBoard()
  await place(MAC, PHONE)
  database.keyValueLog('trafficowners').change(new Map([[MAC, JSON.stringify({ id: 4, ip: PHONE })]]))
  const minute = minuteOf(clock.now())
  const { record } = keepHistory(database, minute)
  record(new Map([[4, [0, 0, 100, 0]]]), minute - 2)
  record(new Map([[4, [0, 0, 300, 0]]]), minute - 1)
  packets.set(PHONE, 5)
  using sampler = start()
  await clock.step(MINUTE_MS)
  assert.deepEqual(await received(sampler, clock.now() - HOUR_MS), { [PHONE]: 400 })
})

test('of a deleted device nothing is added, and its address begins again for the next device', async () => {
  const { clock, change, place, packets, remove, start } = openBoard()
  await place(MAC, PHONE)
  using sampler = start()
  await clock.step(MINUTE_MS)
  packets.set(PHONE, 3)
  await clock.step(MINUTE_MS)
  await change((draft) => draft.devices.remove(MAC))
  remove(PHONE)
  await clock.step(MINUTE_MS)
  assert.deepEqual(await received(sampler, clock.now() - HOUR_MS), { [PHONE]: 300 })
  await place('02:00:00:00:00:02', PHONE)
  packets.set(PHONE, 9)
  await clock.step(MINUTE_MS)
  assert.deepEqual(await received(sampler, clock.now() - HOUR_MS), { [PHONE]: 900 })
})
