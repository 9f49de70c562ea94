import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOfWay, type Way } from './reach.ts'
import { answerOf, tiesOf } from './ties.ts'

const way = (from: string, to: string): Way => ({
  from,
  to,
  source: from,
  target: to,
  reason: { by: 'group', name: 'family' },
  probe: { proto: 'icmp' },
})

test('both directions share one line, which shows the worse of their two states', () => {
  const [there, back] = [way('phone', 'tv'), way('tv', 'phone')]
  const answers = new Map([
    [keyOfWay(there), { state: 'open', text: '' }],
    [keyOfWay(back), { state: 'shut', text: 'blocked' }],
  ] as const)
  assert.deepEqual(
    [...tiesOf([there, way('phone', 'internet')], [back, way('laptop', 'phone')], answers)],
    [
      ['tv', { reaches: true, isReached: true, state: 'shut' }],
      ['internet', { reaches: true, isReached: false, state: 'away' }],
      ['laptop', { reaches: false, isReached: true, state: 'away' }],
    ],
  )
})

test('a connection between online devices is never shown as offline, also without a response', () => {
  assert.equal(answerOf(true, undefined).state, 'asking')
  assert.deepEqual(answerOf(true, { Passes: false, Text: 'A rule blocks it.' }), {
    state: 'shut',
    text: 'A rule blocks it.',
    coded: undefined,
  })
  assert.equal(answerOf(false, { Passes: true, Text: '' }).state, 'away')
})
