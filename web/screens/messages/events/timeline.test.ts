import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barsOf } from './timeline.ts'

test('events are counted in bars of equal length, at least a second', () => {
  const bars = barsOf(
    [
      { at: 3601, tone: 'bad', count: 2 },
      { at: 3659.5, tone: 'good', count: 1 },
      { at: 3720, tone: 'plain', count: 1 },
      { at: 1, tone: 'plain', count: 9 },
      { at: 9999, tone: 'plain', count: 9 },
    ],
    { from: 3600, to: 3780, count: 3 },
  )
  assert.deepEqual(
    bars.map(({ from, to, total, counts }) => [from, to, total, counts.bad]),
    [
      [3600, 3660, 3, 2],
      [3660, 3720, 0, 0],
      [3720, 3780, 1, 0],
    ],
  )
  assert.equal(barsOf([], { from: 10, to: 14, count: 48 }).length, 4)
  assert.equal(barsOf([], { from: 10, to: 10, count: 48 }).length, 1)
})
