import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodSpan } from './period.ts'

const at = (text: string): number => Date.parse(text)

test('the last 24 hours and the current day have no end', () => {
  const now = at('2026-11-24T08:15')
  assert.deepEqual(periodSpan('recent', '', now), { from: at('2026-11-23T08:15'), to: undefined })
  assert.deepEqual(periodSpan('day', '', now), { from: at('2026-11-24T00:00'), to: undefined })
  assert.deepEqual(periodSpan('day', '2026-11-20', now), { from: at('2026-11-20T00:00'), to: at('2026-11-21T00:00') })
})

test('the period `night` is the last night, or the current one', () => {
  const night = { from: at('2026-11-23T18:00'), to: at('2026-11-24T08:00') }
  for (const now of ['2026-11-24T08:15', '2026-11-24T23:59'])
    assert.deepEqual(periodSpan('night', '2026-11-20', at(now)), night, now)
  assert.deepEqual(periodSpan('night', '', at('2026-11-24T02:00')), { ...night, to: undefined })
  // The first of a month.
  assert.equal(periodSpan('night', '', at('2026-12-01T09:00')).from, at('2026-11-30T18:00'))
})
