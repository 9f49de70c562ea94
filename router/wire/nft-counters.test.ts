import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeCounters, decodeSetName, encodeSetQuery } from './nft-counters.ts'

/** As Linux 6.18 sent it: of the set `c`, 192.168.2.10 without a packet, and 192.168.2.6. */
const ELEMENTS = Buffer.from(
  '010000020e00010073616c6c79706f727400000006000200630000007c000300' +
    '3c0001000c00010008000100c0a8020a2c0007000c000100636f756e746572001c0002000c00010000000000000000000c0002000000000000000000' +
    '3c0001000c00010008000100c0a802062c0007000c000100636f756e746572001c0002000c000100000000012a05f2000c0002000000000000000005',
  'hex',
)

test('the query has a table of the family inet and its set', () => {
  assert.equal(
    Buffer.from(encodeSetQuery('sallyport', 'c')).toString('hex'),
    '010000000e00010073616c6c79706f72740000000600020063000000',
  )
})

test('counters are read by address, beyond 32 bits', () => {
  assert.deepEqual(decodeCounters(ELEMENTS), [
    ['192.168.2.10', { packets: 0, bytes: 0 }],
    ['192.168.2.6', { packets: 5, bytes: 5_000_000_000 }],
  ])
})

test('the name of the set is read for the table that is asked for', () => {
  assert.equal(decodeSetName('sallyport', ELEMENTS), 'c')
  assert.equal(decodeSetName('other', ELEMENTS), undefined)
  const ofAnotherFamily = ELEMENTS.map((byte, at) => (at === 0 ? 2 : byte))
  assert.equal(decodeSetName('sallyport', ofAnotherFamily), undefined)
})

test('an empty set has no counters', () => {
  assert.deepEqual(
    decodeCounters(Buffer.from('010000020e00010073616c6c79706f7274000000060002006300000004000300', 'hex')),
    [],
  )
})

test('a truncated or other message gives no wrong counter', () => {
  for (let length = 0; length < ELEMENTS.length; length++)
    assert.ok(decodeCounters(ELEMENTS.subarray(0, length)).length < 2)
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodeSetName('sallyport', bytes)))
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodeCounters(bytes)))
})
