import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import { type MdnsMessage, readMdns } from '../../wire/mdns.ts'
import { answerTo, answerToResolver, claims, isOnlyFor } from './answer.ts'

const HOST = { name: 'spr.local', ip: '192.168.2.1' }
const A = { type: 'A', name: 'spr.local', ttl: 120, data: '192.168.2.1' } as const

const message = (given: packet.Packet): MdnsMessage => readMdns(packet.encode(given))!
const question = (type: packet.RecordType = 'A', given: Partial<packet.Packet> = {}) =>
  message({ type: 'query', questions: [{ type, name: 'SPR.local' }], ...given })
const said = (payload: Buffer | undefined) => {
  const { id, questions, answers, additionals } = packet.decode(payload!)
  return { id, asked: questions!.length, records: [...answers!, ...additionals!].map(({ type }) => type) }
}

test('a query for the name gets its address, and for another type an NSEC record', () => {
  const address = answerTo(question(), HOST)
  assert.equal(address?.to, 'all')
  assert.deepEqual(said(address?.payload), { id: 0, asked: 0, records: ['A', 'NSEC'] })
  assert.deepEqual(said(answerTo(question('AAAA'), HOST)?.payload), { id: 0, asked: 0, records: ['NSEC'] })
})

test('a query with the QU bit gets a unicast response', () => {
  const asked = question()
  const alone = { ...asked, questions: asked.questions.map((one) => ({ ...one, wantsUnicast: true })) }
  assert.equal(answerTo(alone, HOST)?.to, 'sender')
})

test('queries for other names, responses, and known answers are not answered', () => {
  assert.equal(answerTo(message({ type: 'query', questions: [{ type: 'A', name: 'tv.local' }] }), HOST), undefined)
  assert.equal(answerTo(message({ type: 'response', answers: [A] }), HOST), undefined)
  assert.equal(answerTo(question('A', { answers: [A] }), HOST), undefined)
  assert.notEqual(answerTo(question('A', { answers: [{ ...A, ttl: 59 }] }), HOST), undefined)
  assert.notEqual(answerTo(question('A', { answers: [{ ...A, data: '192.168.2.6' }] }), HOST), undefined)
})

test('probes and responses claim the name, and known answers do not', () => {
  const wish = question('A', { authorities: [{ ...A, data: '192.168.2.6' }], answers: [A] })
  assert.equal(claims(wish, 'spr.local'), true)
  assert.equal(answerTo(wish, HOST)?.to, 'all')
  assert.equal(claims(message({ type: 'response', answers: [{ ...A, data: '192.168.2.6' }] }), 'spr.local'), true)
  assert.equal(claims(message({ type: 'response', additionals: [A] }), 'spr.local'), true)
  assert.equal(claims(question('A', { answers: [A] }), 'spr.local'), false)
  assert.equal(claims(message({ type: 'response', answers: [{ ...A, name: 'tv.local' }] }), 'spr.local'), false)
})

test('a query for other names as well is still forwarded', () => {
  assert.equal(isOnlyFor(question(), 'spr.local'), true)
  const both = question('A', {
    questions: [
      { type: 'A', name: 'spr.local' },
      { type: 'A', name: 'tv.local' },
    ],
  })
  assert.equal(isOnlyFor(both, 'spr.local'), false)
  assert.equal(isOnlyFor(message({ type: 'response', answers: [A] }), 'spr.local'), false)
})

test('a legacy query from another port gets an ordinary DNS response', () => {
  const ask = (type: packet.RecordType, name = 'spr.local', given: Partial<packet.Packet> = {}, unicast = false) => {
    const payload = packet.encode({ type: 'query', id: 77, questions: [{ type, name }], ...given })
    if (unicast) payload[payload.length - 2] = 0x80
    return answerToResolver(payload, readMdns(payload)!, HOST)
  }
  assert.equal(ask('A')?.to, 'sender')
  const whole = packet.decode(ask('A')!.payload)
  assert.deepEqual(whole.answers, [{ type: 'A', name: 'spr.local', class: 'IN', flush: false, ttl: 10, data: HOST.ip }])
  assert.deepEqual(said(ask('A')?.payload), { id: 77, asked: 1, records: ['A'] })
  assert.deepEqual(said(ask('AAAA')?.payload), { id: 77, asked: 1, records: [] })
  assert.equal(ask('A', 'tv.local'), undefined)
  assert.equal(ask('A', 'spr.local', { type: 'response' }), undefined)

  // With the bit for a unicast answer (QU), with more questions, and with known answers.
  const alone = ask('A', 'SPR.local', {}, true)
  assert.deepEqual(said(alone?.payload), { id: 77, asked: 1, records: ['A'] })
  assert.equal(alone?.payload.readUInt16BE(12 + 11 + 2), 0x8001, 'the question is repeated as it was sent')
  const both = { questions: (['AAAA', 'A'] as const).map((type) => ({ type, name: 'spr.local' })) }
  assert.deepEqual(said(ask('A', '', both)?.payload), { id: 77, asked: 2, records: ['A'] })
  assert.deepEqual(said(ask('A', 'spr.local', { answers: [A] })?.payload), { id: 77, asked: 1, records: ['A'] })
})
