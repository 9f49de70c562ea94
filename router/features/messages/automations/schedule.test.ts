import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import { checkedWants, timesOf, wantsTopic } from '../../../model/messages/automations/wants.ts'
import { prefixesOfWanted } from './dryrun.ts'

const ZONE = 'Europe/Berlin'
const local = (text: string): number => Temporal.PlainDateTime.from(text).toZonedDateTime(ZONE).epochMilliseconds
const next = (at: string, after: string) => timesOf({ Every: [], At: [at] })[0]!.next(local(after), ZONE)

test('a time of day is the next one in the time zone', () => {
  assert.equal(next('22:00', '2024-03-01T21:59:59.999'), local('2024-03-01T22:00'))
  assert.equal(next('22:00', '2024-03-01T22:00'), local('2024-03-02T22:00'))
  assert.equal(next('00:00', '2024-12-31T23:00'), local('2025-01-01T00:00'))
  assert.equal(next('02:30', '2024-03-30T23:00'), local('2024-03-31T03:00'), 'clocks go forward')
})

test('every so many minutes is at multiples of them', () => {
  const [every] = timesOf({ Every: [15], At: [] })
  assert.equal(every!.next(local('2024-03-01T10:01'), ZONE), local('2024-03-01T10:15'))
  assert.equal(every!.next(local('2024-03-01T10:15'), ZONE), local('2024-03-01T10:30'))
})

test('what a script registers is checked', () => {
  const wants = { Topics: ['wifi:auth:*', 'wan:up', 'wan:up'], Every: [1], At: ['23:59'] }
  assert.deepEqual(checkedWants(wants), { ...wants, Topics: ['wifi:auth:*', 'wan:up'] })
  for (const Topics of [['*'], [''], ['a b'], ['*:a'], [1], [null], ['x'.repeat(200)], ['automation:run']])
    assert.throws(() => checkedWants({ Topics, Every: [], At: [] }), Invalid, JSON.stringify(Topics))
  for (const minutes of [0, 1.5, 1441, '5', null, Number.NaN])
    assert.throws(() => checkedWants({ Topics: [], Every: [minutes], At: [] }), Invalid, String(minutes))
  for (const time of ['24:00', '7:00', '12:60', 12, null])
    assert.throws(() => checkedWants({ Topics: [], Every: [], At: [time] }), Invalid, String(time))
  assert.throws(() => checkedWants({ Topics: Array(33).fill('wan:up'), Every: [], At: [] }), /more than 32 times/)
})

test('a topic fits exactly, or by its beginning', () => {
  const Topics = ['wan:up', 'wifi:*']
  assert.deepEqual(
    ['wan:up', 'wan:uplink:up', 'wifi:auth:fail', 'automation:run'].map((topic) => wantsTopic({ Topics }, topic)),
    [true, false, true, false],
  )
})

test('each stored event is read once, whatever topics overlap', () => {
  assert.deepEqual(prefixesOfWanted(['wifi:*', 'wifi:auth:*', 'wan:up', 'wan:up']), ['wifi:', 'wan:up'])
})
