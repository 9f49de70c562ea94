import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAndTime, nextMidnight, nextTime } from '../../machine/localtime/moments.ts'
import { intervalsOf } from './schedule.ts'

const OSLO = 'Europe/Oslo'
const EVERY_DAY: (0 | 1)[] = [1, 1, 1, 1, 1, 1, 1]
const at = (text: string, zone = OSLO): number => Temporal.ZonedDateTime.from(`${text}[${zone}]`).epochMilliseconds
const texts = (windows: Parameters<typeof intervalsOf>[0], now: string, zone = OSLO): string[] =>
  intervalsOf(windows, at(now, zone), zone).map(({ start, end }) =>
    [start, end]
      .map((ms) =>
        Temporal.Instant.fromEpochMilliseconds(ms)
          .toZonedDateTimeISO(zone)
          .toString({ smallestUnit: 'minute', timeZoneName: 'never' }),
      )
      .join(' to '),
  )

test('a window that crosses midnight belongs to the day on which it begins', () => {
  const weekdays: (0 | 1)[] = [0, 0, 0, 0, 0, 1, 0]
  assert.deepEqual(texts([{ Days: weekdays, Start: '21:00', End: '07:00' }], '2026-11-28T03:00'), [
    '2026-11-27T21:00+01:00 to 2026-11-28T07:00+01:00',
    '2026-12-04T21:00+01:00 to 2026-12-05T07:00+01:00',
  ])
})

test('adjoining windows are one interval, and equal times are a whole day', () => {
  const [first] = texts(
    [
      { Days: [0, 1, 0, 0, 0, 0, 0], Start: '21:00', End: '00:00' },
      { Days: [0, 0, 1, 0, 0, 0, 0], Start: '00:00', End: '07:00' },
    ],
    '2026-11-23T12:00',
  )
  assert.equal(first, '2026-11-23T21:00+01:00 to 2026-11-24T07:00+01:00')
  assert.equal(texts([{ Days: EVERY_DAY, Start: '12:00', End: '12:00' }], '2026-11-23T12:00').length, 1)
})

test('when clocks go forward, a time that does not exist is the moment of the change', () => {
  const all = texts([{ Days: EVERY_DAY, Start: '02:30', End: '03:15' }], '2026-03-29T00:00')
  assert.equal(all[1], '2026-03-29T03:00+02:00 to 2026-03-29T03:15+02:00')
  const night = texts([{ Days: EVERY_DAY, Start: '21:00', End: '02:30' }], '2026-03-28T22:00')
  assert.equal(night[1], '2026-03-28T21:00+01:00 to 2026-03-29T03:00+02:00')
  // Windows that lie in the missing hour do not occur.
  const missing = texts([{ Days: EVERY_DAY, Start: '02:10', End: '02:50' }], '2026-03-29T00:00')
  assert.ok(!missing.some((text) => text.startsWith('2026-03-29')))
})

test('when clocks go back, a window begins with the first and ends with the second of two equal times', () => {
  const night = texts([{ Days: EVERY_DAY, Start: '21:00', End: '02:30' }], '2026-10-24T22:00')
  assert.equal(night[1], '2026-10-24T21:00+02:00 to 2026-10-25T02:30+01:00')
  const hour = texts([{ Days: EVERY_DAY, Start: '02:00', End: '02:30' }], '2026-10-25T00:00')
  assert.equal(hour[1], '2026-10-25T02:00+02:00 to 2026-10-25T02:30+01:00')
})

test('a day that begins after midnight, where clocks change at midnight', () => {
  const havana = texts([{ Days: EVERY_DAY, Start: '00:00', End: '06:00' }], '2026-03-08T12:00', 'America/Havana')
  assert.equal(havana[1], '2026-03-08T01:00-04:00 to 2026-03-08T06:00-04:00')
  assert.equal(
    nextMidnight(at('2026-03-07T20:00', 'America/Havana'), 'America/Havana'),
    at('2026-03-08T01:00', 'America/Havana'),
  )
})

test('a moment is formatted as a time, with the weekday or the date if it is later', () => {
  const now = at('2026-11-23T21:00')
  assert.deepEqual(dayAndTime(at('2026-11-24T07:00'), now, OSLO), { text: '07:00' })
  assert.deepEqual(dayAndTime(at('2026-11-25T07:00'), now, OSLO), { day: 'Wednesday', text: '07:00' })
  assert.deepEqual(dayAndTime(at('2026-12-25T07:00'), now, OSLO), { text: '2026-12-25 07:00' })
})

test('the next time of day is today or tomorrow, also when clocks change', () => {
  const zone = 'Europe/Berlin'
  const next = (time: string, now: string): string =>
    Temporal.Instant.fromEpochMilliseconds(nextTime(time, at(now, zone), zone))
      .toZonedDateTimeISO(zone)
      .toString({ smallestUnit: 'minute', timeZoneName: 'never' })
  assert.equal(next('07:00', '2026-11-23T06:59'), '2026-11-23T07:00+01:00')
  assert.equal(next('07:00', '2026-11-23T07:00'), '2026-11-24T07:00+01:00')
  assert.equal(next('07:00', '2026-03-28T22:00'), '2026-03-29T07:00+02:00')
  assert.equal(next('02:30', '2026-03-28T22:00'), '2026-03-29T03:00+02:00')
  assert.equal(next('07:00', '2026-10-24T22:00'), '2026-10-25T07:00+01:00')
  assert.equal(next('02:30', '2026-10-24T22:00'), '2026-10-25T02:30+01:00')
})
