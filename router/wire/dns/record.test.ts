import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import { readDnsMessage } from './record.ts'

const answer = (...answers: packet.Answer[]): Buffer =>
  packet.encode({ type: 'response', id: 1, questions: [{ type: 'A', name: 'WWW.example.org' }], answers })

test('records are printed with the fields of their type, with names decompressed', () => {
  const message = readDnsMessage(
    answer(
      { type: 'CNAME', name: 'www.example.org', ttl: 30, data: 'web.example.org' },
      { type: 'A', name: 'web.example.org', ttl: 30, data: '203.0.113.80' },
      { type: 'AAAA', name: 'web.example.org', ttl: 7, data: '2001:db8::1:0:0:1' },
      { type: 'PTR', name: 'x', data: 'y.example' },
      { type: 'MX', name: 'x', data: { preference: 10, exchange: 'mail.example' } },
      { type: 'TXT', name: 'x', data: ['one', 'two'] },
      { type: 'SRV', name: 'x', data: { priority: 1, weight: 2, port: 443, target: 'srv.example' } },
      { type: 'CAA', name: 'x', data: { flags: 0, tag: 'issue', value: 'ca.example' } },
    ),
  )
  assert.deepEqual([message?.name, message?.type, message?.class, message?.rcode], ['www.example.org.', 1, 1, 0])
  assert.deepEqual(
    message?.answers.map(({ data }) => data),
    [
      { Target: 'web.example.org.' },
      { A: '203.0.113.80' },
      { AAAA: '2001:db8::1:0:0:1' },
      { Ptr: 'y.example.' },
      { Preference: 10, Mx: 'mail.example.' },
      { Txt: ['one', 'two'] },
      { Priority: 1, Weight: 2, Port: 443, Target: 'srv.example.' },
      { Flag: 0, Tag: 'issue', Value: 'ca.example' },
    ],
  )
  assert.deepEqual(message?.answers[1], {
    name: 'web.example.org.',
    type: 1,
    class: 1,
    ttl: 30,
    size: 4,
    data: { A: '203.0.113.80' },
  })
})

test('unknown types and malformed data are printed in hexadecimal', () => {
  const message = readDnsMessage(
    answer(
      { type: 'NULL', name: 'x', data: Buffer.from([1, 254]) },
      { type: 'SOA', name: 'x', data: { mname: 'ns.example', rname: 'me.example', serial: 5, minimum: 60 } as never },
    ),
  )
  assert.deepEqual(message?.answers[0]?.data, { Rdata: '01fe' })
  assert.partialDeepStrictEqual(message?.answers[1]?.data, {
    Ns: 'ns.example.',
    Mbox: 'me.example.',
    Serial: 5,
    Minttl: 60,
  })
})

test('a truncated message gives its complete records', () => {
  const whole = answer(
    { type: 'A', name: 'www.example.org', data: '203.0.113.80' },
    { type: 'CNAME', name: 'a.example.org', data: 'b.example.org' },
  )
  const counts = Array.from(whole, (_, length) => readDnsMessage(whole.subarray(0, length))?.answers.length)
  assert.equal(counts[32], undefined)
  assert.deepEqual([...new Set(counts.slice(33))], [0, 1])
})

test('a name whose pointer is a loop or points out of the message is rejected', () => {
  const message = Buffer.from(answer({ type: 'A', name: 'www.example.org', data: '203.0.113.80' }))
  message.writeUInt16BE(0xc00c, 12)
  assert.equal(readDnsMessage(message), undefined)
  message.writeUInt16BE(0xffff, 12)
  assert.equal(readDnsMessage(message), undefined)
})

test('a name of more than 255 bytes is rejected', () => {
  const label = Buffer.from([63, ...Array<number>(63).fill(0x61)])
  const question = (labels: number) =>
    Buffer.concat([Buffer.alloc(12), ...Array<Buffer>(labels).fill(label), Buffer.from([0, 0, 1, 0, 1])])
  assert.equal(readDnsMessage(question(3))?.name.length, 192)
  assert.equal(readDnsMessage(question(4)), undefined)
})
