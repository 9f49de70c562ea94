import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ipToNumber } from '../../../values/ip.ts'
import { DAY_MS, HOUR_MS, openHome, PHONE } from './rollup.fixture.ts'

const YEAR_MS = 366 * DAY_MS
/** In place of a minute, where days pass: fewer records, with the same sums. */
const LONG_MINUTE_MS = HOUR_MS / 4
type Home = Awaited<ReturnType<typeof openHome>>
const received = async (
  home: Home,
  rollup: ReturnType<Home['open']>,
  scale: 'hour' | 'day' | 'month',
  spanMs = YEAR_MS,
) => {
  const now = home.clock.now()
  const periods = await rollup.periods(scale, now - spanMs, now, 20_000)
  return periods.flatMap(({ start, value }) =>
    [...value].map(([owner, [, , down]]) => `${new Date(start).toISOString().slice(0, 13)} ${owner} ${down}`),
  )
}

test('bytes of minutes are added up by hour, day and month, with the hour that is not over', async () => {
  const home = await openHome({ minuteMs: LONG_MINUTE_MS })
  const rollup = home.open()
  const { phone, tv } = home
  await home.clock.step(30 * 60_000)
  home.receive(phone, 100)
  await home.clock.step(HOUR_MS)
  home.receive(phone, 20)
  home.receive(tv, 7)
  assert.deepEqual(await received(home, rollup, 'hour'), [
    `2026-03-01T00 ${phone} 100`,
    `2026-03-01T01 ${phone} 20`,
    `2026-03-01T01 ${tv} 7`,
  ])
  await home.clock.step(DAY_MS)
  home.receive(tv, 1)
  assert.deepEqual(await received(home, rollup, 'day'), [
    `2026-03-01T00 ${phone} 120`,
    `2026-03-01T00 ${tv} 7`,
    `2026-03-02T00 ${tv} 1`,
  ])
  await home.clock.step(31 * DAY_MS)
  home.receive(phone, 5)
  assert.deepEqual(await received(home, rollup, 'month'), [
    `2026-03-01T00 ${phone} 120`,
    `2026-03-01T00 ${tv} 8`,
    `2026-04-01T00 ${phone} 5`,
  ])
})

test('the last hour of a day belongs to that day, also just after midnight', async () => {
  const home = await openHome()
  const rollup = home.open()
  await home.clock.step(DAY_MS - 60_000)
  home.receive(home.phone, 9)
  for (const ms of [60_000, 60_000, 60_000]) {
    await home.clock.step(ms)
    assert.deepEqual(await received(home, rollup, 'day'), [`2026-03-01T00 ${home.phone} 9`])
  }
})

test('hours that ended while the router was off are written when it starts', async () => {
  const home = await openHome()
  const first = home.open()
  await home.clock.step(10 * 60_000)
  home.receive(home.phone, 50)
  first[Symbol.dispose]()
  await home.clock.step(5 * HOUR_MS)
  const second = home.open()
  await home.clock.step(60_000)
  // More than a day later, minutes do not have it any more.
  await home.clock.step(3 * DAY_MS)
  assert.deepEqual(await received(home, second, 'hour'), [`2026-03-01T00 ${home.phone} 50`])
})

test('a year of hours is kept, and not more', async () => {
  const home = await openHome({ minuteMs: DAY_MS / 2 })
  const rollup = home.open()
  for (let day = 0; day < 420; day++) {
    await home.clock.step(DAY_MS)
    home.receive(home.phone, 1)
  }
  await home.clock.step(2 * HOUR_MS)
  const hours = await received(home, rollup, 'hour', 420 * DAY_MS)
  const days = await received(home, rollup, 'day', 420 * DAY_MS)
  assert.ok(hours.length >= 365 && hours.length <= 367, `${hours.length} hours`)
  assert.ok(days.length >= 396 && days.length <= 398, `${days.length} days`)
})

test('after a change of the time zone each hour is counted once, and days stay in their month', async () => {
  const zones = ['Europe/Oslo', 'America/Los_Angeles', 'Asia/Tokyo', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC']
  for (const zone of zones) {
    const home = await openHome({ start: Date.UTC(2026, 2, 31, 12), minuteMs: HOUR_MS / 4 })
    home.setZone('Europe/Oslo')
    const first = home.open()
    const pass = async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        await home.clock.step(HOUR_MS / 4)
        home.receive(home.phone, 1)
        await home.clock.step((HOUR_MS * 3) / 4)
      }
    }
    await pass(52)
    first[Symbol.dispose]()
    home.setZone(zone)
    const second = home.open()
    const sums = async (scale: 'hour' | 'day' | 'month') => {
      const periods = await second.periods(scale, home.clock.now() - 5 * DAY_MS, home.clock.now(), 200)
      return periods.map(({ value }) => value.get(home.phone)?.[2] ?? 0)
    }
    const total = (all: number[]) => all.reduce((sum, one) => sum + one, 0)
    let all = 52
    for (const hours of [0, 3, 24]) {
      await pass(hours)
      all += hours
      // Minutes of an hour that overlaps with one of the zone before are not written.
      const least = all - (zone === 'Asia/Kolkata' || zone === 'Australia/Lord_Howe' ? 1 : 0)
      for (const scale of ['hour', 'day', 'month'] as const) {
        const sum = total(await sums(scale))
        assert.ok(sum <= all && sum >= least, `${zone} ${scale}: ${sum} of ${all}`)
      }
    }
    // Of the first day, 31 March in each zone, ten to twelve hours were counted.
    const [march] = await sums('month')
    assert.ok(march! >= 10 && march! <= 12, `${zone}: ${march}`)
    second[Symbol.dispose]()
  }
})

