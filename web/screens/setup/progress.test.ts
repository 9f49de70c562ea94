import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOf, STEPS, stepOf } from './progress.ts'

test('only a step that there is can be gone on with', () => {
  assert.equal(stepOf('home'), 'home')
  for (const other of ['', 'finish', 3, undefined, null]) assert.equal(stepOf(other), undefined)
})

test('the page with the password is the first one', () => {
  assert.deepEqual(STEPS.map(countOf), [
    [2, 5],
    [3, 5],
    [4, 5],
    [5, 5],
  ])
})
