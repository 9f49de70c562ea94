import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Explanation } from '../../../../router/features/dnsblock/why.ts'
import { sentencesOf } from './finding.ts'

const told = (some: Partial<Explanation>) =>
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

test('what is blocked names the list or the exception', () => {
  assert.deepEqual(told({ Result: 'blocked', By: 'https://small.oisd.nl' }), ['It is on the list OISD small.'])
  assert.deepEqual(told({ Result: 'blocked', By: 'test.' }), ['You said so of test.'])
})

test('what leads elsewhere says where, and why', () => {
  assert.deepEqual(told({ Result: 'overridden', By: 'nas.test.', Answers: ['192.168.2.9'] }), [
    'You said so of nas.test.',
    'It leads to 192.168.2.9.',
  ])
})

test('of what is let through nothing more is said, but for a filter that rests', () => {
  assert.deepEqual(told({}), [])
  assert.deepEqual(told({ Filtering: 'paused' }), ['Blocking is paused for this device just now.'])
})
