import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressSet, addressSetText, hasAddress, rangesOf } from './addressset.ts'
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
