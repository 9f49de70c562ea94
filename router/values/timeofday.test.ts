import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesOf, timeOfMinutes } from './timeofday.ts'

test('times are shown as they were given', () => {
  for (const [time, minutes] of [
    ['00:00', 0],
    ['07:05', 425],
    ['23:59', 1439],
  ] as const) {
    assert.equal(minutesOf(time), minutes)
    assert.equal(timeOfMinutes(minutes), time)
  }
})
