import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sample } from '../../../model/internet/uplinks/status.ts'
import type { Round } from '../../../model/internet/uplinks/verdict.ts'
import { SampleSeries } from './series.ts'

const START = Date.UTC(2024, 2, 1, 10)
const SECOND = 1000

const round = (ms: number | undefined): Round => ({ answers: [{ target: '9.9.9.9', ms }] })

test('all rounds of a minute become one sample, down if the uplink was down during any of it', () => {
  const kept: Sample[] = []
  const series = new SampleSeries('minutes', [], (sample) => kept.push(sample))
  for (const [i, ms] of [10, 14, undefined, 12].entries())
    series.add(round(ms), ms !== undefined, START + i * 10 * SECOND)
  assert.deepEqual(kept, [])
  series.add(round(20), true, START + 60 * SECOND)
  const first = { Time: START / 1000, LatencyMs: 12, JitterMs: 3, LossPct: 25, Up: false }
  assert.deepEqual(kept, [first])
  assert.deepEqual(series.newest(), [
    { Time: START / 1000 + 60, LatencyMs: 20, JitterMs: 0, LossPct: 0, Up: true },
    first,
  ])
  assert.equal(series.newest(1)[0]?.LatencyMs, 20)
})

test('at most as many samples are returned as the scale keeps', () => {
  for (const [scale, seconds, most] of [
    ['minutes', 60, 1440],
    ['hours', 3600, 720],
  ] as const) {
    const series = new SampleSeries(scale)
    for (let i = 0; i < 2 * most; i++) series.add(round(8), true, START + i * seconds * SECOND)
    assert.equal(series.newest().length, most)
    assert.equal(series.newest(2 * most).length, most)
    assert.equal(series.newest()[0]?.Time, START / 1000 + (2 * most - 1) * seconds)
  }
})

test('samples from before the start are listed after newer ones', () => {
  const past = { Time: START / 1000 - 3600, LatencyMs: 8, JitterMs: 0, LossPct: 0, Up: true }
  const series = new SampleSeries('hours', [past])
  assert.deepEqual(series.newest(), [past])
  series.add(round(8), true, START)
  assert.deepEqual(
    series.newest().map(({ Time }) => Time),
    [START / 1000, START / 1000 - 3600],
  )
})
