import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nanosecondsOf, textOfTime } from './time.ts'

for (const [text, expected] of [
  ['2026-03-01T08:05:34Z', '2026-03-01T08:05:34.000000000Z'],
  ['2026-03-01T08:05:34.5Z', '2026-03-01T08:05:34.500000000Z'],
  ['2026-03-01T08:05:34.123456789Z', '2026-03-01T08:05:34.123456789Z'],
  ['2026-03-01T10:05:34.5+02:00', '2026-03-01T08:05:34.500000000Z'],
  ['2026-03-01T03:35:34-04:30', '2026-03-01T08:05:34.000000000Z'],
  ['2026-13-01T08:05:34Z', undefined],
  ['2026-03-01', undefined],
  ['2026-03-01T08:05:34', undefined],
  ['1969-12-31T23:59:59Z', undefined],
  ['2300-01-01T00:00:00Z', undefined],
  ['now', undefined],
] as const)
  test(`the time ${text} is ${expected ?? 'refused'}`, () => {
    const time = nanosecondsOf(text)
    assert.equal(time === undefined ? undefined : textOfTime(time), expected)
  })
