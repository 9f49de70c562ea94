import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileJsonPath } from '../../../../router/events/jsonpath.ts'
import { conditionFor, leafOf, leavesOf } from './condition.ts'

const event = {
  MAC: '02:00:00:00:00:01',
  IP: { SrcIP: '192.168.2.6' },
  TCP: { DstPort: 22, SYN: true },
  'odd "name"': 'a "b" \\ c]',
  Services: ['a'],
  none: null,
}

test('each field becomes a condition that the router accepts, that matches the event, and that is read back', () => {
  const leaves = leavesOf(event)
  assert.deepEqual(
    leaves.map(({ path }) => path.join('.')),
    ['MAC', 'IP.SrcIP', 'TCP.DstPort', 'TCP.SYN', 'odd "name"'],
  )
  for (const leaf of leaves) {
    const condition = conditionFor(leaf)
    assert.ok(compileJsonPath(condition).matches(event), condition)
    assert.ok(!compileJsonPath(condition).matches({}), condition)
    assert.deepEqual(leafOf(condition), leaf)
  }
  assert.equal(conditionFor({ path: ['IP', 'SrcIP'], value: 'x' }), '$[?(@.IP.SrcIP=="x")]')
})

test('other conditions are not read as a field', () => {
  for (const text of ['$[?(@.a>1)]', '$[?(@.a=="x" && @.b=="y")]', '$..a', '', '$[?(@["\\x"]==1)]'])
    assert.equal(leafOf(text), undefined, text)
  assert.deepEqual(leafOf('$[?@.a == 1]'), { path: ['a'], value: 1 })
})
