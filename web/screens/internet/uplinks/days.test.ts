import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf } from './days.ts'

const NOON = new Date(2026, 5, 10, 12).getTime()
const time = (day: number, hour: number): number => new Date(2026, 5, day, hour).getTime() / 1000

test('outages are divided between days at midnight, also ongoing ones', () => {
  const days = daysOf(
    [
      { Iface: 'wan0', Start: time(10, 11), End: 0 },
      { Iface: 'wan0', Start: time(8, 23), End: time(9, 2) },
      { Iface: 'wan0', Start: time(1, 1), End: time(1, 2) },
    ],
    3,
    NOON,
  )
  assert.deepEqual(
    days.map(({ at, awaySeconds }) => [at.getDate(), awaySeconds / 3600]),
    [
      [8, 1],
      [9, 2],
      [10, 1],
    ],
  )
})
