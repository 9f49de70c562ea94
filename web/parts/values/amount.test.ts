import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOf, decimalOf, lengthOf, rateOf, shareOf } from './amount.ts'

test('bytes and rates are shown in the largest unit that fits, with three digits', () => {
  const bytes = [0, 999, 1000, 999_499, 999_999, 12_345_678, 4.2e12].map((amount) => bytesOf(amount, 'en'))
  assert.deepEqual(bytes, ['0 B', '999 B', '1 kB', '999 kB', '1 MB', '12.3 MB', '4.2 TB'])
  assert.equal(rateOf(10_000_000, 'en'), '10 Mbit/s')
  assert.equal(rateOf(99.4, 'en'), '99 bit/s')
})

test('decimals use the separator of the language', () => {
  assert.deepEqual(
    [decimalOf(0.5, 2, 'en'), decimalOf(0.5, 2, 'de'), decimalOf(41.25, 0, 'de')],
    ['0.50', '0,50', '41'],
  )
})

test('a small percentage has one decimal, and a share of zero is 0%', () => {
  assert.deepEqual(
    [shareOf(1, 3, 'en'), shareOf(3, 200, 'en'), shareOf(0, 0, 'en'), shareOf(2, 2, 'en')],
    ['33%', '1.5%', '0%', '100%'],
  )
})

test('a duration is shown in two units at most', () => {
  const lengths = [0, 59.4, 61, 3600, 3725, 90_061].map((seconds) => lengthOf(seconds, 'en'))
  assert.deepEqual(lengths, ['0 sec', '59 sec', '1 min', '1 hr', '1 hr 2 min', '1 day 1 hr'])
})
