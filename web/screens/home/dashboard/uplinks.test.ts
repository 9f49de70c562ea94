import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from '../../../../router/model/internet/uplinks/fault.ts'
import type { Outage, UplinkStatus } from '../../../../router/model/internet/uplinks/status.ts'
import { internetOf as at, pastOf, timeWithDay } from './uplinks.ts'

const NOW = Date.parse('2024-03-01T12:03:00Z')
const STARTED = Date.parse('2024-03-01T10:00:00Z') / 1000
const internetOf = (statuses: readonly UplinkStatus[], outages: readonly Outage[], now = NOW) =>
  at(statuses, outages, now)

const status = (Iface: string, Up: boolean, LatencyMs = 0, Downtime24h = 0): UplinkStatus => ({
  Iface,
  Up,
  Active: Up,
  DNS: [],
  Gateway: '203.0.113.1',
  LatencyMs,
  JitterMs: 0,
  LossPct: 0,
  State: '',
  Connection: [],
  WatchedSince: NOW / 1000 - 180,
  LastChange: 0,
  TotalOutages: 0,
  Downtime24h,
})
const outage = (Iface: string, End: number): Outage => ({
  Iface,
  Start: STARTED,
  End,
  ...faultOf('no_carrier'),
})

test('the state of the internet: all uplinks work, some, none, or none is configured', () => {
  const [up, down] = [status('wan0', true), status('wan1', false)]
  const states = [[up], [up, down], [down], []].map((statuses) => internetOf(statuses, []).state)
  assert.deepEqual(states, ['up', 'partly', 'down', 'none'])
})

test('the reason is that of the ongoing outage of an uplink that is down', () => {
  const down = [status('wan0', false)]
  const lasting = internetOf(down, [outage('wan1', 0), outage('wan0', 0)])
  assert.equal(lasting.outage?.Code, 'no_carrier')
  assert.equal(lasting.away, 'wan0')
  assert.deepEqual(lasting.since, new Date('2024-03-01T10:00:00Z'))
  assert.equal(internetOf(down, [outage('wan0', STARTED + 60)]).outage, undefined)
  assert.equal(internetOf([status('wan0', true)], [outage('wan0', 0)]).outage, undefined)
})

test('a time of today is shown without its date', () => {
  const now = new Date(2024, 2, 1, 12, 0)
  assert.equal(timeWithDay(new Date(2024, 2, 1, 9, 5), now, 'en-GB'), '09:05')
  assert.equal(timeWithDay(new Date(2024, 1, 29, 9, 5), now, 'en-GB'), 'Thursday 09:05')
})

test('the lowest latency and the shortest downtime of the uplinks are shown', () => {
  const { latencyMs, downSeconds } = internetOf([status('wan0', true, 20, 90), status('wan1', true, 8, 30)], [])
  assert.deepEqual([latencyMs, downSeconds], [8, 30])
  assert.equal(internetOf([status('wan0', true)], []).latencyMs, undefined)
})

test('no statement is made about the time before monitoring began', () => {
  const past = (hours: number, ...statuses: UplinkStatus[]) => pastOf(internetOf(statuses, [], NOW + hours * 3_600_000))
  const [up, failed] = [status('wan0', true), status('wan0', true, 0, 90)]
  assert.equal(past(0, up), 'No outages since monitoring began 3 min ago.')
  assert.equal(past(24, up), 'No outages in the last 24 hours.')
  assert.match(past(0, failed), /^Down for 1 min/)
  assert.equal(past(0, { ...up, WatchedSince: 0 }), '')
})
