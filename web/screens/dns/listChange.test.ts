import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChangeOf } from './listChange.ts'

test('undoing a change that is still pending is a change against the pending list', () => {
  const first = listChangeOf([], ['192.168.2.6'])
  assert.deepEqual(listChangeOf(first.after, []), { added: [], removed: ['192.168.2.6'], after: [] })
})
