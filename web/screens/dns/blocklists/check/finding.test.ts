import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DnsExplanation } from '../../../../../router/model/dns/blocklists/why.ts'
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

test('a blocked domain is shown with the list or the custom rule', () => {
  assert.deepEqual(reasonsFor({ Result: 'blocked', By: 'https://small.oisd.nl' }), ['It is on the list OISD small.'])
  assert.deepEqual(reasonsFor({ Result: 'blocked', By: 'test.' }), ['Custom rule for test.'])
})

test('a redirected domain is shown with its rule and its address', () => {
  assert.deepEqual(reasonsFor({ Result: 'overridden', By: 'nas.test.', Answers: ['192.168.2.9'] }), [
    'Custom rule for nas.test.',
    'It resolves to 192.168.2.9.',
  ])
})

test('an allowed domain is shown without a reason, unless blocking is paused', () => {
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
