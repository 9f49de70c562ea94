import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedBy, NO_QUERIES, sumOfAsked } from './namesAsked.ts'

test('queries are counted, and blocked ones separately', () => {
  const events: [string, unknown][] = [
    ['dns:serve:192.168.2.6', { Type: 'NOERROR' }],
    ['dns:serve:192.168.2.10', { Type: 'BLOCKED' }],
    ['dns:block:event', { Name: 'ads.test.' }],
    ['dns:serve:192.168.2.6', undefined],
  ]
  assert.deepEqual(events.map((event) => askedBy(...event)).reduce(sumOfAsked, NO_QUERIES), { total: 3, blocked: 1 })
})
