import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemsInText, textOfItems } from './lists.ts'

test('lists are split at lines and commas, without empty items', () => {
  assert.deepEqual(itemsInText(' 10.0.0.0/24 \n\n10.1.0.0/24, 10.2.0.0/24,'), [
    '10.0.0.0/24',
    '10.1.0.0/24',
    '10.2.0.0/24',
  ])
  assert.deepEqual(itemsInText(textOfItems(['a', 'b'])), ['a', 'b'])
})
