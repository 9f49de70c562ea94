import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOf, startOf, startsBetween } from './calendar.ts'

const at = (text: string) => Date.parse(text)
const texts = (times: number[]) => times.map((ms) => new Date(ms).toISOString())

test('days and months begin at midnight by the clock of the zone', () => {
  const moment = at('2026-03-01T23:30:00Z')
  assert.equal(startOf('day', moment, 'Europe/Oslo'), at('2026-03-01T23:00:00Z'))
  assert.equal(startOf('month', moment, 'Europe/Oslo'), at('2026-02-28T23:00:00Z'))
  assert.equal(startOf('hour', moment, 'Asia/Kolkata'), at('2026-03-01T23:30:00Z'))
})

test('a day has 23 hours when daylight saving time begins, and 25 when it ends', () => {
  const hours = (day: string) => {
    const start = startOf('day', at(day), 'Europe/Oslo')
    return startsBetween('hour', start, endOf('day', start, 'Europe/Oslo'), 'Europe/Oslo', 100).length
  }
  assert.deepEqual(
    [hours('2026-03-29T12:00:00Z'), hours('2026-10-25T12:00:00Z'), hours('2026-10-26T12:00:00Z')],
    [23, 25, 24],
  )
})

test('of too many periods there are the latest ones', () => {
  const starts = startsBetween('month', at('2025-01-15T00:00:00Z'), at('2026-03-02T00:00:00Z'), 'UTC', 2)
  assert.deepEqual(texts(starts), ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'])
})
