import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DnsLogRecord } from '../../../model/dns/querylog/record.ts'
import { csvOf, jsonOf } from './csv.ts'

const record = (FirstName: string, Reason: string): DnsLogRecord => ({
  Q: [{ Name: FirstName, Qtype: 1, Qclass: 1 }],
  A: [],
  ...{ Type: 'BLOCKED', FirstName, FirstAnswer: '', Local: '', Remote: '192.168.2.6:50862', Categories: [] },
  ...{ Reason, Verdict: 'passed', By: '', Timestamp: '2026-03-02T10:00:00.000000000Z' },
})
async function* found(...groups: DnsLogRecord[][]) {
  yield* groups
}
const nameOf = (ip: string): string => (ip === '192.168.2.6' ? '=phone' : '')
const textOf = async (chunks: AsyncIterable<Uint8Array | string>): Promise<string> =>
  (await Array.fromAsync(chunks, (chunk) => Buffer.from(chunk).toString())).join('')

test('each query is a line of CSV, with quoted texts that no spreadsheet calculates', async () => {
  const groups = found([record('ads.example.', 'blocked by a, b')], [], [record('-1+2.example.', '@list')])
  const lines = (await textOf(csvOf(groups, nameOf))).split('\r\n')
  assert.deepEqual(lines, [
    'Time,Client,Device,Name,Type,Result,Answer,Reason',
    `2026-03-02T10:00:00.000000000Z,192.168.2.6,'=phone,ads.example,1,BLOCKED,,"blocked by a, b"`,
    `2026-03-02T10:00:00.000000000Z,192.168.2.6,'=phone,'-1+2.example,1,BLOCKED,,'@list`,
    '',
  ])
})

test('queries are one list in JSON, also if there are none', async () => {
  const records = [record('a.example.', ''), record('b.example.', ''), record('c.example.', '')]
  assert.deepEqual(JSON.parse(await textOf(jsonOf(found(records.slice(0, 2), [], records.slice(2))))), records)
  assert.equal(await textOf(jsonOf(found([]))), '[]')
})
