import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { DnsLogRecord } from '../../../../router/model/dns/querylog/record.ts'
import { openFeed } from './feed.ts'

const record = (number: number): DnsLogRecord => ({
  ...{ Q: [{ Name: 'www.test.', Qtype: 1, Qclass: 1 }], A: [], Type: 'NOERROR', FirstName: `n${number}.test.` },
  ...{ FirstAnswer: '', Local: '', Remote: '192.168.2.6:1', Categories: [], Reason: '', Verdict: 'passed', By: '' },
  Timestamp: '2026-03-01T12:00:00Z',
})

function open() {
  let send: (topic: string, payload: unknown, isNotice: boolean) => void = assert.fail
  const reads: number[] = []
  const feed = openFeed(
    (listener) => {
      send = listener
      return () => {}
    },
    async () => void reads.push(feed.questions().length),
  )
  const stop = feed.subscribe(() => {})
  let sent = 0
  const ask = (count: number) => {
    for (let left = count; left > 0; left--) send('dns:serve:192.168.2.6', record(sent++), false)
  }
  return { feed, reads, ask, stop }
}

test('the stored queries are read again when events may be missing, and when there are too many', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const { feed, reads, ask, stop } = open()
  ask(99)
  mock.timers.tick(2000)
  assert.deepEqual(reads, [])
  ask(100)
  mock.timers.tick(2000)
  assert.deepEqual(reads, [199], 'the router leaves out events beyond 200 within a second')
  for (let round = 0; round < 14; round++) {
    await setImmediate()
    ask(99)
    mock.timers.tick(2000)
  }
  assert.deepEqual(reads, [199, 1585])
  await setImmediate()
  assert.equal(feed.questions().length, 1000)
  assert.equal(feed.questions()[0]?.name, 'n1584.test')
  stop()
  assert.equal(feed.questions().length, 0)
})
