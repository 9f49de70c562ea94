import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeOf } from './whole.ts'

const video = { asn: 64501, name: 'Video', country: 'US', down: 600, up: 30 }
const web = { asn: 64500, name: 'Example', country: 'CH', down: 300, up: 10 }
const other = { asn: 0, name: '', country: '', down: 50, up: 0 }

test('bytes without a network are added to network 0, so that networks add up to the total', () => {
  assert.deepEqual(wholeOf([web, video], { down: 900, up: 40 }), [video, web])
  assert.deepEqual(wholeOf([video, web], { down: 2900, up: 60 }), [{ ...other, down: 2000, up: 20 }, video, web])
  assert.deepEqual(wholeOf([video, other], { down: 700, up: 30 }), [video, { ...other, down: 100 }])
  assert.deepEqual(wholeOf([], { down: 5, up: 0 }), [{ ...other, down: 5 }])
  assert.deepEqual(wholeOf([], { down: 0, up: 0 }), [])
})

test('networks with more bytes than the total, such as those of dropped packets, are reduced in proportion', () => {
  assert.deepEqual(wholeOf([video, web], { down: 300, up: 20 }), [
    { ...video, down: 200, up: 15 },
    { ...web, down: 100, up: 5 },
  ])
  const odd = wholeOf([video, web], { down: 100, up: 40 })
  assert.equal(
    odd.reduce((sum, { down }) => sum + down, 0),
    100,
  )
})
