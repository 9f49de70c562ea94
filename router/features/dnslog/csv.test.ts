import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from './csv.ts'
import type { DnsLogRecord } from './record.ts'

const record = (FirstName: string, Type: DnsLogRecord['Type'], Timestamp: string): DnsLogRecord => ({
  Q: [{ Name: FirstName, Qtype: 1, Qclass: 1 }],
  A: [],
  ...{ Type, FirstName, FirstAnswer: '', Local: '', Remote: '', Categories: [], Reason: 'blocked by a, b', Timestamp },
})
const PHONE = [
  record('ads.example.', 'BLOCKED', '2026-03-02T10:00:00.000000000Z'),
  record('www.example.', 'NOERROR', '2026-03-01T10:00:00.000000000Z'),
]
const TV = [record('ads.example.', 'BLOCKED', '2026-03-01T12:00:00.000000000Z')]

const log = {
  clients: () => ['192.168.2.6', '192.168.2.10'],
  records: (client: string) => (client === '192.168.2.6' ? PHONE : TV),
}
const read = async (query: Parameters<typeof csvOf>[0]['query']) => {
  const chunks = await Array.fromAsync(csvOf({ query, log, nameOf: (ip) => (ip === '192.168.2.6' ? 'phone' : '') }))
  return Buffer.concat(chunks).toString().split('\r\n').slice(1, -1)
}

test('the log of all clients is a line for each query, with quoted texts', async () => {
  const lines = await read({})
  assert.equal(lines.length, 3)
  assert.equal(lines[0], '2026-03-02T10:00:00.000000000Z,192.168.2.6,phone,ads.example,1,BLOCKED,,"blocked by a, b"')
})

test('filters by client, name, result and time apply together', async () => {
  assert.equal((await read({ name: 'ADS' })).length, 2)
  assert.equal((await read({ name: 'ads', client: '192.168.2.6' })).length, 1)
  assert.equal((await read({ result: 'NOERROR' })).length, 1)
  assert.equal((await read({ name: 'ads', from: '2026-03-01T12:00:00Z', to: '2026-03-02T10:00:00Z' })).length, 1)
})
