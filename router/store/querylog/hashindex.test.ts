import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HashIndex, mixed } from './hashindex.ts'

test('each item is found by its hash while the tables grow', () => {
  const hashOf = (item: number): number => mixed(item, 7)
  const index = new HashIndex(hashOf)
  for (let item = 0; item < 50_000; item++) {
    const hash = hashOf(item)
    assert.equal(
      index.find(hash, (one) => one === item),
      -1,
    )
    assert.equal(index.add(hash), item)
  }
  assert.equal(index.size, 50_000)
  for (let item = 0; item < 50_000; item++)
    assert.equal(
      index.find(hashOf(item), (one) => one === item),
      item,
    )
})

test('items with the same hash are distinguished', () => {
  const index = new HashIndex(() => 5)
  for (let item = 0; item < 100; item++) assert.equal(index.add(5), item)
  for (let item = 0; item < 100; item++)
    assert.equal(
      index.find(5, (one) => one === item),
      item,
    )
  assert.equal(
    index.find(5, () => false),
    -1,
  )
})
