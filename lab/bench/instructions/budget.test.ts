import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceeded, type Report } from './budget.ts'

const report = (ours: number, peer?: number, kernel = '6.1'): Report => ({
  kernel,
  counts: [{ what: 'packet', ours, ...(peer !== undefined && { peer, reference: 'plain NAT' }) }],
})

test('a count may grow by two per cent, and no more', () => {
  assert.deepEqual(exceeded(report(1020), report(1000)), [])
  assert.deepEqual(exceeded(report(1021), report(1000)), [
    'packet: 1021 instructions, and at most 1020 are in the budget',
  ])
})

test('a measurement without a budget is reported', () => {
  assert.match(exceeded(report(5), { kernel: '6.1', counts: [] })[0] ?? '', /packet: has no budget/)
})

test('under another kernel, a count is compared in relation to that of the peer', () => {
  assert.deepEqual(exceeded(report(1200, 1200, '6.12'), report(1000, 1000)), [])
  assert.equal(exceeded(report(1200, 1000, '6.12'), report(1000, 1000)).length, 1)
  assert.equal(exceeded(report(1200, 1200), report(1000, 1000)).length, 1, 'under the same kernel it is not')
})
