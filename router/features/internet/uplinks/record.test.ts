import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from '../../../model/internet/uplinks/fault.ts'
import type { Round } from '../../../model/internet/uplinks/verdict.ts'
import { UplinkRecord } from './record.ts'

const START = Date.UTC(2024, 2, 1, 10)
const HOUR = 3600_000

const round = (...times: (number | undefined)[]): Round => ({
  answers: times.map((ms, i) => ({ target: `9.9.9.${i}`, ms })),
})

test('latency is that of the nearest target in the last round, loss and jitter are of the last ten', () => {
  const record = new UplinkRecord('wan0')
  assert.equal(record.summary(START).LossPct, 0)
  for (const times of [[10, 30], [14], [undefined], [12, undefined]]) record.learn(round(...times), true, START)
  const { LatencyMs, JitterMs, LossPct } = record.summary(START)
  assert.deepEqual({ LatencyMs, JitterMs, LossPct }, { LatencyMs: 12, JitterMs: 3, LossPct: 33.333 })
  for (let i = 0; i < 10; i++) record.learn(round(12), true, START)
  assert.equal(record.summary(START).LossPct, 0)
  record.learn(round(undefined), true, START)
  assert.deepEqual(record.samples[0], {
    Time: START / 1000,
    LatencyMs: 0,
    JitterMs: 0,
    LossPct: 10,
    Up: true,
  })
})

test('the newest 1440 samples are kept, newest first', () => {
  const record = new UplinkRecord('wan0')
  for (let i = 0; i < 2000; i++) record.learn(round(i + 1), true, START + i)
  assert.equal(record.samples.length, 1440)
  assert.equal(record.samples[0]?.LatencyMs, 2000)
})

test('WatchedSince is the start of monitoring, and 0 while it is off', () => {
  const record = new UplinkRecord('wan0')
  assert.equal(record.summary(START).WatchedSince, 0)
  record.learn(round(8), true, START)
  record.learn(round(8), true, START + HOUR)
  assert.equal(record.summary(START + HOUR).WatchedSince, START / 1000)
  record.rest()
  assert.equal(record.summary(START + HOUR).WatchedSince, 0)
})

test('Downtime24h is the downtime within the last 24 hours, including an outage that continues', () => {
  const record = new UplinkRecord('wan0')
  record.wentDown(faultOf('no_carrier'), START)
  record.cameUp(START + 2 * HOUR)
  record.wentDown(faultOf('no_reply'), START + 24 * HOUR)
  const now = START + 25 * HOUR
  assert.equal(record.summary(now).Downtime24h, 2 * 3600)
  assert.equal(record.summary(now).TotalOutages, 2)
  assert.equal(record.summary(now).LastChange, START / 1000 + 24 * 3600)
  assert.deepEqual(record.outages, [
    { Iface: 'wan0', Start: START / 1000 + 24 * 3600, End: 0, ...faultOf('no_reply') },
    { Iface: 'wan0', Start: START / 1000, End: START / 1000 + 2 * 3600, ...faultOf('no_carrier') },
  ])
})
