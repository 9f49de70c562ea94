import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesOf } from '../../../values/timeofday.ts'
import { quietUntil } from './quiethours.ts'

const zone = 'America/New_York'
/** A time on 10 March 2024, when clocks go forward, or on a later day. */
const at = (time: string, day = 10) =>
  Temporal.PlainDateTime.from(`2024-03-${day}T${time}:00`).toZonedDateTime(zone).epochMilliseconds
const hours = (From: string, To: string) => ({ From: minutesOf(From), To: minutesOf(To) })

test('hours over midnight begin in the evening and end in the morning', () => {
  const night = hours('22:00', '07:00')
  assert.equal(quietUntil(night, { now: at('21:59'), zone }), undefined)
  assert.equal(quietUntil(night, { now: at('22:00'), zone }), at('07:00', 11))
  assert.equal(quietUntil(night, { now: at('03:30'), zone }), at('07:00'))
  assert.equal(quietUntil(night, { now: at('07:00'), zone }), undefined)
})

test('hours within a day, and a whole day', () => {
  const noon = hours('12:00', '14:30')
  assert.equal(quietUntil(noon, { now: at('11:59'), zone }), undefined)
  assert.equal(quietUntil(noon, { now: at('12:00'), zone }), at('14:30'))
  assert.equal(quietUntil(noon, { now: at('14:30'), zone }), undefined)
  const always = hours('08:00', '08:00')
  assert.equal(quietUntil(always, { now: at('07:59'), zone }), at('08:00'))
  assert.equal(quietUntil(always, { now: at('08:00'), zone }), at('08:00', 11))
})

test('the end is always later, on days of a change of the clock as well', () => {
  for (let minute = 0; minute < 400 * 24 * 60; minute += 7) {
    const now = at('00:00') + minute * 60_000
    const end = quietUntil(hours('01:30', '02:30'), { now, zone })
    if (end !== undefined) assert.ok(end > now && end <= now + 3 * 3600_000, new Date(now).toISOString())
  }
})
