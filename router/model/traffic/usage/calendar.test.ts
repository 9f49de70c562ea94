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

test('each hour ends where the next one starts, in every kind of zone and when daylight saving time begins or ends', () => {
  const MINUTE_MS = 60_000
  const changes = {
    'Australia/Lord_Howe': ['2026-04-04T12:00:00Z', '2026-10-03T12:00:00Z'],
    'Europe/Oslo': ['2026-03-28T20:00:00Z', '2026-10-24T20:00:00Z'],
    'America/New_York': ['2026-03-08T00:00:00Z', '2026-11-01T00:00:00Z'],
    'Asia/Kolkata': ['2026-03-01T00:00:00Z'],
    'Asia/Kathmandu': ['2026-03-01T00:00:00Z'],
    UTC: ['2026-03-01T00:00:00Z'],
  }
  for (const [zone, days] of Object.entries(changes))
    for (const day of days) {
      const [from, to] = [at(day), at(day) + 10 * 60 * MINUTE_MS]
      const starts = new Set<number>()
      for (let ms = from; ms < to; ms += 5 * MINUTE_MS) starts.add(startOf('hour', ms, zone))
      assert.deepEqual(startsBetween('hour', from, to, zone, 20), [...starts], `${zone} ${day}`)
    }
  const lengths = (day: string) => {
    const starts = startsBetween('hour', at(day), at(day) + 6 * 60 * MINUTE_MS, 'Australia/Lord_Howe', 20)
    return starts.map((start) => (endOf('hour', start, 'Australia/Lord_Howe') - start) / MINUTE_MS)
  }
  assert.deepEqual(lengths('2026-04-04T14:00:00Z'), [90, 60, 60, 60, 60, 60])
  assert.deepEqual(lengths('2026-10-03T14:30:00Z'), [60, 30, 60, 60, 60, 60, 60])
})

test('if there are too many periods, the latest ones are returned', () => {
  const starts = startsBetween('month', at('2025-01-15T00:00:00Z'), at('2026-03-02T00:00:00Z'), 'UTC', 2)
  assert.deepEqual(texts(starts), ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'])
})
