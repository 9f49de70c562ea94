import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import fc from 'fast-check'
import { type Answer, belongs, readAnswer } from './answer.ts'
import { FLAG } from './constants.ts'
import { encodeQuery, type Query, queryFor } from './query.ts'
import { type Question, readQuestion } from './question.ts'
import { encodeReply } from './reply.ts'

const ask = (name: string, type: packet.RecordType = 'A', additionals: packet.Answer[] = []): Question => {
  const bytes = packet.encode({
    type: 'query',
    id: 99,
    flags: packet.RECURSION_DESIRED,
    questions: [{ type, name }],
    additionals,
  })
  return readQuestion(bytes) as Question
}
const opt: packet.OptAnswer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: 1232,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
}
const upstreamSays = (name: string, given: Partial<packet.Packet>, type: packet.RecordType = 'A'): Buffer =>
  packet.encode({
    type: 'response',
    id: 1,
    flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE,
    questions: [{ type, name }],
    ...given,
  })
const read = (bytes: Buffer, query: Query, secure = false): Answer => {
  const received = readAnswer(bytes, query, { secure })
  assert.ok(received?.kind === 'answer')
  return received.answer
}
const soa: packet.Answer = {
  type: 'SOA',
  name: 'example.org',
  ttl: 3600,
  data: { mname: 'ns.example.org', rname: 'h.example.org', serial: 1, refresh: 2, retry: 3, expire: 4, minimum: 90 },
}

test('a query to an upstream has nothing of the client but the question', () => {
  const client = ask('WWW.Example.org', 'A', [{ ...opt, options: [{ code: 12, length: 40 }] }])
  const sent = packet.decode(encodeQuery(queryFor(client), 5, 'edns'))
  assert.equal(sent.questions?.[0]?.name, 'www.example.org')
  const [record] = sent.additionals ?? []
  assert.ok(record?.type === 'OPT')
  assert.deepEqual(record.options, [])
  assert.equal(encodeQuery(queryFor(client), 5, 'padded').length % 128, 0)
  assert.equal(packet.decode(encodeQuery(queryFor(client), 5, 'plain')).additionals?.length, 0)
})

test('a response belongs only to the same question', () => {
  const query = queryFor(ask('www.example.org'))
  const good = upstreamSays('WWW.example.ORG', {})
  assert.ok(belongs(good, query, 1))
  assert.ok(!belongs(good, query, 2))
  assert.ok(!belongs(upstreamSays('ww2.example.org', {}), query, 1))
  assert.ok(!belongs(upstreamSays('www.example.org', {}, 'AAAA'), query, 1))
  assert.ok(!belongs(encodeQuery(query, 1, 'plain'), query, 1), 'our own question coming back')
  assert.ok(!belongs(Buffer.from([0, 1, 0x80]), query, 1))
})

test("a cached answer is rendered in each client's case, with lowered TTLs", () => {
  const answers: packet.Answer[] = [
    { type: 'CNAME', name: 'www.example.org', ttl: 300, data: 'host.example.org' },
    { type: 'A', name: 'host.example.org', ttl: 100, data: '93.184.216.34' },
  ]
  const query = queryFor(ask('www.example.org'))
  const answer = read(upstreamSays('www.example.org', { answers, additionals: [opt] }), query)
  assert.equal(answer.ttl, 100)

  const old = packet.decode(encodeReply(answer, ask('wWw.eXample.org'), 40, 512))
  assert.equal(old.id, 99)
  assert.equal(old.questions?.[0]?.name, 'wWw.eXample.org')
  assert.deepEqual(
    old.answers?.map((one) => 'ttl' in one && one.ttl),
    [260, 60],
  )
  assert.equal(old.additionals?.length, 0, 'no EDNS where the client used none')
  const stale = packet.decode(encodeReply(answer, ask('www.example.org', 'A', [opt]), 200, 512))
  assert.deepEqual(
    stale.answers?.map((one) => 'ttl' in one && one.ttl),
    [100, 30],
  )
  assert.equal(stale.additionals?.length, 1)
})

