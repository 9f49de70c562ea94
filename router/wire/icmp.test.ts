import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeEchoReply, encodeEchoRequest } from './icmp.ts'

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

test('a request has its sequence number and payload, without checksum and identifier', () => {
  assert.deepEqual(encodeEchoRequest({ sequence: 0x0102, payload: bytes('cafe') }), bytes('08 00 0000 0000 0102 cafe'))
})

test('a captured reply is decoded', () => {
  assert.deepEqual(decodeEchoReply(bytes('00 00 59c5 61ef 0007 1111 1111')), {
    sequence: 7,
    payload: bytes('1111 1111'),
  })
})

test('other and truncated messages are rejected', () => {
  for (const message of [
    '08 00 0000 0000 0007',
    '03 01 0000 0000 0000',
    '00 00 59c5 61ef 00',
    '00 01 59c5 61ef 0007',
    '',
  ])
    assert.equal(decodeEchoReply(bytes(message)), undefined, message)
})
