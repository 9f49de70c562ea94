import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNews, observe, totals } from './observe.ts'

const DAY_MS = 24 * 3600_000
const [PHONE, TV] = ['192.168.2.6', '192.168.2.10']

const counted = (ip: string, packets: number, bytes: number) => [ip, { packets, bytes }] as const
const reading = (...counters: ReturnType<typeof counted>[]) => new Map(counters)

test('a counter that does not change is omitted after a day, until it changes', () => {
  const first = observe(reading(counted(PHONE, 3, 300)), new Map(), 0)
  const later = observe(reading(counted(PHONE, 3, 300)), first, DAY_MS)
  assert.equal(isNews(later.get(PHONE)!, DAY_MS - 1), true)
  assert.equal(isNews(later.get(PHONE)!, DAY_MS), false)
  const moved = observe(reading(counted(PHONE, 4, 400)), later, DAY_MS)
  assert.equal(isNews(moved.get(PHONE)!, DAY_MS), true)
})

test('a counter of zero is omitted', () => {
  assert.equal(isNews(observe(reading(counted(PHONE, 0, 0)), new Map(), 0).get(PHONE)!, 0), false)
})

test('totals name every device that talks in any direction', () => {
  const read = (...counters: ReturnType<typeof counted>[]) => observe(reading(...counters), new Map(), 0)
  const all = totals(
    new Map([
      ['incoming_traffic_lan', read()],
      ['outgoing_traffic_wan', read(counted(PHONE, 1, 60), counted(TV, 0, 0))],
      ['incoming_traffic_wan', read(counted(PHONE, 2, 900))],
    ]),
  )
  assert.deepEqual(all, new Map([[PHONE, [0, 0, 900, 60]]]))
})
