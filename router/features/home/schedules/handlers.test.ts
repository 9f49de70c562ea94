import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { openCollectingBus } from '../../../events/collect.fixture.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { parental as contract } from '../../../model/home/schedules/contract.ts'
import type { Caller } from '../../../model/operation.ts'
import type { Readings } from '../../../model/traffic/flows/observe.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { countUsage, loadUsage } from '../../firewall/rules/usage.ts'
import { watchSchedules } from '../../firewall/rules/watch.ts'
import { parentalHandlers } from './handlers.ts'

const PHONE = '02:00:00:00:00:01'
const TABLET = '02:00:00:00:00:02'
const KIDS = 'persona:kids'
type ReplyOf<K extends keyof typeof contract> = (typeof contract)[K]['details'] extends {
  reply: infer R extends z.ZodType
}
  ? z.output<R>
  : undefined
const caller: Caller = { name: 'admin', kind: 'user', address: '' }
/** A Monday at 18:00. */
const START = Date.UTC(2026, 10, 23, 18)
const MINUTE = 60_000

async function open() {
  const memory = openMemoryFacts()
  const { facts, change } = memory
  const clock = openSteppedClock(START)
  const { bus } = openCollectingBus()
  await change((draft) => {
    for (const [MAC, RecentIP] of [
      [PHONE, '192.168.2.6'],
      [TABLET, '192.168.2.10'],
    ] as const)
      draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP, DeviceTags: [KIDS] })
  })
  const zone = () => 'UTC'
  const onFailure = (_what: string, error: unknown): never => assert.fail(String(error))
  const bytes = new Map<string, number>()
  const sampler = {
    read: async (name: string): Promise<Readings> =>
      new Map(
        name === 'incoming_traffic_wan'
          ? [...bytes].map(([ip, sum]) => [ip, { packets: 1, bytes: sum, changedAt: 0 }])
          : [],
      ),
  }
  const saved = new Map<string, string | undefined>()
  const log = {
    change(entries: ReadonlyMap<string, string | undefined>) {
      for (const [key, value] of entries) saved.set(key, value)
    },
  }
  const handlers = parentalHandlers({ facts, change, clock, zone })
  const stack = new DisposableStack()
  const watching = stack.use(watchSchedules({ facts, change, bus, clock, zone, minuteMs: MINUTE, onFailure }))
  const usage = stack.use(countUsage({ facts, change, clock, zone, sampler, saved: log, minuteMs: MINUTE, onFailure }))
  memory.watch(watching.learn)
  memory.watch(usage.learn)
  await clock.step(0)
  const call = async <K extends keyof typeof contract>(name: K, body?: unknown) => {
    const schema = (contract[name].details as { body?: { parse(value: unknown): unknown } }).body
    const request = { params: {}, query: {}, body: schema?.parse(body), caller }
    return (await (handlers[name] as (request: unknown) => unknown)(request)) as ReplyOf<K>
  }
  return {
    ...{ facts, clock, call, saved, stack },
    kids: async () => (await call('usage'))[KIDS]!,
    /** Minutes in which these addresses move so many bytes each. */
    async use(minutes: number, each: number, ...addresses: string[]) {
      for (let minute = 0; minute < minutes; minute++) {
        for (const ip of addresses) bytes.set(ip, (bytes.get(ip) ?? 0) + each)
        await clock.step(MINUTE)
      }
    },
    [Symbol.dispose]: () => stack[Symbol.dispose](),
  }
}

test('a persona is saved by its name, and its tag follows from the name', async () => {
  using home = await open()
  const [kids] = await home.call('save', { Name: 'kids', DailyLimitMinutes: 120 })
  assert.deepEqual(kids, {
    ...{ Name: 'kids', Tag: KIDS, Description: '', DailyLimitMinutes: 120 },
    ...{ Schedules: [], DNSFamily: false, Disabled: false },
  })
  assert.partialDeepStrictEqual((await home.call('save', { Name: 'kids', DNSFamily: true }))[0], {
    DailyLimitMinutes: 120,
  })
  await assert.rejects(home.call('save', { Name: 'x', Tag: 'kids' }), /^Invalid: Tag: must begin with persona:/)
  await assert.rejects(home.call('save', { Name: 'x', Tag: KIDS }), /^Invalid: Tag: belongs to the persona kids/)
  await assert.rejects(home.call('save', { Name: 'x', DailyLimitMinutes: -1 }))
  await assert.rejects(home.call('remove', { Name: 'x' }), /^NotFound/)
  assert.deepEqual(await home.call('remove', kids), [])
})

