import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExplained, type Step } from './orders.ts'

const add = (n: number): Step<readonly number[]> => ({ does: (world) => [[...world, n], 200] })
const clear: Step<readonly number[]> = { does: (world) => (world.length > 0 ? [[], 200] : [world, 404]) }
const side = (statuses: readonly number[], ...steps: Step<readonly number[]>[]) => ({ steps, statuses })

test('two concurrent calls have the result of either order', () => {
  const both = [side([200], add(1)), side([200], add(2))]
  assert.ok(isExplained([], both, [1, 2]))
  assert.ok(isExplained([], both, [2, 1]))
  assert.ok(!isExplained([], both, [2]))
})

test('the order of each caller is kept', () => {
  const both = [side([200, 200], add(1), add(2)), side([200], add(3))]
  assert.ok(isExplained([], both, [1, 3, 2]))
  assert.ok(!isExplained([], both, [2, 1, 3]))
})

test('responses must match the order as well', () => {
  assert.ok(isExplained([], [side([200], add(1)), side([404], clear)], [1]))
  assert.ok(isExplained([], [side([200], add(1)), side([200], clear)], []))
  assert.ok(!isExplained([], [side([200], add(1)), side([404], clear)], []))
})
