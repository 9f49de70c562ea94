import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordStrength } from './strength.ts'

test('length and variety make a password strong, repetition does not', () => {
  const scores = ['', 'short', 'aaaaaaaaaaaaaaaa', '12345678', 'sunshine', 'Sunsh1ne!', 'correct horse battery']
  assert.deepEqual(scores.map(passwordStrength), [0, 0, 1, 1, 1, 3, 4])
})
