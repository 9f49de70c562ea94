import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrowd } from './crowd.ts'

function open() {
  const out: string[] = []
  return { out, ...openCrowd<string>({ most: 4, each: 3, showOut: (one) => void out.push(one) }) }
}

test('an address has so many places and no more', () => {
  const { enter, leave, out } = open()
  assert.deepEqual(
    ['a1', 'a2', 'a3', 'a4'].map((one) => enter('a', one)),
    [true, true, true, false],
  )
  leave('a', 'a2')
  assert.equal(enter('a', 'a5'), true)
  assert.deepEqual(out, [])
})

test('when all are taken a newcomer gets in, and the oldest of whoever has most goes', () => {
  const { enter, leave, out } = open()
  for (const one of ['a1', 'a2', 'a3']) enter('a', one)
  enter('b', 'b1')
  assert.equal(enter('c', 'c1'), true)
  assert.deepEqual(out, ['a1'])
  // Who was shown out has no place to give back.
  leave('a', 'a1')
  assert.equal(enter('d', 'd1'), true)
  assert.deepEqual(out, ['a1', 'a2'])
})
