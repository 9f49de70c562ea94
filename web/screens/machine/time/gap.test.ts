import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gapOf } from './gap.ts'

test('clocks within the same second are equal', () => {
  for (const ms of [0, 400, 999]) assert.ok(gapOf(1000, 1_000_000 + ms, 1_000_000 + ms).isSame)
})

test('a clock that is behind or ahead is shown with its sign', () => {
  assert.deepEqual(gapOf(940, 1_000_000, 1_000_000), { seconds: -59.5, isSame: false })
  assert.ok(gapOf(1060, 1_000_000, 1_000_000).seconds > 59)
})

test('the tolerance grows with the duration of the response', () => assert.ok(gapOf(1002, 1_000_000, 1_004_000).isSame))
