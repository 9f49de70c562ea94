import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BEDTIME,
  dayName,
  extraUntil,
  HOMEWORK,
  momentWords,
  offlineSpansByDay,
  remainingWords,
  windowWords,
} from './schedule.ts'

test('a window that crosses midnight has a part on the next day', () => {
  const bars = offlineSpansByDay([BEDTIME])
  assert.deepEqual(bars[0], [{ from: 21 * 60, to: 24 * 60 }])
  assert.deepEqual(bars[1], [
    { from: 0, to: 7 * 60 },
    { from: 21 * 60, to: 24 * 60 },
  ])
  assert.deepEqual(bars[5], [{ from: 0, to: 7 * 60 }])
  assert.deepEqual(bars[6], [])
})

test('a window within a day, and one that ends at midnight', () => {
  assert.deepEqual(offlineSpansByDay([HOMEWORK])[1], [{ from: 15 * 60, to: 17 * 60 }])
  const evening = offlineSpansByDay([{ ...HOMEWORK, Start: '20:00', End: '00:00' }])
  assert.deepEqual(evening[1], [{ from: 20 * 60, to: 24 * 60 }])
  assert.deepEqual(evening[6], [])
})

test('windows in words begin with Monday', () => {
  assert.deepEqual([0, 1, 6].map(dayName), ['Sun', 'Mon', 'Sat'])
  assert.equal(windowWords(BEDTIME), 'Mon, Tue, Wed, Thu, Sun 21:00–07:00')
  assert.equal(windowWords({ ...BEDTIME, Days: [1, 1, 1, 1, 1, 1, 1] }), 'Every day 21:00–07:00')
})

test('the remaining time is rounded up to minutes', () => {
  assert.deepEqual(
    [1, 60, 61, 1800, 3600, 3660].map((seconds) => remainingWords(seconds, 0)),
    ['1 min', '1 min', '2 min', '30 min', '1 hr', '1 hr 1 min'],
  )
  assert.equal(remainingWords(10, 20_000), '1 min')
})

test('expired extra time is ignored, and so is that of a single device', () => {
  assert.equal(extraUntil({ Skips: [{ Device: '*', Until: 100 }] }, 99_000), 100)
  assert.equal(extraUntil({ Skips: [{ Device: '*', Until: 100 }] }, 100_000), 0)
  assert.equal(extraUntil({ Skips: [{ Device: '02:00:00:00:00:01', Until: 100 }] }, 0), 0)
})

test('times are shown in the time zone of the router', () => {
  const bedtime = Date.UTC(2026, 10, 23, 20) / 1000
  const now = Date.UTC(2026, 10, 23, 12)
  assert.equal(momentWords(bedtime, now, 'Europe/Berlin'), '21:00')
  assert.equal(momentWords(bedtime, now, 'Asia/Tokyo'), '05:00')
  assert.match(momentWords(bedtime + 86_400, now, 'Asia/Tokyo'), /^Wednesday 05:00$/)
})
