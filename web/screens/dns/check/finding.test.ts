import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DnsExplanation } from '../../../../router/features/dnsblock/why.ts'
import { namingsIn, sentencesOf } from './finding.ts'

const reasonsFor = (some: Partial<DnsExplanation>) =>
  sentencesOf({
    Name: 'ads.test.',
    ClientIP: '',
    Result: 'passed',
    By: '',
    Answers: [],
    Categories: [],
    Filtering: 'full',
    Lists: [],
    ...some,
  })

test('what is blocked names the list or the own rule', () => {
  assert.deepEqual(reasonsFor({ Result: 'blocked', By: 'https://small.oisd.nl' }), ['It is on the list OISD small.'])
  assert.deepEqual(reasonsFor({ Result: 'blocked', By: 'test.' }), ['Custom rule for test.'])
})

test('what leads elsewhere says where, and why', () => {
  assert.deepEqual(reasonsFor({ Result: 'overridden', By: 'nas.test.', Answers: ['192.168.2.9'] }), [
    'Custom rule for nas.test.',
    'It resolves to 192.168.2.9.',
  ])
})

test('of what is let through nothing more is said, but for a filter that rests', () => {
  assert.deepEqual(reasonsFor({}), [])
  assert.deepEqual(reasonsFor({ Filtering: 'paused' }), ['Blocking is paused for this device.'])
})

test('a list that matches a domain in several ways is shown once', () => {
  const small = { URI: 'https://small.oisd.nl', Exception: false }
  assert.deepEqual(
    namingsIn([
      { ...small, Domain: 'ads.test' },
      { ...small, Domain: 'test' },
      { ...small, Domain: 'ads.test', Exception: true },
    ]),
    [
      { list: 'OISD small', domains: ['ads.test', 'test'], isException: false },
      { list: 'OISD small', domains: ['ads.test'], isException: true },
    ],
  )
})
