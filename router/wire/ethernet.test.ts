import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Datagram, decodeDatagram, encodeDatagram, groupMac } from './ethernet.ts'

const hello: Datagram = {
  destinationMac: 'ff:ff:ff:ff:ff:ff',
  sourceMac: '02:00:00:00:00:01',
  sourceIp: '0.0.0.0',
  destinationIp: '255.255.255.255',
  sourcePort: 68,
  destinationPort: 67,
  payload: new TextEncoder().encode('hello'),
}

/** A changed frame, with the header's checksum made good again so that only the change speaks. */
function altered(change: (frame: Uint8Array, view: DataView) => void): Uint8Array {
  const frame = encodeDatagram(hello)
  const view = new DataView(frame.buffer)
  change(frame, view)
  view.setUint16(24, 0)
  let sum = 0
  for (let at = 14; at < 34; at += 2) sum += view.getUint16(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  view.setUint16(24, ~sum & 0xffff)
  return frame
}

test('a datagram survives encoding and decoding, with and without padding', () => {
  const frame = encodeDatagram(hello)
  const padded = new Uint8Array(60)
  padded.set(frame)
  assert.deepEqual(decodeDatagram(frame), { ...hello, ttl: 64 })
  assert.deepEqual(decodeDatagram(padded), { ...hello, ttl: 64 })
  assert.equal(decodeDatagram(encodeDatagram({ ...hello, ttl: 255 }))?.ttl, 255)
})

test('a group has the Ethernet address of RFC 1112', () => {
  assert.equal(groupMac('224.0.0.251'), '01:00:5e:00:00:fb')
  assert.equal(groupMac('239.255.255.250'), '01:00:5e:7f:ff:fa')
})

test('a frame has the checksums of RFC 1071', () => {
  const frame = encodeDatagram({
    ...hello,
    sourceIp: '192.168.2.1',
    destinationIp: '192.168.2.6',
    payload: Uint8Array.of(1, 2, 3),
  })
  // Summed up with its checksum, every stretch comes to all ones.
  const view = new DataView(frame.buffer)
  let sum = 0
  for (let at = 14; at < 34; at += 2) sum += view.getUint16(at)
  assert.equal((sum & 0xffff) + (sum >>> 16), 0xffff)
  let udp = 17 + 11
  for (let at = 26; at < 34; at += 2) udp += view.getUint16(at)
  for (let at = 34; at < 44; at += 2) udp += view.getUint16(at)
  udp += 3 << 8
  assert.equal((udp & 0xffff) + (udp >>> 16), 0xffff)
})

test('options in the IP header are skipped', () => {
  const plain = encodeDatagram(hello)
  const frame = new Uint8Array(plain.length + 4)
  frame.set(plain.subarray(0, 34))
  frame.set(Uint8Array.of(1, 1, 1, 0), 34)
  frame.set(plain.subarray(34), 38)
  const view = new DataView(frame.buffer)
  frame[14] = 0x46
  view.setUint16(16, frame.length - 14)
  view.setUint16(24, 0)
  let sum = 0
  for (let at = 14; at < 38; at += 2) sum += view.getUint16(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  view.setUint16(24, ~sum & 0xffff)
  assert.deepEqual(decodeDatagram(frame)?.payload, hello.payload)
})

test('a truncated or damaged frame, a fragment, and other protocols are rejected', () => {
  const whole = encodeDatagram(hello)
  for (let length = 0; length < whole.length; length++)
    assert.equal(decodeDatagram(whole.subarray(0, length)), undefined)
  const wrong: Record<string, Uint8Array> = {
    'IPv6 by type': altered((_, view) => view.setUint16(12, 0x86dd)),
    'version 6': altered((_, view) => view.setUint8(14, 0x65)),
    'a header too short': altered((_, view) => view.setUint8(14, 0x44)),
    'a first fragment': altered((_, view) => view.setUint16(20, 0x2000)),
    'a later fragment': altered((_, view) => view.setUint16(20, 0x0001)),
    TCP: altered((_, view) => view.setUint8(23, 6)),
    'a length beyond the frame': altered((_, view) => view.setUint16(16, 1000)),
    'a UDP length beyond the packet': altered((_, view) => view.setUint16(38, 1000)),
    'a UDP length below its header': altered((_, view) => view.setUint16(38, 7)),
    'a damaged header': Uint8Array.from(whole, (byte, at) => (at === 26 ? byte ^ 1 : byte)),
  }
  for (const [what, frame] of Object.entries(wrong)) assert.equal(decodeDatagram(frame), undefined, what)
})

test('arbitrary bytes do not throw', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => void decodeDatagram(bytes)))
  fc.assert(
    fc.property(fc.nat(80), fc.nat(255), (at, value) => {
      const frame = encodeDatagram(hello)
      frame[at % frame.length] = value
      decodeDatagram(frame)
    }),
  )
})
