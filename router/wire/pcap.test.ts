import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wholePackets } from './pcap.ts'

function header(magic = 0xa1b2c3d4, little = true): Buffer {
  const bytes = Buffer.alloc(24)
  if (little) bytes.writeUInt32LE(magic)
  else bytes.writeUInt32BE(magic)
  return bytes
}

function packet(size: number, little = true): Buffer {
  const bytes = Buffer.alloc(16 + size, size)
  if (little) bytes.writeUInt32LE(size, 8)
  else bytes.writeUInt32BE(size, 8)
  return bytes
}

test('a capture in chunks of any size is returned unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 8 }), fc.boolean(), fc.array(fc.nat(50)), (sizes, little, cuts) => {
      const whole = Buffer.concat([header(0xa1b23c4d, little), ...sizes.map((size) => packet(size, little))])
      const packets = wholePackets(1e6)
      const out: Uint8Array[] = []
      let at = 0
      for (const cut of [...cuts, whole.length]) {
        out.push(packets.take(whole.subarray(at, at + cut)))
        at += cut
      }
      assert.deepEqual(Buffer.concat(out), whole)
      assert.equal(packets.isFull, false)
    }),
  )
})

test('it ends after the last packet that fits', () => {
  const packets = wholePackets(24 + 2 * (16 + 10))
  const whole = Buffer.concat([header(), packet(10), packet(10), packet(0)])
  assert.equal(packets.take(whole).length, 24 + 2 * 26)
  assert.equal(packets.isFull, true)
  assert.equal(packets.take(packet(0)).length, 0)
})

test('an incomplete packet is held back', () => {
  const packets = wholePackets(1e6)
  assert.equal(packets.take(header().subarray(0, 23)).length, 0)
  assert.equal(packets.take(header().subarray(23)).length, 24)
  assert.equal(packets.take(packet(5).subarray(0, 20)).length, 0)
  assert.equal(packets.take(packet(5).subarray(20)).length, 21)
})

test('data that is not a capture is rejected immediately', () => {
  assert.throws(() => wholePackets(1e6).take(Buffer.alloc(24)), /not a capture/)
  const huge = packet(0)
  huge.writeUInt32LE(2 ** 31, 8)
  assert.throws(() => wholePackets(1e6).take(Buffer.concat([header(), huge])), /2147483648 bytes/)
})
