import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressesIn, belongs, readAnswer } from './answer.ts'
import { FLAG, HEADER_SIZE, RCODE } from './constants.ts'
import { type Corpus, hostileAnswers, hostileQuestions, strangeQuestions } from './hostile.fixture.ts'
import { writeName } from './name.ts'
import { encodeQuery, queryFor } from './query.ts'
import { type Question, readQuestion } from './question.ts'
import { empty, encodeReply } from './reply.ts'

const ID = 0x1234
const asked = (name: string): Question =>
  readQuestion(
    encodeQuery(
      {
        section: Buffer.concat([writeName(name), Buffer.from([0, 1, 0, 1])]),
        type: 1,
        checkingDisabled: false,
        dnssec: false,
      },
      ID,
      'edns',
    ),
  ) as Question
const client = asked('www.example.org')
const query = queryFor(client)

/** One of the corpus, with a few bytes changed, a part of it doubled or taken out, or cut off. */
const broken = (corpus: Corpus): fc.Arbitrary<Buffer> =>
  fc
    .record({
      whole: fc.constantFrom(...Object.values(corpus)),
      changes: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 4 }),
      cut: fc.tuple(fc.nat(300), fc.nat(40)),
      how: fc.constantFrom('doubled', 'taken out', 'cut off', 'left'),
    })
    .map(({ whole, changes, cut: [at, length], how }) => {
      const bytes = Buffer.from(whole)
      for (const [i, value] of changes) if (i < bytes.length) bytes[i] = value
      if (how === 'left') return bytes
      if (how === 'cut off') return bytes.subarray(0, at)
      const part = how === 'doubled' ? bytes.subarray(at, at + length) : Buffer.alloc(0)
      return Buffer.concat([bytes.subarray(0, how === 'doubled' ? at + length : at), part, bytes.subarray(at + length)])
    })

/** Follows a name as a careless device would; throws when that does not end. Gives where the next thing begins. */
function follow(bytes: Buffer, start: number): number {
  let at = start
  let end = -1
  for (let steps = 0; steps < 300; steps++) {
    const length = bytes[at]!
    if (length >= 0xc0) {
      end = end < 0 ? at + 2 : end
      at = bytes.readUInt16BE(at) & 0x3fff
    } else if (length === 0) return end < 0 ? at + 1 : end
    else at += 1 + length
  }
  throw new Error('a name without an end')
}

/** Reads an answer as a careless device would: every owner, and the names in data that it would follow. */
function readCarelessly(bytes: Buffer): void {
  let at = follow(bytes, HEADER_SIZE) + 4
  const count = [6, 8, 10].reduce((sum, where) => sum + bytes.readUInt16BE(where), 0)
  for (let i = 0; i < count; i++) {
    const type = follow(bytes, at)
    const data = type + 10
    at = data + bytes.readUInt16BE(type + 8)
    assert.ok(at <= bytes.length)
    if ([2, 5, 12, 39].includes(bytes.readUInt16BE(type))) assert.equal(follow(bytes, data), at)
  }
  assert.equal(at, bytes.length)
}

test('malformed queries are refused or ignored', () => {
  for (const [what, bytes] of Object.entries(hostileQuestions)) {
    const read = readQuestion(bytes)
    if (read === undefined) assert.ok(bytes.length < HEADER_SIZE || bytes[2]! & FLAG.QR, what)
    else {
      assert.ok('reply' in read, what)
      assert.notEqual(read.rcode, RCODE.NOERROR, what)
      assert.ok(read.reply[2]! & FLAG.QR && read.reply.length <= bytes.length + 11, what)
      assert.equal(read.reply.readUInt16BE(0), bytes.readUInt16BE(0), what)
    }
  }
})

test('unusual but valid queries are answered', () => {
  for (const [what, bytes] of Object.entries(strangeQuestions)) {
    const read = readQuestion(bytes)
    assert.ok(read && !('reply' in read), what)
    const reply = encodeReply(empty(read, RCODE.NXDOMAIN), read, 0, 512)
    assert.deepEqual(reply.subarray(HEADER_SIZE, HEADER_SIZE + read.section.length), read.section, what)
    readCarelessly(encodeReply(empty({ ...read, edns: undefined }), { ...read, edns: undefined }, 0, 512))
  }
})

test('malformed responses are rejected', () => {
  for (const [what, bytes] of Object.entries(hostileAnswers)) {
    assert.ok(belongs(bytes, query, ID), what)
    assert.equal(readAnswer(bytes, query, { secure: true }), undefined, what)
  }
})

test('arbitrary queries are decoded or refused, and decoded ones can be answered', () => {
  let read = 0
  fc.assert(
    fc.property(broken({ ...hostileQuestions, ...strangeQuestions }), (bytes) => {
      const question = readQuestion(bytes)
      if (!question || 'reply' in question) return
      read++
      const reply = encodeReply(empty(question, RCODE.SERVFAIL), question, 0, 512)
      assert.ok(reply.length <= 512)
      assert.ok(encodeQuery(queryFor(question), 7, 'padded').length % 128 === 0)
    }),
    { numRuns: 3_000 },
  )
  assert.ok(read > 100)
})

test('property: devices get only responses that decode completely', () => {
  const good = Buffer.from(hostileAnswers['fewer records than promised']!)
  good.writeUInt16BE(1, 6)
  let read = 0
  fc.assert(
    fc.property(broken({ ...hostileAnswers, good }), (bytes) => {
      if (!belongs(bytes, query, ID)) return
      const received = readAnswer(bytes, query, { secure: false })
      if (received?.kind !== 'answer') return
      read++
      addressesIn(received.answer)
      readCarelessly(received.answer.bytes)
      assert.ok(encodeReply(received.answer, client, 5, 512).length <= 512)
    }),
    { numRuns: 5_000 },
  )
  assert.ok(read > 20)
})
