import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askable, isRandom } from './vendor.ts'

test('a random MAC address is distinguished from one of a manufacturer', () => {
  assert.deepEqual(
    ['02:00:00:00:00:01', 'da:a1:19:00:00:01', '00:11:22:33:44:55', 'f4:f5:e8:00:00:01', ''].map(isRandom),
    [true, true, false, false, false],
  )
})

test('vendors are requested in batches, once for each address, and neither for random addresses nor for devices without one', () => {
  const macs = [
    '00:00:00:00:00:03',
    '00:00:00:00:00:01',
    '02:00:00:00:00:01',
    '',
    'pending:w0bdcp-mtdz7y',
    '00:00:00:00:00:01',
    '00:00:00:00:00:02',
  ]
  assert.deepEqual(askable(macs, 2), [['00:00:00:00:00:01', '00:00:00:00:00:02'], ['00:00:00:00:00:03']])
  assert.deepEqual(askable([], 2), [])
})
