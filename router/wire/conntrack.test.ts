import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joined } from './bytes.ts'
import { decodeConnection } from './conntrack.ts'
import { matcherOf } from './conntrack-selection.ts'
import { encodeAttribute, encodeNested, readAttribute } from './netlink.ts'

/** As Linux 6.18 gave them: a DNS question to 127.0.0.1 on port 5353 without an answer, and a ping with one. */
const UDP = Buffer.from(
  '020000003400018014000180080001007f000001080002007f0000011c0002800500010011000000060002009c6f00000600030014e90000' +
    '3400028014000180080001007f000001080002007f0000011c00028005000100110000000600020014e90000060003009c6f0000' +
    '0800030000000008080008000000000008000c001a3992cd08000b0000000001080007000000001d' +
    '1c0009800c00010000000000000000010c000200000000000000004b1c000a800c00010000000000000000000c0002000000000000000000',
  'hex',
)
const PING = Buffer.from(
  '020000003c00018014000180080001007f000001080002007f0000012400028005000100010000000600040059a2000005000500080000000500060000000000' +
    '3c00028014000180080001007f000001080002007f0000012400028005000100010000000600040059a2000005000500000000000500060000000000' +
    '080003000000000a080008000000000008000c00e66bbf6608000b0000000001080007000000001d' +
    '1c0009800c00010000000000000000010c00020000000000000000541c000a800c00010000000000000000010c0002000000000000000054',
  'hex',
)
const anyone = (): boolean => true

test('a connection has its addresses, its port and the counters of both directions', () => {
  const { entry: _, ...connection } = decodeConnection(UDP, anyone)!
  assert.deepEqual(connection, {
    protocol: 17,
    port: 5353,
    original: { source: '127.0.0.1', destination: '127.0.0.1', packets: 1, bytes: 75 },
    reply: { source: '127.0.0.1', destination: '127.0.0.1', packets: 0, bytes: 0 },
  })
})

test('a ping has no port', () => {
  const connection = decodeConnection(PING, anyone)
  assert.deepEqual([connection?.protocol, connection?.port, connection?.reply.bytes], [1, undefined, 84])
})

test('an entry is identified by a copy of its original tuple and identifier', () => {
  const buffer = Buffer.from(UDP)
  const { entry } = decodeConnection(buffer, anyone)!
  buffer.fill(0)
  const tuple = UDP.subarray(8, 4 + 0x34)
  assert.deepEqual(Buffer.from(readAttribute(entry, 1)!), tuple)
  assert.equal(Buffer.from(readAttribute(entry, 12)!).toString('hex'), '1a3992cd')
  assert.equal(entry.length, 0x34 + 8)
})

test('without accounting the counters are 0', () => {
  const end = UDP.length - 2 * 0x1c
  assert.equal(decodeConnection(UDP.subarray(0, end), anyone)?.original.packets, 0)
})

test('a connection between other addresses is skipped', () => {
  assert.equal(decodeConnection(UDP, matcherOf(['192.168.2.6'])), undefined)
})

test('a truncated or IPv6 connection gives undefined', () => {
  const both = 4 + 2 * 0x34
  for (let length = 0; length < both; length++)
    assert.equal(decodeConnection(UDP.subarray(0, length), anyone), undefined)
  const address = new Uint8Array(16)
  const ipv6 = encodeNested(1, encodeNested(1, encodeAttribute(3, address), encodeAttribute(4, address)))
  assert.equal(decodeConnection(joined(Uint8Array.of(10, 0, 0, 0), ipv6), anyone), undefined)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      decodeConnection(bytes, anyone)
    }),
  )
})
