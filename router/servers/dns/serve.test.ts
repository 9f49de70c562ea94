import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import { datagramLimit, empty } from '../../wire/dns/reply.ts'
import { openCounters } from './counters.ts'
import { openServe } from './serve.ts'
import type { ClientQuery, Eventually, Outcome } from './stage.ts'

const QUERY = packet.encode({ type: 'query', id: 3, questions: [{ type: 'A', name: 'www.example.org' }] })

test('an answer that cannot be encoded becomes SERVFAIL, now or later', async () => {
  const invalid = ({ question }: ClientQuery): Outcome => ({
    answer: { ...empty(question), ttlAt: [9_999] },
    ageSeconds: 1,
  })
  const answers: readonly ((query: ClientQuery) => Eventually)[] = [invalid, async (query) => invalid(query)]
  for (const first of answers) {
    const counters = openCounters()
    const errors: unknown[] = []
    const serve = openServe(first, counters, (error) => errors.push(error))
    const response = await serve(QUERY, '192.168.2.6', datagramLimit)
    assert.equal(packet.decode(response!).flags! & 15, 2)
    assert.equal(counters.faults, 1)
    assert.equal(errors.length, 1)
  }
})
