import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Chains } from './growing.ts'

test('the items of each list are returned, newest first', () =>
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 40 }), { maxLength: 400 }), (wanted) => {
      const chains = new Chains()
      const lists: number[][] = []
      for (const [item, one] of wanted.entries()) {
        const list = Math.min(one, lists.length)
        lists[list] = [item, ...(lists[list] ?? [])]
        chains.add(list)
      }
      for (const [list, items] of lists.entries()) assert.deepEqual([...chains.of(list)], items)
    }),
  ))
