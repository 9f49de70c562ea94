import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNews, observe, totals } from './observe.ts'

const DAY_MS = 24 * 3600_000
const [PHONE, TV] = ['192.168.2.6', '192.168.2.10']

const listing = (elem?: unknown[]) => ({
  nftables: [{ metainfo: {} }, { set: { name: 'incoming_traffic_wan', ...(elem && { elem }) } }],
})
const counted = (val: string, packets: number, bytes: number) => ({ elem: { val, counter: { packets, bytes } } })

test('a counter that stands still is old news after a day, until it moves', () => {
  const first = observe(listing([counted(PHONE, 3, 300)]), new Map(), 0)
  const later = observe(listing([counted(PHONE, 3, 300)]), first, DAY_MS)
  assert.equal(isNews(later.get(PHONE)!, DAY_MS - 1), true)
  assert.equal(isNews(later.get(PHONE)!, DAY_MS), false)
  const moved = observe(listing([counted(PHONE, 4, 400)]), later, DAY_MS)
  assert.equal(isNews(moved.get(PHONE)!, DAY_MS), true)
})

test('a counter that has counted nothing has nothing to tell', () => {
  assert.equal(isNews(observe(listing([counted(PHONE, 0, 0)]), new Map(), 0).get(PHONE)!, 0), false)
})

test('an empty set reads as one, and what is no listing is not read', () => {
  assert.equal(observe(listing(), new Map(), 0).size, 0)
  for (const wrong of [null, {}, listing(['192.168.2.6']), listing([{ elem: { val: 7 } }])])
    assert.throws(() => observe(wrong, new Map(), 0))
})

test('totals name every device that talks in any direction', () => {
  const read = (...elem: unknown[]) => observe(listing(elem), new Map(), 0)
  const all = totals(
    new Map([
      ['incoming_traffic_lan', read()],
      ['outgoing_traffic_wan', read(counted(PHONE, 1, 60), counted(TV, 0, 0))],
      ['incoming_traffic_wan', read(counted(PHONE, 2, 900))],
    ]),
    0,
  )
  assert.deepEqual(all, new Map([[PHONE, { LanIn: 0, LanOut: 0, WanIn: 900, WanOut: 60 }]]))
})
