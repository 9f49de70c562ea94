import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sidesOf } from './sides.ts'

const at = (x: number, y: number, width = 100) => ({ x, y, width, height: 40 })

test('a line leaves towards where it goes', () => {
  assert.deepEqual(sidesOf(at(0, 0), at(200, 60)), { from: 'right', to: 'left' })
  assert.deepEqual(sidesOf(at(200, 0), at(0, 60)), { from: 'left', to: 'right' })
  assert.deepEqual(sidesOf(at(0, 300), at(120, 0)), { from: 'top', to: 'bottom' })
  assert.deepEqual(sidesOf(at(0, 0), at(50, 300, 80)), { from: 'bottom', to: 'top' })
  assert.deepEqual(sidesOf(at(50, 300, 80), at(0, 0)), { from: 'top', to: 'bottom' })
})

test('between two of a column it goes around the others', () => {
  assert.deepEqual(sidesOf(at(0, 0), at(0, 300)), { from: 'right', to: 'right' })
})
