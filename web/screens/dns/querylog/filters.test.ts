import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReversed, logFiltersOf, timeSpanOf } from './filters.ts'
import { wantedLogOf } from './searchParams.ts'

const NOW = new Date(2026, 2, 3, 15, 30).getTime()
const at = (...of: [number, number, number, number?]) => new Date(...of).getTime()

test('periods begin and end at midnight by the clock of the browser', () => {
  assert.deepEqual(timeSpanOf({}, NOW), { from: undefined, to: undefined })
  assert.deepEqual(timeSpanOf({ period: 'today' }, NOW), { from: at(2026, 2, 3), to: undefined })
  assert.deepEqual(timeSpanOf({ period: 'yesterday' }, NOW), { from: at(2026, 2, 2), to: at(2026, 2, 3) })
  assert.deepEqual(timeSpanOf({ period: 'day', day: '2026-02-28' }, NOW), {
    from: at(2026, 1, 28),
    to: at(2026, 2, 1),
  })
  assert.deepEqual(timeSpanOf({ period: 'range', from: '2026-03-01T08:00' }, NOW), {
    from: at(2026, 2, 1, 8),
    to: undefined,
  })
})

test('a period that ends before or when it begins is recognized', () => {
  const range = (from?: string, to?: string) =>
    isReversed(timeSpanOf({ period: 'range', ...(from && { from }), ...(to && { to }) }, NOW))
  assert.equal(range('2026-03-01T08:00', '2026-03-01T07:00'), true)
  assert.equal(range('2026-03-01T08:00', '2026-03-01T08:00'), true)
  assert.equal(range('2026-03-01T08:00', '2026-03-01T08:01'), false)
  assert.equal(range('2026-03-01T08:00'), false)
  assert.equal(isReversed(timeSpanOf({ period: 'today' }, NOW)), false)
})

test('filters of the URL that are no filters are left out', () => {
  const wanted = { client: '192.168.2.6', decision: 'cached', period: 'day', day: '2026-03-01' } as const
  assert.deepEqual(wantedLogOf(wanted), wanted)
  assert.deepEqual(wantedLogOf({ words: '', day: 5, other: 'x', blocked: 'yes' }), {})
  const open = { from: undefined, to: undefined }
  for (const bad of [
    { period: 'ever' },
    { period: 'day', day: '2026-99-99' },
    { period: 'day' },
    { period: 'range', from: 'noon' },
  ])
    assert.deepEqual(timeSpanOf(bad as never, NOW), open)
  assert.deepEqual(logFiltersOf({ decision: 'maybe' }, NOW), {})
  assert.deepEqual(logFiltersOf({ decision: 'cached', words: ' a b ' }, NOW), { decision: 'cached', search: 'a b' })
})
