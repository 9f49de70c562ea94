import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offsetIn, sntpQuestion } from './sntp.ts'

const NONCE = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8])

/**
 * Put together by hand after RFC 5905 7.3: version 4, mode server, stratum 2, the nonce above as origin, and 2026-11-21
 * 10:44:42.75 as the moment it was received and sent.
 */
const ANSWER = Buffer.from(
  '240201e80000001c000000214c5f1f7ceea0b8aa000000000102030405060708eeabf49ac0000000eeabf49ac0000000',
  'hex',
)
const THEN = Date.UTC(2026, 10, 21, 10, 44, 42, 750)

const answer = (change: (bytes: Buffer) => void = () => {}): Buffer => {
  const bytes = Buffer.from(ANSWER)
  change(bytes)
  return bytes
}

test('a request has 48 bytes of version 4, mode client, with the nonce as its transmit time', () => {
  assert.equal(Buffer.from(sntpQuestion(NONCE)).toString('hex'), `23${'00'.repeat(39)}0102030405060708`)
})

test('half of the round-trip time is subtracted', () => {
  const at = (asked: number, answered: number) =>
    offsetIn(answer(), NONCE, { asked: THEN + asked, answered: THEN + answered })
  assert.equal(at(0, 0), 0)
  assert.equal(at(-30, 30), 0)
  assert.equal(at(-5000, -4900), 4950)
  assert.equal(at(1000, 1000), -1000)
  assert.equal(offsetIn(answer(), NONCE, { asked: 0, answered: 0 }), THEN, 'also where the clock begins in 1970')
})

test('times after 2036 are in the next era', () => {
  const later = answer((bytes) => {
    for (const at of [32, 40]) bytes.fill(0, at, at + 8).writeUInt32BE(100, at)
  })
  const moment = Date.UTC(2036, 1, 7, 6, 28, 16) + 100_000
  assert.equal(offsetIn(later, NONCE, { asked: moment, answered: moment }), 0)
})

test('a response with another nonce, or from an unsynchronized server, is rejected', () => {
  const bad: Record<string, Buffer> = {
    short: answer().subarray(0, 47),
    empty: Buffer.alloc(0),
    'of another question': answer((bytes) => bytes.writeUInt8(9, 24)),
    'a question itself': answer((bytes) => bytes.writeUInt8(0x23, 0)),
    'not synchronized': answer((bytes) => bytes.writeUInt8(0xe4, 0)),
    'a wish to be left alone': answer((bytes) => bytes.writeUInt8(0, 1)),
    'too far from any clock': answer((bytes) => bytes.writeUInt8(16, 1)),
    'without a time': answer((bytes) => bytes.fill(0, 40)),
  }
  for (const [what, bytes] of Object.entries(bad))
    assert.equal(offsetIn(bytes, NONCE, { asked: THEN, answered: THEN }), undefined, what)
})
