import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMessages, readAttribute } from './netlink.ts'
import { type ElementChange, encodeElementBatch } from './nft-elements.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const change = (set: string, key: string, value = '', present = true): ElementChange => ({ present, set, key, value })

/** The nested list of elements in the only change of a batch. */
function listOf(one: ElementChange): string {
  const [, message] = [...decodeMessages(encodeElementBatch('t', [one]))]
  return hex(readAttribute(message!.payload.subarray(4), 3)!)
}

test('a batch has the same bytes as that of nft', () => {
  const batch = encodeElementBatch('t', [change('s', '192.168.2.6', '', false), change('s', '192.168.2.6')])
  const body = '01000000' + '0600010074000000' + '0600020073000000' + '14000380100001800c00018008000100c0a80206'
  assert.equal(
    hex(batch),
    '14000000100001000000000000000000' +
      '0000000a' +
      '380000000e0a01000100000000000000' +
      body +
      '380000000c0a05040200000000000000' +
      body +
      '14000000110001000300000000000000' +
      '0000000a',
  )
})

/** Hexadecimal digits without the spaces between attributes. */
const bytes = (spaced: string): string => spaced.replaceAll(' ', '')

test('keys and values are encoded as nft 1.0.6 sends them', () => {
  assert.equal(
    listOf(change('m', '192.168.2.6 . "wlan0.4096" . 02:00:00:00:00:01', 'return')),
    bytes(
      '38000180 24000180 20000100 c0a80206 776c616e302e34303936000000000000 0200000000010000' +
        '10000280 0c000280 08000100 fffffffb',
    ),
  )
  assert.equal(
    listOf(change('m', '192.168.2.10 . "lan0" . 02:00:00:00:00:02', 'jump c')),
    bytes(
      '40000180 24000180 20000100 c0a8020a 6c616e30000000000000000000000000 0200000000020000' +
        '18000280 14000280 08000100 fffffffd 06000200 63000000',
    ),
  )
  assert.equal(
    listOf(change('v', 'tcp . 80-90', '192.168.2.6 . 8080')),
    bytes(
      '34000180 10000180 0c000100 06000000 00500000 10000a80 0c000100 06000000 005a0000' +
        '10000280 0c000100 c0a80206 1f900000',
    ),
  )
})

test('the name of a link is padded to 16 bytes, and accept is a verdict', () => {
  assert.equal(listOf(change('l', '"lan0"')), bytes('1c000180 18000180 14000100 6c616e30000000000000000000000000'))
  assert.equal(
    listOf(change('m', '10.0.0.1 . "a"', 'accept')),
    bytes('30000180 1c000180 18000100 0a000001 61000000000000000000000000000000 10000280 0c000280 08000100 00000001'),
  )
})

test('a deletion has the key only', () => {
  const key = '192.168.2.6 . "lan0"'
  assert.equal(listOf(change('m', key, 'jump c', false)), listOf(change('m', key)))
})

test('a key in another syntax throws', () => {
  for (const key of ['', 'icmp', '80-', '123456', 'a link'])
    assert.throws(() => encodeElementBatch('t', [change('m', key)]), RangeError, key)
})
