import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../wire/dns/answer.ts'
import { openCache } from './cache.ts'

const answer = (length = 100): Answer => ({
  bytes: Buffer.alloc(length),
  rcode: 0,
  ttlAt: [],
  ttl: 60,
  privateAddress: undefined,
  cnameTargets: [],
  serviceTargets: [],
})
const has = (cache: ReturnType<typeof openCache>, ...keys: string[]): boolean[] =>
  keys.map((key) => cache.get(key) !== undefined)

test('entries that were not read are evicted first, whatever their age', () => {
  const cache = openCache(3)
  for (const key of ['a', 'b', 'c']) cache.put(key, answer(), 0, 60)
  cache.get('a')
  cache.put('d', answer(), 0, 60)
  assert.deepEqual(has(cache, 'a', 'b', 'c', 'd'), [true, false, true, true])
})

test('if all entries were read, the oldest is evicted', () => {
  const cache = openCache(3)
  for (const key of ['a', 'b', 'c']) cache.put(key, answer(), 0, 60)
  for (const key of ['a', 'b', 'c']) cache.get(key)
  cache.put('d', answer(), 0, 60)
  cache.put('e', answer(), 0, 60)
  assert.equal(cache.size, 3)
  assert.equal(cache.get('a'), undefined)
})

test('a large answer evicts several small ones', () => {
  const cache = openCache(1_000, 10_000)
  for (let i = 0; i < 100; i++) cache.put(`small ${i}`, answer(), 0, 60)
  assert.ok(cache.size < 30)
  cache.put('large', answer(8_000), 0, 60)
  assert.ok(cache.size < 6)
  assert.ok(cache.get('large'))
})

test('targets of CNAME records count in full', () => {
  const cache = openCache(1_000, 10_000)
  const cnameTargets = Array.from({ length: 10 }, () => new Uint8Array(255))
  for (let i = 0; i < 10; i++) cache.put(`chain ${i}`, { ...answer(), cnameTargets }, 0, 60)
  assert.equal(cache.size, 3)
})

test('putting the same key again does not count twice', () => {
  const cache = openCache(1_000, 10_000)
  cache.put('other', answer(), 0, 60)
  for (let i = 0; i < 1_000; i++) cache.put('same', answer(), i, i + 60)
  assert.equal(cache.size, 2)
  assert.equal(cache.get('same')?.at, 999)
})