test('an answer over the limit becomes an empty one with the TC bit', () => {
  const answers: packet.Answer[] = Array.from({ length: 60 }, (_, i) => ({
    type: 'A',
    name: 'many.example.org',
    ttl: 60,
    data: `93.184.216.${i}`,
  }))
  const answer = read(upstreamSays('many.example.org', { answers }), queryFor(ask('many.example.org')))
  const cut = packet.decode(encodeReply(answer, ask('many.example.org', 'A', [opt]), 0, 512))
  assert.equal(cut.flag_tc, true)
  assert.equal(cut.answers?.length, 0)
  assert.equal(cut.additionals?.length, 1)
  assert.equal(packet.decode(encodeReply(answer, ask('many.example.org'), 0, 65535)).answers?.length, 60)
})

test('a negative answer is cached for the TTL in its SOA record, and not without one', () => {
  const query = queryFor(ask('no.example.org'))
  const nxdomain = packet.RECURSION_AVAILABLE | 3
  assert.equal(read(upstreamSays('no.example.org', { flags: nxdomain, authorities: [soa] }), query).ttl, 90)
  assert.equal(read(upstreamSays('no.example.org', { authorities: [soa] }), query).ttl, 90)
  assert.equal(read(upstreamSays('no.example.org', { flags: nxdomain }), query).ttl, 0)
  assert.equal(read(upstreamSays('no.example.org', { flags: 2 }), query).ttl, 0)
  const alias: packet.Answer = { type: 'CNAME', name: 'no.example.org', ttl: 60, data: 'x.example.org' }
  assert.equal(read(upstreamSays('no.example.org', { answers: [alias] }), query).ttl, 0)
})

test('a TTL is at most one day, and 0 with its highest bit set', () => {
  const ttlOf = (ttl: number): number =>
    read(
      upstreamSays('a.b', { answers: [{ type: 'A', name: 'a.b', ttl, data: '93.184.216.34' }] }),
      queryFor(ask('a.b')),
    ).ttl
  assert.equal(ttlOf(1_000_000), 86_400)
  assert.equal(ttlOf(0x80000001), 0)
})

test('the AD bit is cleared in answers over insecure transports', () => {
  const flags = packet.AUTHENTIC_DATA
  const answers: packet.Answer[] = [{ type: 'A', name: 'a.b', ttl: 9, data: '93.184.216.34' }]
  const bytes = upstreamSays('a.b', { flags, answers })
  const client = ask('a.b', 'A', [{ ...opt, flags: 0x8000, flag_do: true }])
  assert.equal(encodeReply(read(bytes, queryFor(client), false), client, 0, 512)[3]! & FLAG.AD, 0)
  assert.equal(encodeReply(read(bytes, queryFor(client), true), client, 0, 512)[3]! & FLAG.AD, FLAG.AD)
  assert.equal(encodeReply(read(bytes, queryFor(client), true), ask('a.b'), 0, 512)[3]! & FLAG.AD, 0)
})

