import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeLatency, NO_LATENCY, openLatency } from './latency.ts'

test('median and 95th percentile are those of the last 128 answers', () => {
  const latency = openLatency()
  assert.deepEqual(latency.read(), NO_LATENCY)
  for (let ms = 1; ms <= 100; ms++) latency.add(ms, 5_000)
  const { medianMs, p95Ms, lastAnswer } = latency.read()
  assert.deepEqual([medianMs, p95Ms, lastAnswer], [50, 95, 5])
  for (let times = 0; times < 128; times++) latency.add(7, 9_000)
  assert.partialDeepStrictEqual(latency.read(), { medianMs: 7, p95Ms: 7, lastAnswer: 9 })
})

test('the average follows a change within some dozens of answers', () => {
  const latency = openLatency()
  for (let times = 0; times < 50; times++) latency.add(10, 0)
  assert.equal(latency.read().averageMs, 10)
  for (let times = 0; times < 14; times++) latency.add(110, 0)
  const { averageMs } = latency.read()
  assert.ok(averageMs > 55 && averageMs < 65, `${averageMs}`)
})

test('threads are merged by the number of their answers', () => {
  const a = { averageMs: 10, medianMs: 9, p95Ms: 20, lastAnswer: 5, asked: 3, failed: 0 }
  const b = { averageMs: 20, medianMs: 8, p95Ms: 30, lastAnswer: 4, asked: 2, failed: 1 }
  assert.deepEqual(mergeLatency(a, b), { averageMs: 12.5, medianMs: 9, p95Ms: 30, lastAnswer: 5 })
  const none = { ...NO_LATENCY, asked: 0, failed: 0 }
  assert.deepEqual(mergeLatency(none, none), NO_LATENCY)
})