test('minutes are counted once for all devices of a persona, from a certain amount', async () => {
  using home = await open()
  await home.call('save', { Name: 'kids' })
  await home.use(1, 0, '192.168.2.6')
  await home.use(3, 100_000, '192.168.2.6', '192.168.2.10')
  await home.use(2, 1000, '192.168.2.6')
  await home.use(1, 100_000, '192.168.2.10')
  assert.equal((await home.kids()).Used, 4)
})

test('a limit blocks for the rest of the day; more time and a new day lift it', async () => {
  using home = await open()
  await home.call('save', { Name: 'kids', DailyLimitMinutes: 3 })
  await home.use(3, 100_000, '192.168.2.6')
  assert.equal((await home.kids()).Blocked, false, 'the first minute has no earlier reading')
  await home.use(1, 100_000, '192.168.2.6')
  assert.partialDeepStrictEqual(await home.kids(), { Used: 3, Limit: 3, Blocked: true })
  await home.call('extend', { Tag: 'kids', Minutes: 30 })
  assert.partialDeepStrictEqual(await home.kids(), { Blocked: false, GrantUntil: (START + 34 * MINUTE) / 1000 })
  await home.clock.step(30 * MINUTE)
  assert.partialDeepStrictEqual(await home.kids(), { Blocked: true, GrantUntil: 0 })
  await home.clock.step(6 * 60 * MINUTE)
  assert.partialDeepStrictEqual(await home.kids(), { Used: 0, Blocked: false, BlockedUntil: 0 })
})

test('minutes of today are kept across a restart, and damaged ones are ignored', async () => {
  using home = await open()
  await home.call('save', { Name: 'kids' })
  await home.use(3, 100_000, '192.168.2.6')
  const { facts, change } = openMemoryFacts()
  const kept = new Map<string, string>([...(home.saved as Map<string, string>), ['x', '{"a'], ['y', '{}']])
  await change((draft) => loadUsage({ read: () => kept }, draft))
  assert.deepEqual([...facts.pfwUsage.values()], [{ target: KIDS, date: '2026-11-23', minutes: 2 }])
})

test('a pause ends after its time, by a call, and by more time; a reset clears everything', async () => {
  using home = await open()
  await home.call('save', { Name: 'kids', DailyLimitMinutes: 1 })
  await home.call('pause', { Tag: KIDS, Minutes: 10 })
  const PauseUntil = START / 1000 + 600
  assert.partialDeepStrictEqual(await home.kids(), { Blocked: true, PauseUntil, BlockedUntil: PauseUntil })
  await home.clock.step(10 * MINUTE)
  assert.partialDeepStrictEqual(await home.kids(), { Blocked: false, PauseUntil: 0 })
  await home.call('pause', { Tag: KIDS, Minutes: 10 })
  assert.equal((await home.call('pause', { Tag: KIDS, Minutes: 0 }))[KIDS]?.Blocked, false)
  await home.call('pause', { Tag: KIDS, Minutes: 10 })
  assert.partialDeepStrictEqual((await home.call('extend', { Tag: KIDS, Minutes: 5 }))[KIDS], {
    Blocked: false,
    PauseUntil: 0,
  })
  await home.call('extend', { Tag: KIDS, Minutes: -1 })
  await home.use(3, 100_000, '192.168.2.6')
  assert.equal((await home.kids()).Blocked, true)
  assert.partialDeepStrictEqual((await home.call('reset', { Tag: KIDS }))[KIDS], { Used: 0, Blocked: false })
  await assert.rejects(home.call('reset', { Tag: 'missing' }), /^NotFound/)
})

