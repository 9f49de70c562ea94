import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutDot } from './domain.ts'

test('a name is written without its last dot, but for the root', () => {
  assert.deepEqual(['www.example.org.', 'www.example.org', '.', ''].map(withoutDot), [
    'www.example.org',
    'www.example.org',
    '.',
    '',
  ])
})
