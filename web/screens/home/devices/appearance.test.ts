import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colourOf } from './appearance.ts'

test('a colour that another client has set is mapped to the nearest one of the app', () => {
  assert.deepEqual(['blueGray', 'Red', 'emerald', 'teal', '', 'constructor', 'beige'].map(colourOf), [
    'gray',
    'red',
    'green',
    'teal',
    undefined,
    undefined,
    undefined,
  ])
})
