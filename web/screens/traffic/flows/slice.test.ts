import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Amount,
  joinedSlices,
  ratesOf,
  sliceOf,
  slicesOf,
  slicesWithin,
  sumByAddress,
  sumOf,
  totalsOf,
} from './slice.ts'

const [LAPTOP, TV] = ['192.168.2.6', '192.168.2.10']
const reading = (at: number, totals: Record<string, [down: number, up: number]>) => ({
  at,
  totals: new Map(Object.entries(totals).map(([ip, [down, up]]): [string, Amount] => [ip, { down, up }])),
})

test('a slice has the difference of two readings, without idle devices', () => {
  const slice = sliceOf(
    reading(60, { [LAPTOP]: [100, 10], [TV]: [5, 5] }),
    reading(120, { [LAPTOP]: [400, 10], [TV]: [5, 5] }),
  )
  assert.deepEqual(slice, { from: 60, to: 120, bytes: new Map([[LAPTOP, { down: 300, up: 0 }]]) })
})

test('a counter that was reset counts from zero, and a new one only from its second reading', () => {
  const { bytes } = sliceOf(
    reading(0, { [LAPTOP]: [1000, 1000] }),
    reading(60, { [LAPTOP]: [30, 1200], [TV]: [9e9, 9e9] }),
  )
  assert.deepEqual([...bytes], [[LAPTOP, { down: 30, up: 200 }]])
})

test('a minute of the history counts the internet or the home', () => {
  const minute = { [LAPTOP]: { WanIn: 1, WanOut: 2, LanIn: 3, LanOut: 4 } }
  assert.deepEqual(totalsOf(minute, 'wan').get(LAPTOP), { down: 1, up: 2 })
  assert.deepEqual(totalsOf(minute, 'lan').get(LAPTOP), { down: 3, up: 4 })
})

const slices = slicesOf([
  reading(0, { [LAPTOP]: [0, 0], [TV]: [0, 0] }),
  reading(60, { [LAPTOP]: [600, 60], [TV]: [1200, 0] }),
  reading(120, { [LAPTOP]: [600, 60], [TV]: [1200, 120] }),
])

test('sums are of one device or of all, and of the minutes that end within a span', () => {
  assert.deepEqual(sumOf(slices), { down: 1800, up: 180 })
  assert.deepEqual(sumOf(slices, TV), { down: 1200, up: 120 })
  assert.deepEqual(sumByAddress(slicesWithin(slices, { from: 60, to: 120 })), new Map([[TV, { down: 0, up: 120 }]]))
})

test('rates are bits a second, at the end of each slice', () => {
  assert.deepEqual(ratesOf(slices), { times: [60, 120], down: [240, 0], up: [8, 16] })
  assert.deepEqual(ratesOf(slices, LAPTOP), { times: [60, 120], down: [80, 0], up: [8, 0] })
})

test('slices of the live view replace the minutes, and only the overlapping part of a minute', () => {
  const live = slicesOf([reading(70, {}), reading(72, {}), reading(74, {})])
  const all = joinedSlices(slices, live)
  assert.deepEqual(
    all.map(({ from, to }) => [from, to]),
    [
      [0, 60],
      [60, 70],
      [70, 72],
      [72, 74],
      [74, 120],
    ],
  )
  assert.deepEqual(all[4]?.bytes.get(TV), { down: 0, up: (120 * 46) / 60 })
  assert.deepEqual(joinedSlices(slices, []), slices)
})

test('minutes without the live view are between the slices from before and after', () => {
  const before = slicesOf([reading(2, {}), reading(4, {})])
  const since = slicesOf([reading(110, {}), reading(112, {})])
  assert.deepEqual(
    joinedSlices(slices, [...before, ...since]).map(({ from, to }) => [from, to]),
    [
      [0, 2],
      [2, 4],
      [4, 60],
      [60, 110],
      [110, 112],
      [112, 120],
    ],
  )
})

test('each value is the mean of a minute, whether it comes from the history or from the live view', () => {
  const minutes = slicesOf([reading(0, {}), reading(60, { [TV]: [6000, 0] }), reading(120, { [TV]: [12_000, 0] })])
  // 100 bytes per second, as in the minutes before, but in bursts.
  const bytes = (second: number) => Math.floor((second - 138) / 20) * 2000
  const live = slicesOf(Array.from({ length: 61 }, (_, n) => reading(138 + 2 * n, { [TV]: [bytes(138 + 2 * n), 0] })))
  const { times, down } = ratesOf(joinedSlices(minutes, live))
  assert.deepEqual([times[0], times.at(-1)], [60, 258])
  assert.ok(!down.includes(null), 'no gap where the view was opened')
  const off = down.map((rate) => Math.abs((rate ?? 0) / 800 - 1))
  assert.ok(Math.max(...off) < 0.5, 'no cliff either: the two-second values are 0 or ten times the mean')
  assert.ok(Math.max(...off.slice(-10)) < 0.01)
})

test('a line is broken only where nothing is known of a whole minute', () => {
  const from = (at: number) => slicesOf([reading(at, {}), reading(at + 2, {})])
  assert.deepEqual(ratesOf([...from(0), ...from(2)]).times, [2, 4])
  assert.deepEqual(ratesOf([...from(0), ...from(40)]).down, [0, 0])
  assert.deepEqual(ratesOf([...from(0), ...from(62)]), { times: [2, 2.001, 64], down: [0, null, 0], up: [0, null, 0] })
})
