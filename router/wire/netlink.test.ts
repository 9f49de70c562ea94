import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joined } from './bytes.ts'
import {
  decodeMessages,
  decodeOutcome,
  encodeAttribute,
  encodeMessage,
  encodeNested,
  NLMSG_DONE,
  NLMSG_ERROR,
  readAttribute,
  terminatedText,
  uint32,
} from './netlink.ts'

const hello = { type: 20, flags: 5, sequence: 7, payload: Uint8Array.of(1, 2, 3, 4, 5) }

test('messages of any length survive encoding and decoding', () => {
  const some = fc.array(
    fc.record(
      {
        type: fc.integer({ min: 0, max: 0xffff }),
        flags: fc.integer({ min: 0, max: 0xffff }),
        sequence: fc.integer({ min: 0, max: 0xffffffff }),
        payload: fc.uint8Array({ maxLength: 40 }),
      },
      { noNullPrototype: true },
    ),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(some, (messages) => {
      assert.deepEqual([...decodeMessages(joined(...messages.map(encodeMessage)))], messages)
    }),
  )
})

test('a message has the layout of linux/netlink.h', () => {
  assert.equal(
    Buffer.from(encodeMessage(hello)).toString('hex'),
    '15000000' + '1400' + '0500' + '07000000' + '00000000' + '0102030405' + '000000',
  )
})

test('a truncated buffer gives its complete messages', () => {
  const two = joined(encodeMessage(hello), encodeMessage(hello))
  for (let length = 0; length < two.length; length++) {
    const whole = [...decodeMessages(two.subarray(0, length))].length
    assert.equal(whole, length < 21 ? 0 : length < 24 + 21 ? 1 : 2, `${length} bytes`)
  }
})

test('attributes are found by type, nested and padded', () => {
  const attributes = joined(
    encodeAttribute(1, Uint8Array.of(9)),
    encodeNested(2, encodeAttribute(1, terminatedText('bridge')), encodeAttribute(3, uint32(0x01020304))),
    encodeAttribute(1, Uint8Array.of(8)),
  )
  assert.deepEqual(readAttribute(attributes, 1), Uint8Array.of(9))
  const nested = readAttribute(attributes, 2)!
  assert.equal(Buffer.from(readAttribute(nested, 1)!).toString(), 'bridge\0')
  assert.deepEqual(readAttribute(nested, 3), Uint8Array.of(4, 3, 2, 1))
  assert.equal(readAttribute(attributes, 3), undefined)
})

test('an attribute that is truncated or too short is not found', () => {
  const one = encodeAttribute(1, uint32(7))
  for (let length = 0; length < one.length; length++) assert.equal(readAttribute(one.subarray(0, length), 1), undefined)
  assert.equal(readAttribute(Uint8Array.of(0, 0, 1, 0, 8, 0, 1, 0, 1, 2, 3, 4), 1), undefined)
})

test('arbitrary bytes do not make the decoders throw or loop', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: 5 }), (bytes, type) => {
      for (const message of decodeMessages(bytes)) {
        decodeOutcome(message)
        readAttribute(message.payload, type)
      }
      readAttribute(bytes, type)
    }),
  )
})

test('an acknowledgement has the error and the kernel’s message', () => {
  const request = encodeMessage({ ...hello, payload: new Uint8Array() })
  const answer = (status: number, ...attributes: Uint8Array[]) => ({
    ...hello,
    type: NLMSG_ERROR,
    flags: 0x300,
    payload: joined(uint32(status), request, ...attributes),
  })
  assert.deepEqual(decodeOutcome(answer(0)), { errno: 0, words: undefined })
  assert.deepEqual(decodeOutcome(answer(-22, encodeAttribute(1, terminatedText('Nexthop has invalid gateway')))), {
    errno: 22,
    words: 'Nexthop has invalid gateway',
  })
  assert.deepEqual(decodeOutcome({ ...hello, type: NLMSG_DONE, payload: uint32(0) }), { errno: 0, words: undefined })
  assert.equal(decodeOutcome({ ...hello, type: NLMSG_ERROR, payload: new Uint8Array(3) }), undefined)
  assert.equal(decodeOutcome(hello), undefined)
})
