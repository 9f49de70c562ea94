import assert from 'node:assert/strict'
import { test } from 'node:test'
import { householdOf } from './household.ts'
import { linesOf } from './lines.ts'

const start = Date.parse('2026-03-01T08:00:00Z')
const refused = (port: number, second: number) => ({
  Topic: 'nft:drop:input',
  Time: new Date(start + second * 1000).toISOString(),
  Event: { IP: { SrcIP: '192.168.2.9' }, UDP: { DstPort: port } },
  Devices: [],
})
const of = (...events: ReturnType<typeof refused>[]) =>
  linesOf(events, householdOf({})).map(({ described, count, at, since }) => [
    Number(/\d+$/.exec(described.words)?.[0]),
    count,
    (Date.parse(at) - start) / 1000,
    (Date.parse(since) - start) / 1000,
  ])

test('equal events within minutes are one line, with their number and the time of the oldest', () => {
  assert.deepEqual(of(refused(53, 9), refused(123, 8), refused(53, 7), refused(123, 6), refused(53, 5)), [
    [53, 3, 9, 5],
    [123, 2, 8, 6],
  ])
})

test('an equal event a quarter of an hour later is another line', () => {
  assert.deepEqual(of(refused(53, 1000), refused(53, 900), refused(53, 0)), [
    [53, 2, 1000, 900],
    [53, 1, 0, 0],
  ])
})

test('a line keeps its key when a newer event is added to it', () => {
  const before = linesOf([refused(53, 5), refused(53, 1)], householdOf({}))
  const after = linesOf([refused(53, 9), refused(53, 5), refused(53, 1)], householdOf({}))
  assert.equal(after[0]?.key, before[0]?.key)
})
