import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Range, spansOf, valueInSpans } from './spans.ts'

const range = (start: number, end: number, value: number): Range => ({ start, end, value })
const values = (ranges: readonly Range[], ...at: number[]): number[] => {
  const spans = spansOf(ranges)
  return at.map((one) => valueInSpans(spans, one))
}

test('a range has its first and its last number, and no other', () => {
  assert.deepEqual(values([range(10, 19, 1), range(30, 30, 2)], 0, 9, 10, 19, 20, 29, 30, 31), [0, 0, 1, 1, 0, 0, 2, 0])
})

test('adjacent ranges with the same value are merged', () => {
  assert.deepEqual(spansOf([range(0, 9, 1), range(10, 19, 1), range(20, 29, 2)]), {
    starts: [0, 20, 30],
    values: [1, 2, 0],
  })
})

test('a nested range takes precedence over the outer one, also at its edges', () => {
  const outer = range(100, 199, 1)
  assert.deepEqual(values([outer, range(120, 129, 2)], 119, 120, 129, 130), [1, 2, 2, 1])
  assert.deepEqual(values([outer, range(100, 109, 2)], 99, 100, 109, 110), [0, 2, 2, 1])
  assert.deepEqual(values([outer, range(190, 199, 2)], 189, 190, 199, 200), [1, 2, 2, 0])
  assert.deepEqual(values([outer, range(120, 129, 0)], 119, 120, 129, 130), [1, 0, 0, 1])
})

test('of two ranges that overlap, the one that begins later takes precedence', () => {
  assert.deepEqual(values([range(0, 19, 1), range(10, 29, 2)], 9, 10, 19, 20, 29, 30), [1, 2, 2, 2, 2, 0])
})

test('without ranges there is no value, and a range may contain the highest address', () => {
  assert.deepEqual(values([], 0, 2 ** 32 - 1), [0, 0])
  assert.deepEqual(values([range(2 ** 32 - 2, 2 ** 32 - 1, 7)], 2 ** 32 - 3, 2 ** 32 - 1), [0, 7])
})

test('property: a number has the value of the last range that contains it', () => {
  const any = fc
    .tuple(fc.nat(60), fc.nat(20), fc.integer({ min: 0, max: 3 }))
    .map(([start, length, value]) => range(start, start + length, value))
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (ranges) => {
      const inOrder = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)
      const spans = spansOf(ranges)
      for (let at = 0; at < 85; at++) {
        const last = inOrder.findLast(({ start, end }) => start <= at && at <= end)
        assert.equal(valueInSpans(spans, at), last?.value ?? 0, `at ${at}`)
      }
    }),
  )
})
