import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from './clock.ts'

test('moments of the monotonic clock are whole milliseconds, which timers and signals accept', () => {
  for (let i = 0; i < 100; i++) assert.ok(Number.isSafeInteger(systemClock.monotonic()))
})
