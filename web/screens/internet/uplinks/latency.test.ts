import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sample } from '../../../../router/model/internet/uplinks/status.ts'
import { chartOf } from './latency.ts'

const samples = (...latencies: number[]): Sample[] =>
  latencies.map((LatencyMs, index) => ({
    Time: 1_700_000_000 - index * 10,
    LatencyMs,
    JitterMs: 0,
    LossPct: 0,
    Up: LatencyMs > 0,
  }))

test('the newest round is at the right end, and a round without an answer breaks the line', () => {
  assert.deepEqual(chartOf(samples(40, 20, 0, 20)), {
    width: 30,
    line: 'M26.5 53M28.5 53L29.5 10',
    silent: [27],
    least: 20,
    most: 40,
    seconds: 30,
  })
})

test('for a long time several rounds are averaged, and one without a response stays visible', () => {
  const latencies = Array.from({ length: 241 }, (_, index) => (index === 5 ? 0 : index % 2 === 0 ? 10 : 30))
  const chart = chartOf(samples(...latencies), true)
  assert.equal(chart?.width, 80)
  assert.deepEqual(chart?.silent, [78])
  assert.equal(chart?.seconds, 2370)
  assert.deepEqual([Math.round(chart?.least ?? 0), Math.round(chart?.most ?? 0)], [17, 23])
})

test('there is no chart before the first response', () => {
  assert.equal(chartOf([]), undefined)
  assert.equal(chartOf(samples(0, 0)), undefined)
})
