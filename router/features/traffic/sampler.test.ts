import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import { mostInOneTurn } from '../../machine/turns.fixture.ts'
import { openHistory } from '../../store/history.ts'
import { openMemoryFacts } from '../../store/memory.ts'
import { numberToIp } from '../../values/ip.ts'
import { emptyDevice } from '../devices/device.ts'
import { openIdleCounters } from './idlecounters.ts'
import { isNews } from './observe.ts'
import { openOwners } from './owners.ts'
import { openTrafficSampler } from './sampler.ts'

const [PHONE, TV] = ['192.168.2.6', '192.168.2.10']
const MAC = '02:00:00:00:00:01'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A kernel that counts while routers come and go, and a disk that stays. */
function openBoard() {
  const clock = openSteppedClock()
  const database = openHistory({ path: ':memory:', clock, onFailure: (what) => assert.fail(what) })
  const packets = new Map<string, number>()
  const readCounters = async () => new Map([...packets].map(([ip, packets]) => [ip, { packets, bytes: packets * 100 }]))
  const { facts, change } = openMemoryFacts()
  const start = () => {
    const owners = openOwners(database.keyValueLog('trafficowners'), facts)
    return openTrafficSampler({ machine: { clock, readCounters }, owners, database })
  }
  return { clock, database, change, packets, start }
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
  // It counted on while nobody looked.
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

test('of an address that the kernel does not count any more nothing is kept', async () => {
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

test('readings that have rotted count as if they had just moved', async () => {
  const board = openBoard()
  board.packets.set(PHONE, 1)
  board.database.keyValueLog('silence').change(new Map([[`incoming_traffic_wan ${PHONE}`, '{"packets":1,']]))
  assert.deepEqual(await news(board), [PHONE])
})

test('the history and the sums of a device go with it to its next address', async () => {
  const { change, clock, packets, start } = openBoard()
  const MAC = '02:00:00:00:00:01'
  const NEXT = '10.9.0.6'
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
    [[`${NEXT} 200`], [`${NEXT} 300`], [], []],
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
