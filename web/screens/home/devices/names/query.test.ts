import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DnsLogRecord } from '../../../../../router/model/dns/querylog/record.ts'
import { askedOf, rulesForDevice } from './query.ts'

const record = (FirstName: string, Type: DnsLogRecord['Type'], By = ''): DnsLogRecord => ({
  Q: [],
  A: [],
  Type,
  FirstName,
  FirstAnswer: '',
  Local: '192.168.2.1:53',
  Remote: '192.168.2.6:5000',
  Categories: [],
  Reason: '',
  Verdict: By === '' ? 'passed' : 'blocked',
  By,
  Timestamp: '2026-03-01T08:05:34.983138000Z',
})

test('equal answers for one domain share one line, at the position of the newest', () => {
  const lines = askedOf([
    record('ads.test.', 'BLOCKED', 'https://lists.test/ads'),
    record('www.test.', 'NOERROR'),
    record('www.test.', 'NODATA'),
    record('ads.test.', 'NOERROR'),
    record('ads.test.', 'BLOCKED', 'https://lists.test/ads'),
  ])
  assert.deepEqual(
    lines.map(({ name, outcome, count }) => `${name} ${outcome} ${count}`),
    ['ads.test BLOCKED 2', 'www.test NOERROR 2', 'ads.test NOERROR 1'],
  )
})

test('only rules for exactly this device are listed', () => {
  const rule = (Domain: string, ClientIP: string) => ({
    Type: 'block' as const,
    Domain,
    ClientIP,
    ResultIP: '',
    ResultCNAME: '',
    Expiration: 0,
    Tags: [],
  })
  const rules = rulesForDevice(
    [rule('ads.test.', '192.168.2.6'), rule('www.test.', '*'), rule('x.', '192.168.2.60')],
    '192.168.2.6',
  )
  assert.deepEqual(
    rules.map(({ Domain }) => Domain),
    ['ads.test.'],
  )
})