test('private addresses are found in all records and forms', () => {
  const found = (type: 'A' | 'AAAA', data: string): string | undefined =>
    read(upstreamSays('a.b', { answers: [{ type, name: 'a.b', ttl: 9, data }] }, type), queryFor(ask('a.b', type)))
      .privateAddress
  for (const ip of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.254',
    '127.0.0.1',
    '169.254.1.1',
    '172.31.0.1',
    '192.0.0.9',
    '192.168.2.1',
    '198.18.0.1',
    '198.19.255.1',
    '239.0.0.1',
  ]) {
    assert.equal(found('A', ip), ip)
  }
  for (const ip of [
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.32.0.1',
    '192.169.0.1',
    '192.0.1.1',
    '198.17.0.1',
    '198.20.0.1',
    '11.0.0.1',
    '169.253.0.1',
  ]) {
    assert.equal(found('A', ip), undefined)
  }
  const hostile = [
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    'ff02::fb',
    '::ffff:192.168.2.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '::ffff:100.64.0.1',
    '2002:c0a8:201::1',
    '2001:db8::5efe:c0a8:201',
    '2001:db8::200:5efe:a00:1',
  ]
  for (const ip of hostile) assert.ok(found('AAAA', ip), ip)
  for (const ip of [
    '2606:4700::1111',
    '64:ff9b::102:304',
    '::ffff:1.1.1.1',
    '2002:101:101::1',
    '2001:db8::5efe:101:101',
  ])
    assert.equal(found('AAAA', ip), undefined)
  assert.equal(found('AAAA', '::1'), '::1')

  const hint = Buffer.from([0, 1, 0, 0, 1, 0, 3, 2, 0x68, 0x33, 0, 4, 0, 8, 1, 1, 1, 1, 192, 168, 2, 1])
  const header = Buffer.from([0, 1, 0x80, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
  const record = Buffer.from([0xc0, 12, 0, 65, 0, 1, 0, 0, 0, 9, 0, hint.length])
  const query: Query = { ...queryFor(ask('a.b')), type: 65 }
  query.section.writeUInt16BE(65, query.section.length - 4)
  assert.equal(read(Buffer.concat([header, query.section, record, hint]), query).privateAddress, '192.168.2.1')
})

test('an answer with a truncated record or a forward pointer is malformed', () => {
  const query = queryFor(ask('a.b'))
  const answers: packet.Answer[] = [{ type: 'A', name: 'a.b', ttl: 9, data: '93.184.216.34' }]
  const whole = upstreamSays('a.b', { answers })
  const questionEnd = 12 + query.section.length
  for (let length = questionEnd; length < whole.length; length++) {
    assert.equal(readAnswer(Buffer.from(whole.subarray(0, length)), query, { secure: false }), undefined)
  }
  const loop = Buffer.from(whole)
  loop.writeUInt16BE(0xc000 | questionEnd, questionEnd)
  assert.equal(readAnswer(loop, query, { secure: false }), undefined)
})

test('arbitrary bytes do not throw, and accepted answers can be rendered', () => {
  const client = ask('www.example.org', 'A', [opt])
  const query = queryFor(client)
  const whole = upstreamSays('www.example.org', {
    answers: [
      { type: 'CNAME', name: 'www.example.org', ttl: 300, data: 'host.example.org' },
      { type: 'A', name: 'host.example.org', ttl: 100, data: '93.184.216.34' },
    ],
    authorities: [soa],
    additionals: [opt],
  })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 }),
      fc.nat(whole.length),
      fc.nat(100_000),
      (changes, length, age) => {
        const broken = Buffer.from(whole.subarray(0, length))
        for (const [at, value] of changes) if (at < length) broken[at] = value
        if (!belongs(broken, query, 1)) return
        const received = readAnswer(broken, query, { secure: true })
        if (received?.kind === 'answer') {
          assert.ok(encodeReply(received.answer, client, age, 512).length <= 512)
          assert.ok(received.answer.ttl >= 0 && received.answer.ttl <= 86_400)
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test('an answer with more than 64 CNAME and HTTPS targets is malformed: each may be much longer than its record', () => {
  const question = ask(`${'a.'.repeat(100)}example`)
  const query = queryFor(question)
  const withRecords = (count: number): Buffer => {
    const records = Array.from({ length: count }, () => Buffer.from('c00c000500010000003c0002c00c', 'hex'))
    const message = Buffer.concat([Buffer.alloc(12), query.section, ...records])
    message[2] = FLAG.QR
    message.writeUInt16BE(1, 4)
    message.writeUInt16BE(count, 6)
    return message
  }
  assert.equal(readAnswer(withRecords(64), query, { secure: true })?.kind, 'answer')
  assert.equal(readAnswer(withRecords(65), query, { secure: true }), undefined)
})

test('short answers share memory, keep at most 1 KiB of it alive, and do not overwrite each other', () => {
  const answers = Array.from({ length: 100 }, (_, n) => {
    const name = `host-${n}.example`
    const data = `192.0.2.${n}`
    const records: packet.Answer[] = [{ type: 'A', name, ttl: 60, data }]
    const answer = read(upstreamSays(name, { answers: records }), queryFor(ask(name)))
    return { answer, name, data }
  })
  for (const { answer, name, data } of answers) {
    const decoded = packet.decode(answer.bytes)
    assert.equal(decoded.questions?.[0]?.name, name)
    assert.equal((decoded.answers as packet.StringAnswer[])[0]?.data, data)
    assert.ok(answer.bytes.buffer.byteLength <= 1024)
  }
  const buffers = new Set(answers.map(({ answer }) => answer.bytes.buffer))
  assert.ok(buffers.size < answers.length / 5, `${buffers.size} buffers`)
})

test('a long answer has separate memory', () => {
  const records: packet.Answer[] = Array.from({ length: 30 }, (_, n) => ({
    type: 'A',
    name: 'many.example',
    ttl: 60,
    data: `192.0.2.${n}`,
  }))
  const { bytes } = read(upstreamSays('many.example', { answers: records }), queryFor(ask('many.example')))
  assert.equal(bytes.buffer.byteLength, bytes.length)
})
