import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import fc from 'fast-check'
import { RCODE, TYPE } from './constants.ts'
import { type Question, readQuestion } from './question.ts'

const query = (given: Partial<packet.Packet>): Buffer =>
  packet.encode({ type: 'query', id: 7, flags: packet.RECURSION_DESIRED, ...given })
const opt = (udpPayloadSize: number, ednsVersion = 0, flags = 0): packet.OptAnswer => ({
  type: 'OPT',
  name: '.',
  udpPayloadSize,
  extendedRcode: 0,
  ednsVersion,
  flags,
  flag_do: flags !== 0,
  options: [],
})
const question = (bytes: Buffer): Question => {
  const read = readQuestion(bytes)
  assert.ok(read && !('reply' in read))
  return read
}
const rcodeOf = (bytes: Buffer): number | undefined => {
  const read = readQuestion(bytes)
  return read && 'reply' in read ? read.rcode : undefined
}

test('a name is decoded in lower case, and its case is kept for the response', () => {
  const asked = question(query({ questions: [{ type: 'AAAA', name: 'WwW.Example.ORG' }] }))
  assert.equal(asked.name, 'www.example.org')
  assert.equal(asked.type, TYPE.AAAA)
  assert.equal(asked.id, 7)
  assert.equal(asked.edns, undefined)
  assert.equal(asked.section.subarray(1, 4).toString(), 'WwW')
})

test('different names never have the same text', () => {
  const dotInLabel = query({ questions: [{ type: 'A', name: 'a-b.c' }] })
  dotInLabel[14] = 0x2e
  assert.equal(question(dotInLabel).name, 'a\\046b.c')
  assert.equal(question(query({ questions: [{ type: 'A', name: '.' }] })).name, '.')
})

test('EDNS options of a client are decoded', () => {
  const asked = question(query({ questions: [{ type: 'A', name: 'a.b' }], additionals: [opt(4096, 0, 0x8000)] }))
  assert.deepEqual(asked.edns, { udpSize: 4096, dnssec: true })
  const tiny = question(query({ questions: [{ type: 'A', name: 'a.b' }], additionals: [opt(100)] }))
  assert.deepEqual(tiny.edns, { udpSize: 512, dnssec: false })
})

test('an unknown EDNS version is answered with BADVERS', () => {
  const read = readQuestion(query({ questions: [{ type: 'A', name: 'a.b' }], additionals: [opt(1232, 1)] }))
  assert.ok(read && 'reply' in read)
  assert.equal(read.rcode, RCODE.BADVERS)
  const [record] = packet.decode(read.reply).additionals ?? []
  assert.ok(record?.type === 'OPT')
  assert.deepEqual([record.ednsVersion, record.extendedRcode], [0, 1])
})

test('unsupported messages are refused with the correct response code, or ignored', () => {
  const ok = query({ questions: [{ type: 'A', name: 'a.b' }] })
  const changed = (at: number, value: number): Buffer => {
    const copy = Buffer.from(ok)
    copy[at] = value
    return copy
  }
  assert.equal(readQuestion(ok.subarray(0, 11)), undefined)
  assert.equal(readQuestion(changed(2, 0x80)), undefined, 'an answer is never answered')
  assert.equal(rcodeOf(changed(2, 0x28)), RCODE.NOTIMP, 'opcode update')
  assert.equal(rcodeOf(changed(5, 2)), RCODE.FORMERR, 'two questions')
  assert.equal(rcodeOf(changed(12, 0xc0)), RCODE.FORMERR, 'a compressed question')
  assert.equal(rcodeOf(changed(ok.length - 1, 3)), RCODE.REFUSED, 'class CHAOS')
  assert.equal(rcodeOf(query({ questions: [{ type: 'AXFR', name: 'a.b' }] })), RCODE.REFUSED)
  const twice = query({ questions: [{ type: 'A', name: 'a.b' }], additionals: [opt(1232), opt(1232)] })
  assert.equal(rcodeOf(twice), RCODE.FORMERR)
})

test('arbitrary bytes do not throw', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readQuestion(Buffer.from(bytes))))
  const whole = query({ questions: [{ type: 'A', name: 'www.example.org' }], additionals: [opt(1232)] })
  for (let length = 0; length < whole.length; length++) readQuestion(Buffer.from(whole.subarray(0, length)))
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length - 1), fc.nat(255), (i, a, j, b) => {
      const broken = Buffer.from(whole)
      broken[i] = a
      broken[j] = b
      readQuestion(broken)
    }),
  )
})
