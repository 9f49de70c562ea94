import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import { type Answer, readAnswer } from './answer.ts'
import { questionFor, withCname } from './cname.ts'
import { queryFor } from './query.ts'
import { type Question, readQuestion } from './question.ts'
import { encodeReply } from './reply.ts'

const asked = (name: string, type: packet.RecordType = 'A'): Question => {
  const question = readQuestion(packet.encode({ type: 'query', id: 1, questions: [{ type, name }] }))
  assert.ok(question && 'section' in question)
  return question
}

/** What an upstream says, names compressed as far as a real one would: by hand, since the library does not. */
function answerFor(question: Question, records: Buffer[], counts: [number, number, number]): Answer {
  const header = Buffer.from([0, 1, 0x81, 0xa0, 0, 1, 0, counts[0], 0, counts[1], 0, counts[2]])
  const received = Buffer.concat([header, question.section, ...records])
  const read = readAnswer(received, queryFor(question), { secure: true })
  assert.equal(read?.kind, 'answer')
  return (read as { answer: Answer }).answer
}

const pointer = (to: number): number[] => [0xc0 | (to >> 8), to & 255]
const record = (owner: number[], type: number, ttl: number, data: number[]): Buffer =>
  Buffer.from([...owner, 0, type, 0, 1, 0, 0, 0, ttl, 0, data.length, ...data])
const decode = (answer: Answer, question: Question, age = 0) =>
  packet.decode(encodeReply(answer, question, age, 4096)) as packet.DecodedPacket & { flag_ad: boolean; rcode: string }
const shown = (records: readonly packet.Answer[] = []) =>
  records.map((one) => `${one.name} ${one.type} ${'data' in one ? JSON.stringify(one.data) : ''}`)

test('a CNAME is added before the records of its target', () => {
  const question = asked('WWW.search.example')
  const target = questionFor(question, 'strict.search.test')
  const first = 12 + target.section.length
  // strict.search.test CNAME edge.<search.test>; edge.search.test A, by a pointer into the first record's data.
  const alias = record(pointer(12), 5, 60, [4, 0x65, 0x64, 0x67, 0x65, ...pointer(12 + 7)])
  const address = record(pointer(first + 12), 1, 30, [203, 0, 113, 7])
  const answer = withCname(question, target, answerFor(target, [alias, address], [2, 0, 0]), 1)
  const decoded = decode(answer, question)
  assert.deepEqual(shown(decoded.answers), [
    'WWW.search.example CNAME "strict.search.test"',
    'strict.search.test CNAME "edge.search.test"',
    'edge.search.test A "203.0.113.7"',
  ])
  assert.equal(decoded.flag_ad, false, 'nobody has signed that')
  const later = decode(answer, question, 10)
  assert.deepEqual(
    later.answers?.map((one) => ('ttl' in one ? one.ttl : undefined)),
    [1, 50, 20],
  )
})

test('SOA records are kept, with their pointers moved', () => {
  const question = asked('a.example', 'AAAA')
  const target = questionFor(question, 'b.zone.test')
  const numbers = [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5]
  const soa = record(pointer(12 + 2), 6, 60, [
    2,
    0x6e,
    0x73,
    ...pointer(14),
    4,
    0x68,
    0x6f,
    0x73,
    0x74,
    ...pointer(14),
    ...numbers,
  ])
  const { answers, authorities } = decode(withCname(question, target, answerFor(target, [soa], [0, 1, 0]), 1), question)
  assert.deepEqual(shown(answers), ['a.example CNAME "b.zone.test"'])
  const zone = authorities?.[0] as unknown as { name: string; data: { mname: string; rname: string; minimum: number } }
  assert.deepEqual(
    [zone.name, zone.data.mname, zone.data.rname, zone.data.minimum],
    ['zone.test', 'ns.zone.test', 'host.zone.test', 5],
  )
})

test('if a pointer would be out of range, only the CNAME is returned', () => {
  const question = asked(`${'a'.repeat(60)}.example`)
  const target = questionFor(question, 'b.test')
  const filler = Array.from({ length: 1023 }, () => record(pointer(12), 1, 60, [203, 0, 113, 7]))
  const first = 12 + target.section.length
  const far = record(pointer(first + 16 * 1022), 1, 60, [203, 0, 113, 7])
  const header = Buffer.from([0, 1, 0x81, 0xa0, 0, 1, 4, 0, 0, 0, 0, 0])
  const received = Buffer.concat([header, target.section, ...filler, far])
  const read = readAnswer(received, queryFor(target), { secure: true }) as { answer: Answer }
  assert.deepEqual(shown(decode(withCname(question, target, read.answer, 1), question).answers), [
    `${'a'.repeat(60)}.example CNAME "b.test"`,
  ])
})
