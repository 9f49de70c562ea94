import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wantedEventsOf, wantedTime } from './searchParams.ts'

test('filters are read from the URL, and invalid ones are ignored', () => {
  assert.deepEqual(wantedEventsOf({ q: 'tv', kind: 'wifi', period: 'day', device: '02:00:00:00:00:01' }), {
    q: 'tv',
    kind: 'wifi',
    period: 'day',
    device: '02:00:00:00:00:01',
  })
  assert.deepEqual(wantedEventsOf({ q: '', kind: 'toString', period: 'year', from: 'x', to: -1, other: 1 }), {})
  assert.deepEqual(wantedEventsOf({ from: '1700000000', to: 1_700_003_600 }), {
    from: 1_700_000_000,
    to: 1_700_003_600,
  })
})

test('a chosen time replaces the period', () => {
  assert.deepEqual(wantedTime({ period: 'hour' }, 1_700_003_600_000), { from: 1_700_000_000 })
  assert.deepEqual(wantedTime({ period: 'hour', from: 5, to: 6 }, 1_700_003_600_000), { from: 5, to: 6 })
  assert.deepEqual(wantedTime({}, 1_700_003_600_000), {})
})
