import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressSet, addressSetText, hasAddress, prepareText, rangesOf, unionOf, unionOfAll } from './addressset.ts'
import { ipToNumber } from './ip.ts'

const range = (first: string, last: string) => ({ start: ipToNumber(first), end: ipToNumber(last) })

test('ranges that overlap or are adjacent are merged', () => {
  const set = addressSet([
    range('198.51.100.0', '198.51.100.255'),
    range('192.0.2.7', '192.0.2.7'),
    range('198.51.101.0', '198.51.101.9'),
    range('198.51.100.128', '198.51.100.200'),
    range('255.255.255.0', '255.255.255.255'),
  ])
  assert.equal(addressSetText(set), '192.0.2.7, 198.51.100.0-198.51.101.9, 255.255.255.0-255.255.255.255')
  assert.equal(addressSetText(addressSet([])), '')
})

test('the union of two sets has the ranges of both, in order', () => {
  const ranges = fc.array(fc.tuple(fc.nat(300), fc.nat(9)).map(([start, more]) => ({ start, end: start + more })))
  fc.assert(
    fc.property(ranges, ranges, (a, b) => {
      assert.deepEqual(unionOf(addressSet(a), addressSet(b)), addressSet([...a, ...b]))
    }),
  )
})

test('the union of many sets has the ranges of all', async () => {
  const ranges = Array.from({ length: 7 }, (_, nth) => ({ start: 10 * nth, end: 10 * nth + (nth === 3 ? 9 : 1) }))
  const all = await unionOfAll(
    ranges.map((range) => addressSet([range])),
    async () => undefined,
  )
  assert.deepEqual(all, addressSet(ranges))
  assert.deepEqual(await unionOfAll([], async () => undefined), addressSet([]))
})

test('a text that is prepared in parts equals the text of the whole', async () => {
  const ranges = Array.from({ length: 5000 }, (_, nth) => ({ start: 3 * nth, end: 3 * nth + (nth % 2) }))
  const prepared = addressSet(ranges)
  let pauses = 0
  await prepareText(prepared, async () => void pauses++)
  assert.equal(pauses, 3)
  assert.equal(addressSetText(prepared), addressSetText(addressSet(ranges)))
})

test('an address is in the set if it is in one of the ranges', () => {
  const end = fc.nat(300)
  fc.assert(
    fc.property(fc.array(fc.tuple(end, end)), (pairs) => {
      const ranges = pairs.map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }))
      const set = addressSet(ranges)
      const merged = [...rangesOf(set)]
      assert.ok(merged.every(({ start }, index) => index === 0 || start > merged[index - 1]!.end + 1))
      for (let at = 0; at <= 301; at++)
        assert.equal(
          hasAddress(set, at),
          ranges.some(({ start, end }) => start <= at && at <= end),
        )
    }),
  )
})