test('networks are counted by device and hour, also across a restart; bytes between devices are not', async () => {
  const home = await openHome()
  const [web, video] = [ipToNumber('203.0.113.80'), ipToNumber('198.51.100.7')]
  const first = home.open()
  first.count(web, home.phone, 1000)
  first.count(home.phone, web, 10)
  first.count(home.phone, home.tv, 77)
  await home.clock.step(60_000)
  first[Symbol.dispose]()
  const second = home.open()
  second.count(web, home.phone, 500)
  second.count(video, home.tv, 3)
  await home.clock.step(2 * HOUR_MS)
  second.count(video, home.phone, 2)
  const now = home.clock.now()
  const hours = await second.networks('hour', now - DAY_MS, now)
  const rows = hours.flatMap(({ start, value }) =>
    [...value].flatMap(([owner, list]) =>
      list.map(({ asn, country, down, up }) => [(now - start) / HOUR_MS, owner, asn, country, down, up].join(' ')),
    ),
  )
  const { phone, tv } = home
  assert.deepEqual(
    rows.map((row) => row.replace(/^(\d)\.\d+/, '$1')),
    [`2 ${phone} 64500 CH 1500 10`, `2 ${tv} 64501 US 3 0`, `0 ${phone} 64501 US 2 0`],
  )
  await home.change((draft) => draft.set('trafficInsights', { Enabled: false, RetentionDays: 7 }))
  second.count(web, home.phone, 1)
  assert.equal((await second.networks('day', now - DAY_MS, now)).length, 2)
})

test('events of a limit are published at 80 and 100 percent, once a month for each limit that was set', async () => {
  const home = await openHome({ start: Date.UTC(2026, 2, 29) })
  const rollup = home.open()
  const events: string[] = []
  home.bus.subscribe('traffic:limit', ({ Percent, Bytes }) => void events.push(`${Percent} % of ${Bytes}`))
  const limit = async (...all: number[]) => {
    await home.change((draft) =>
      draft.set(
        'trafficLimits',
        all.map((Bytes) => ({ Device: PHONE.mac, Group: '', Bytes })),
      ),
    )
    await home.clock.step(60_000)
    return events.splice(0)
  }
  const { watch } = home.limits(rollup)
  {
    using _watch = watch()
    await home.clock.step(60_000)
    home.receive(home.phone, 85)
    assert.deepEqual(await limit(100), ['80 % of 100'])
    assert.deepEqual(await limit(200), [])
    assert.deepEqual(await limit(100), [])
    assert.deepEqual(await limit(80), ['100 % of 80'])
    assert.deepEqual(await limit(100), [])
  }
  using _later = watch()
  assert.deepEqual(await limit(80), [])
  home.receive(home.phone, 15)
  assert.deepEqual(await limit(100), ['100 % of 100'])
  await limit()
  assert.deepEqual([...home.database.keyValueLog('trafficlimits').read().keys()], [])
  assert.deepEqual(await limit(100), ['100 % of 100'])
})

test('a limit is an event once a month, and again after it was changed', async () => {
  const home = await openHome({ start: Date.UTC(2026, 2, 29) })
  const rollup = home.open()
  const events: string[] = []
  home.bus.subscribe('traffic:limit', ({ MAC, Group, Percent, Used }) => {
    if (Percent === 100) events.push(`${MAC || Group} ${Used}`)
  })
  const { use, watch } = home.limits(rollup)
  const limit = (Bytes: number) =>
    home.change((draft) =>
      draft.set('trafficLimits', [
        { Device: '02:00:00:00:00:01', Group: '', Bytes },
        { Device: '', Group: 'family', Bytes: Bytes * 2 },
        { Device: '02:00:00:00:00:99', Group: '', Bytes: 1 },
      ]),
    )
  await limit(100)
  using _watch = watch()
  await home.clock.step(60_000)
  home.receive(home.phone, 99)
  home.receive(home.tv, 1)
  await home.clock.step(60_000)
  assert.deepEqual(events, [])
  home.receive(home.phone, 1)
  await home.clock.step(10 * 60_000)
  assert.deepEqual(events, ['02:00:00:00:00:01 100'])
  home.receive(home.tv, 500)
  await home.clock.step(DAY_MS)
  assert.deepEqual(events.slice(1), ['family 601'])
  assert.deepEqual(
    (await use()).map(({ Name, Used }) => `${Name} ${Used}`),
    ['phone 100', 'family 601'],
  )
  await limit(50)
  await home.clock.step(60_000)
  assert.equal(events.length, 4)
  await home.clock.step(2 * DAY_MS)
  assert.deepEqual(
    (await use()).map(({ Used }) => Used),
    [0, 0],
  )
  home.receive(home.phone, 60)
  await home.clock.step(60_000)
  assert.equal(events.length, 5)
})