test('schedules of a persona block its devices', async () => {
  using home = await open()
  const Schedules = [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '21:00', End: '07:00' }]
  await home.call('save', { Name: 'kids', Schedules })
  assert.equal((await home.kids()).Blocked, false)
  await home.clock.step(3 * 60 * MINUTE)
  assert.equal((await home.kids()).Blocked, true)
})

test('a pause until a time of day, in the time zone of the router', async () => {
  using home = await open()
  await home.call('save', { Name: 'kids' })
  const end = Date.UTC(2026, 10, 24, 7) / 1000
  assert.equal((await home.call('pause', { Tag: KIDS, Until: '07:00' }))[KIDS]?.PauseUntil, end)
  assert.equal((await home.call('pause', { Tag: KIDS, Minutes: 0 }))[KIDS]?.PauseUntil, 0)
  await assert.rejects(home.call('pause', { Tag: KIDS }), /^Invalid: Minutes: must be given, or Until/)
})

const unix = (time: string): number => Date.parse(`2026-11-${time}:00Z`) / 1000
const BEDTIME = [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '21:00', End: '07:00' }]

test('one more hour counts from now, and does not move a bedtime that begins later', async () => {
  using home = await open()
  await home.call('save', { Name: 'kids', Schedules: BEDTIME, DailyLimitMinutes: 2 })
  await home.use(4, 100_000, '192.168.2.6')
  assert.equal((await home.kids()).Blocked, true, 'the limit is used up')
  await home.call('extend', { Tag: KIDS, Minutes: 60 })
  assert.partialDeepStrictEqual(await home.kids(), { Blocked: false, GrantUntil: unix('23T19:04') })
  await home.clock.step(unix('23T19:04') * 1000 - home.clock.now())
  assert.partialDeepStrictEqual(await home.kids(), { Blocked: true, GrantUntil: 0 })
  await home.call('reset', { Tag: KIDS })
  await home.call('extend', { Tag: KIDS, Minutes: 60 })
  await home.clock.step(unix('23T21:00') * 1000 - home.clock.now() - 1)
  assert.equal((await home.kids()).Blocked, false)
  await home.clock.step(1)
  assert.partialDeepStrictEqual(await home.kids(), { Blocked: true, GrantUntil: 0 }, 'bedtime begins at its time')
})

test('a bedtime that begins during extra time begins at its end, and a second call adds to it', async () => {
  using home = await open()
  await home.call('save', { Name: 'kids', Schedules: BEDTIME })
  await home.clock.step(unix('23T20:30') * 1000 - home.clock.now())
  for (let times = 0; times < 2; times++) await home.call('extend', { Tag: KIDS, Minutes: 60 })
  assert.equal((await home.kids()).GrantUntil, unix('23T22:30'))
  await home.clock.step(unix('23T22:30') * 1000 - home.clock.now() - 1)
  assert.equal((await home.kids()).Blocked, false)
  await home.clock.step(1)
  assert.partialDeepStrictEqual(await home.kids(), { Blocked: true, GrantUntil: 0 })
})

test('one more hour during bedtime, from now; the next call adds to it, and 0 ends it', async () => {
  using home = await open()
  await home.call('save', { Name: 'kids', Schedules: BEDTIME })
  await home.clock.step(3.5 * 60 * MINUTE)
  await home.call('extend', { Tag: KIDS, Minutes: 60 })
  assert.partialDeepStrictEqual(await home.kids(), { Blocked: false, GrantUntil: unix('23T22:30') })
  await home.call('extend', { Tag: KIDS, Minutes: 60 })
  assert.partialDeepStrictEqual(await home.kids(), { Blocked: false, GrantUntil: unix('23T23:30') })
  await home.call('extend', { Tag: KIDS, Minutes: 0 })
  assert.partialDeepStrictEqual(await home.kids(), { Blocked: true, GrantUntil: 0 })
  await home.call('extend', { Tag: KIDS, Minutes: 60 })
  await home.call('save', { Name: 'kids', Schedules: [{ ...BEDTIME[0], Start: '20:00' }] })
  assert.partialDeepStrictEqual(await home.kids(), { Blocked: true, GrantUntil: 0 }, 'other times are not postponed')
})
