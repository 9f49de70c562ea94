import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_SAFE_SEARCH, byService } from '../../../../router/model/dns/blocklists/decider.ts'
import type { DnsLogRecord } from '../../../../router/model/dns/querylog/record.ts'
import { lookUps, questionMatches, questionOf } from './question.ts'
import { reasonWords } from './reason.ts'

const NOON = Date.UTC(2026, 2, 1, 12)
let port = 40_000
const record = (seconds: number, some: Partial<DnsLogRecord> = {}, type = 1): DnsLogRecord => ({
  Q: [{ Name: 'www.test.', Qtype: type, Qclass: 1 }],
  A: [],
  Type: 'NOERROR',
  FirstName: 'www.test.',
  FirstAnswer: '203.0.113.80',
  Local: '192.168.2.1:53',
  Remote: `192.168.2.6:${port++}`,
  Categories: [],
  Reason: '',
  Verdict: 'passed',
  By: '',
  Timestamp: new Date(NOON + seconds * 1000).toISOString(),
  ...some,
})
const asked = (...records: DnsLogRecord[]) => lookUps([records.map(questionOf)], 100)

test('a record becomes a query with its device, domain and answer', () => {
  const [question] = asked(record(0, { Categories: ['ads'] }))
  assert.partialDeepStrictEqual(question, {
    at: NOON,
    ip: '192.168.2.6',
    name: 'www.test',
    types: ['A'],
    outcome: 'answered',
    answer: '203.0.113.80',
  })
})

test('queries of one lookup are grouped under the one with an answer', () => {
  const nothing = { Type: 'NODATA', FirstAnswer: '' } as const
  const [first, ...rest] = asked(record(0), record(0.1, nothing, 28), record(0.2, nothing, 65))
  assert.deepEqual(rest, [])
  assert.deepEqual([first?.outcome, first?.answer, first?.types], ['answered', '203.0.113.80', ['A', 'AAAA', 'HTTPS']])
})

test('a later query, another device and another domain are separate lookups', () => {
  const all = asked(
    record(0),
    record(5),
    record(0, { Remote: '192.168.2.10:1' }),
    record(0, { FirstName: 'mail.test.' }),
  )
  assert.equal(all.length, 4)
  assert.equal(all[0]?.at, NOON + 5000)
})

test('a query that is both stored and received live is listed once', () => {
  const both = [record(0), record(9)].map(questionOf)
  assert.equal(lookUps([both, both], 100).length, 2)
  assert.deepEqual(
    lookUps([both], 1).map(({ at }) => at),
    [NOON + 9000],
  )
})

test('words are found in names, reasons, categories and the device, as in stored queries', () => {
  const question = questionOf(record(0, { Categories: ['ads'], Reason: 'permitted by an override' }))
  for (const words of ['www', 'ADS', 'override', '192.168', 'phone', 'phone www'])
    assert.ok(questionMatches(question, 'Mum’s phone', words), words)
  for (const words of ['phone mail', '203.0']) assert.ok(!questionMatches(question, 'Mum’s phone', words), words)
})

test('what decided is described in plain words', () => {
  const words = (verdict: DnsLogRecord['Verdict'], by: string, isBlocked: boolean) =>
    reasonWords({ verdict, by }, isBlocked)
  assert.equal(words('blocked', 'https://small.oisd.nl', true), 'On the list OISD small')
  assert.equal(words('blocked', byService('Roblox'), true), 'Blocked app: Roblox')
  assert.equal(words('overridden', 'ads.test.', true), 'Custom rule for ads.test')
  assert.equal(words('overridden', 'nas.test.', false), 'Redirected by a custom rule for nas.test')
  assert.equal(words('overridden', '.', true), 'Custom rule for every domain')
  assert.equal(words('overridden', BY_SAFE_SEARCH, false), 'Redirected to the filtered search')
  assert.equal(words('permitted', 'ads.test.', false), 'Allowed by a custom rule')
  assert.equal(
    words('failed', '9.9.9.9: connection refused', false),
    'No answer from upstream: 9.9.9.9: connection refused',
  )
  assert.equal(words('passed', '', false), '')
})
