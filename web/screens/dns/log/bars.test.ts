import assert from 'node:assert/strict'
import { test } from 'node:test'

process.env.TZ = 'Europe/Berlin'
const { barsOf } = await import('./bars.ts')
const hours = (from: string, count: number) =>
  Array.from({ length: count }, (_, hour) => ({
    Start: new Date(Date.parse(from) + hour * 3600_000).toISOString(),
    ...{ TotalQueries: 2, BlockedQueries: 1 },
  }))

test('the hour that the clock repeats has two bars, and its day has one', () => {
  const night = barsOf(hours('2026-10-24T22:00:00Z', 6))
  assert.equal(night.length, 6)
  assert.equal(night[2]?.name, night[3]?.name)
  assert.deepEqual(
    barsOf(hours('2026-10-24T22:00:00Z', 25 + 24)).map(({ total, blocked }) => [total, blocked]),
    [
      [50, 25],
      [48, 24],
    ],
  )
})
