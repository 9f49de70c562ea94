import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ago, seenAt } from './ago.ts'

test('times of the router are parsed as UTC, with or without the monotonic clock reading', () => {
  const at = new Date('2024-03-02T10:00:00Z')
  assert.deepEqual(seenAt('2024-03-02 10:00:00.123456789 +0000 UTC m=+99.9'), at)
  assert.deepEqual(seenAt('2024-03-02 10:00:00 +0000 UTC'), at)
  for (const text of ['', 'yesterday', '2024-99-99 10:00:00']) assert.equal(seenAt(text), undefined)
})

test('the time since an event is shown in the largest unit that fits', () => {
  const now = new Date('2024-03-02T10:00:00Z')
  const before = (seconds: number) => ago(new Date(now.getTime() - seconds * 1000), now, 'en')
  assert.deepEqual([20, 180, 7200, 86_400, 40 * 86_400, -5].map(before), [
    'this minute',
    '3 minutes ago',
    '2 hours ago',
    'yesterday',
    'last month',
    'this minute',
  ])
})
