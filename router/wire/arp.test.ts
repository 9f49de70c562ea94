import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeArpReply, encodeArpRequest } from './arp.ts'

const PRINTER = { ip: '192.168.2.6', mac: '02:00:00:00:00:06' }

/** A reply as Linux sent it, in hexadecimal: destination, source, type, and the message. */
const REPLY = Buffer.from('02000000000102000000000608060001080006040002020000000006c0a80206020000000001c0a80205', 'hex')

test("a request is broadcast with the sender's addresses and no target hardware address", () => {
  assert.equal(
    Buffer.from(encodeArpRequest({ ip: '192.168.2.5', mac: '02:00:00:00:00:01' }, PRINTER.ip)).toString('hex'),
    'ffffffffffff0200000000010806000108000604000102000000000' + '1c0a80205000000000000c0a80206',
  )
})

test('the sender of a reply is decoded, with and without padding', () => {
  assert.deepEqual(decodeArpReply(REPLY), PRINTER)
  assert.deepEqual(decodeArpReply(Buffer.concat([REPLY, Buffer.alloc(18)])), PRINTER)
})

test('requests, other protocols, truncated frames and forged replies are rejected', () => {
  const changed = (at: number, byte: number): Buffer => Buffer.from(REPLY.with(at, byte))
  for (const frame of [changed(21, 1), changed(13, 0), changed(17, 6), changed(11, 9), REPLY.subarray(0, 41)])
    assert.equal(decodeArpReply(frame), undefined)
})
