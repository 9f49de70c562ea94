import assert from 'node:assert/strict'
import { test } from 'node:test'
import { topRows } from './topRows.ts'

const rows = [50, 30, 15, 5, 0].map((down, index) => ({ key: `${index}`, label: `${index}`, amount: { down, up: 1 } }))
const idle = { key: 'idle', label: 'idle', amount: { down: 0, up: 0 } }

test('rows that are not shown are part of the other traffic, so that the total is the same with any number of rows', () => {
  for (const most of [0, 1, 3, 5, Number.POSITIVE_INFINITY]) {
    const { shown, other } = topRows([...rows, idle], most, { down: 100, up: 10 })
    assert.equal(shown.length, Math.min(most, 5))
    const total = shown.reduce((sum, { amount }) => sum + amount.down, other.down)
    assert.equal(total, 200, `${most}`)
    assert.equal(
      shown.reduce((sum, { amount }) => sum + amount.up, other.up),
      15,
    )
  }
})

test('rows without bytes are left out', () => {
  const { all, shown, other } = topRows([idle], 12)
  assert.deepEqual([all, shown, other], [0, [], { down: 0, up: 0 }])
})
