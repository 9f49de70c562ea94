import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConnectionLimit } from './connectionlimit.ts'

function open() {
  const out: string[] = []
  return { out, ...openConnectionLimit<string>({ total: 4, perAddress: 3, evict: (one) => void out.push(one) }) }
}

test('an address has a limited number of connections', () => {
  const { admit, remove, out } = open()
  assert.deepEqual(
    ['a1', 'a2', 'a3', 'a4'].map((one) => admit('a', one)),
    [true, true, true, false],
  )
  remove('a', 'a2')
  assert.equal(admit('a', 'a5'), true)
  assert.deepEqual(out, [])
})

test('when all places are taken, the address with the most connections loses its oldest', () => {
  const { admit, remove, out } = open()
  for (const one of ['a1', 'a2', 'a3']) admit('a', one)
  admit('b', 'b1')
  assert.equal(admit('c', 'c1'), true)
  assert.deepEqual(out, ['a1'])
  // An evicted connection has no place to free.
  remove('a', 'a1')
  assert.equal(admit('d', 'd1'), true)
  assert.deepEqual(out, ['a1', 'a2'])
})
