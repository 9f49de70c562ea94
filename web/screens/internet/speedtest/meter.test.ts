import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needleOf, nextSize, openMeter, tickAt } from './meter.ts'

test('rates are in bits per second: the mean without the warm-up, and the last moment', () => {
  const meter = openMeter(1000)
  meter.add(1, 1400)
  for (let at = 1600; at <= 3500; at += 100) meter.add(at > 3000 ? 200 : 100, at)
  assert.equal(meter.mean(3500), (8 * (1500 + 5 * 200)) / 2)
  assert.equal(Math.round(meter.now(3500)), Math.round((8 * (5 * 200 + 3 * 100)) / 0.8))
  assert.equal(meter.total(), 2501)
})

test('a very short measurement is reported as one mean', () => {
  const meter = openMeter(0)
  meter.add(500, 100)
  assert.equal(meter.mean(500), 8000)
  assert.equal(openMeter(0).mean(0), 0)
})

test('the size of requests grows until one takes long enough, and shrinks if it takes too long', () => {
  assert.equal(nextSize(64 << 10, 20), 128 << 10)
  assert.equal(nextSize(1 << 20, 300), 1 << 20)
  assert.equal(nextSize(1 << 20, 900), 512 << 10)
  assert.equal(nextSize(64 << 10, 9000), 64 << 10)
  assert.equal(nextSize(16 << 20, 1), 16 << 20)
})

test('the scale has room for a slow wifi and for ten gigabits', () => {
  assert.equal(needleOf(0), 0)
  assert.ok(needleOf(10e6) > 0.2)
  assert.equal(needleOf(10e9), 1)
})

test('the scale marks are at the positions of the needle', () => {
  const { x, y } = tickAt(99)
  assert.deepEqual([Math.round(x), Math.round(y)], [100, -5])
  assert.deepEqual([Math.round(tickAt(9999).x), Math.round(tickAt(9999).y)], [205, 100])
})
