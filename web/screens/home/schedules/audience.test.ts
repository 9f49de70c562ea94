import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audienceOf, isUnchosen, selectionOf } from './audience.ts'

const NONE = { Devices: [], Groups: [], Tags: [] }
const KIDS = { ...NONE, Tags: ['kids'] }

test('a new rule is for no devices until some, or all, are chosen', () => {
  const start = audienceOf(NONE, { isSaved: false })
  assert.ok(isUnchosen(start))
  assert.ok(!isUnchosen({ ...start, isForAll: true }))
  assert.ok(!isUnchosen({ ...start, ...KIDS }))
  assert.deepEqual(selectionOf({ ...start, isForAll: true }), NONE)
})

test('a saved rule without a selection is for all devices', () => {
  assert.ok(audienceOf(NONE, { isSaved: true }).isForAll)
  assert.ok(!audienceOf(KIDS, { isSaved: true }).isForAll)
})

test('a rule whose last device is removed is not for all devices', () => {
  assert.ok(isUnchosen({ ...audienceOf(KIDS, { isSaved: true }), Tags: [] }))
})

test('a selection does not limit a rule for all devices', () => {
  assert.deepEqual(selectionOf({ ...KIDS, isForAll: true }), NONE)
  assert.deepEqual(selectionOf({ ...KIDS, isForAll: false }), KIDS)
})
