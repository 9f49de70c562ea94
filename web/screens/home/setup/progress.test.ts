import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_STEP, nextStep, type SetupStep, stepOf, stepPosition } from './progress.ts'

/** All steps, with their counts. */
function walk(hasRadio: boolean): [SetupStep, number, number][] {
  const found: [SetupStep, number, number][] = []
  for (let step = FIRST_STEP; ; step = nextStep(step, hasRadio)) {
    found.push([step, ...stepPosition(step, hasRadio)])
    if (nextStep(step, hasRadio) === step) return found
  }
}

test('the setup can only be resumed at an existing step', () => {
  assert.equal(stepOf('home'), 'home')
  for (const other of ['', 'finish', 3, undefined, null]) assert.equal(stepOf(other), undefined)
})

test('the page with the password is the first one', () => {
  assert.deepEqual(stepPosition(undefined, false), [1, 5])
  assert.deepEqual(walk(false), [
    ['internet', 2, 5],
    ['home', 3, 5],
    ['computer', 4, 5],
    ['phone', 5, 5],
  ])
})

test('a router with a radio has one more step, before the devices', () => {
  assert.deepEqual(stepPosition(undefined, true), [1, 6])
  assert.deepEqual(
    walk(true).map(([step]) => step),
    ['internet', 'home', 'wifi', 'computer', 'phone'],
  )
})
