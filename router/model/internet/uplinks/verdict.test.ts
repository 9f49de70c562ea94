import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, UNKNOWN, type UplinkVerdict, uplinkComplaintOf } from './verdict.ts'

const NEAR = '203.0.113.1'
const FAR = '9.9.9.9'
const OTHER = '1.1.1.1'
const thresholds = { FailThreshold: 3, RecoverThreshold: 2 }

test('a round with one reply is good', () => {
  const answers = [
    { target: FAR, ms: undefined },
    { target: OTHER, ms: 0 },
  ]
  assert.equal(uplinkComplaintOf({ answers }, new Set([FAR, OTHER])), undefined)
})

test('only targets that have answered before count as down', () => {
  const answers = [{ target: FAR, ms: undefined }]
  const silent = { answers, gateway: { target: NEAR, ms: undefined } }
  const near = { answers, gateway: { target: NEAR, ms: 2 } }
  assert.equal(uplinkComplaintOf(silent, new Set()), undefined)
  assert.equal(uplinkComplaintOf(near, new Set()), undefined)
  assert.equal(uplinkComplaintOf(silent, new Set([NEAR])), 'provider_silent')
  assert.equal(uplinkComplaintOf(silent, new Set([FAR])), 'no_reply')
  assert.equal(uplinkComplaintOf(near, new Set([FAR, NEAR])), 'beyond_provider')
  assert.equal(uplinkComplaintOf({ answers: [] }, new Set()), undefined)
})

/** What becomes of a verdict over rounds that are good (`+`) or not (`-`). */
const over = (rounds: string, from: UplinkVerdict = UNKNOWN): UplinkVerdict =>
  [...rounds].reduce((verdict, round) => judge(verdict, round === '+', thresholds), from)

test('the first good round makes an uplink up, but only the third bad one makes it down', () => {
  assert.equal(over('+').up, true)
  assert.equal(over('--').up, undefined)
  assert.equal(over('--+').up, true)
  assert.equal(over('---').up, false)
})

test('an uplink is down after three bad rounds in a row, and up again after two good ones', () => {
  assert.equal(over('+--').up, true)
  assert.equal(over('+--+--').up, true)
  assert.equal(over('+---').up, false)
  assert.equal(over('+---+').up, false)
  assert.equal(over('+---+-+').up, false)
  assert.equal(over('+---++').up, true)
  assert.equal(over('+---++--').up, true)
})
