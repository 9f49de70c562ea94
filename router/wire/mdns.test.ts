import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import fc from 'fast-check'
import { askingAll, encodeHost, readMdns } from './mdns.ts'

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

/** Two questions of a phone: `_googlecast._tcp.local` PTR with the unicast bit, and `tv.local` A, compressed. */
const QUESTION = bytes(
  '0000 0000 0002 0000 0000 0000' +
    '0b 5f676f6f676c6563617374 04 5f746370 05 6c6f63616c 00 000c 8001' +
    '02 5456 c01d 0001 0001',
)

test('questions are decoded, with compressed names, in lower case', () => {
  const message = readMdns(QUESTION)!
  assert.equal(message.isResponse, false)
  assert.deepEqual(
    message.questions.map(({ name, type, wantsUnicast }) => [name, type, wantsUnicast]),
    [
      ['_googlecast._tcp.local', 12, true],
      ['tv.local', 1, false],
    ],
  )
})

test('the QU bits of a query are cleared, and nothing else changes', () => {
  const asked = askingAll(QUESTION, readMdns(QUESTION)!)
  assert.deepEqual(
    readMdns(asked)!.questions.map(({ wantsUnicast }) => wantsUnicast),
    [false, false],
  )
  const different = [...QUESTION].flatMap((byte, at) => (byte === asked[at] ? [] : [at]))
  assert.deepEqual(different, [38])
})

test('records are decoded with their data', () => {
  const message = readMdns(
    packet.encode({
      type: 'query',
      questions: [{ type: 'A', name: 'spr.local' }],
      answers: [{ type: 'A', name: 'TV.local', ttl: 60, data: '192.168.2.10' }],
      authorities: [{ type: 'A', name: 'SPR.local', ttl: 120, data: '192.168.2.6' }],
      additionals: [{ type: 'TXT', name: 'tv._x._tcp.local', ttl: 5, data: 'a=b' }],
    }),
  )!
  assert.deepEqual(
    message.records.map(({ name, type, ttl, data, section }) => [name, type, ttl, data.length, section]),
    [
      ['tv.local', 1, 60, 4, 'answer'],
      ['spr.local', 1, 120, 4, 'authority'],
      ['tv._x._tcp.local', 16, 5, 4, 'additional'],
    ],
  )
})

test('the response for a host has its address and an NSEC record', () => {
  const answer = packet.decode(encodeHost('spr.local', '192.168.2.1', 'address'))
  assert.deepEqual(
    [...answer.answers!, ...answer.additionals!].map(({ type, name }) => [type, name]),
    [
      ['A', 'spr.local'],
      ['NSEC', 'spr.local'],
    ],
  )
  assert.equal(answer.flag_qr && answer.flag_aa && answer.id === 0 && answer.questions!.length === 0, true)
  const denial = packet.decode(encodeHost('spr.local', '192.168.2.1', 'another type'))
  assert.deepEqual(
    denial.answers!.map((record) => 'flush' in record && [record.type, record.flush, 'data' in record && record.data]),
    [['NSEC', true, { nextDomain: 'spr.local', rrtypes: ['A'] }]],
  )
})

test('a message is rejected if it is truncated or a pointer is a loop or points forward', () => {
  for (let end = 0; end < QUESTION.length; end++) assert.equal(readMdns(QUESTION.subarray(0, end)), undefined, `${end}`)
  const circle = bytes('0000 0000 0001 0000 0000 0000 c00c 0001 0001')
  const forward = bytes('0000 0000 0001 0000 0000 0000 c010 0001 0001')
  const otherOpcode = bytes('0000 2800 0000 0000 0000 0000')
  for (const message of [circle, forward, otherOpcode]) assert.equal(readMdns(message), undefined)
})

test('arbitrary bytes are decoded or rejected', () => {
  const header = fc
    .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(3))
    .map((counts) => [0, 0, 0, 0, ...counts.flatMap((n) => [0, n])])
  const body = fc.array(fc.oneof(fc.nat(255), fc.constant(0xc0), fc.nat(16)), { maxLength: 120 })
  fc.assert(
    fc.property(header, body, (front, back) => {
      const message = Buffer.from([...front, ...back])
      const read = readMdns(message)
      if (read) assert.ok(askingAll(message, read).length === message.length)
    }),
    { numRuns: 2000 },
  )
})
