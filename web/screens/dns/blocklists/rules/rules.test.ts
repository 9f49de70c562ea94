import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Override } from '../../../../../router/model/dns/blocklists/override.ts'
import { givenOf, isForNone } from './given.ts'
import { sentenceOfOverride } from './sentence.ts'

const NOW = new Date(2026, 2, 1, 12).getTime()
const override = (some: Partial<Override> = {}): Override => ({
  Type: 'block',
  Domain: 'ads.test.',
  ResultIP: '',
  ResultCNAME: '',
  ClientIP: '*',
  Expiration: 0,
  Tags: [],
  ...some,
})
const sentence = (some: Partial<Override>) =>
  sentenceOfOverride(override(some), (ip) => `the device ${ip}`, NOW, 'en-GB')
const draft = {
  kind: 'block',
  domain: 'ads.test',
  target: '192.168.2.9',
  client: undefined,
  seconds: 0,
  tags: [],
  set: 'Default',
} as const

test('each kind of custom rule is described by a sentence', () => {
  assert.equal(sentence({}), 'ads.test is blocked for everyone')
  assert.equal(sentence({ Type: 'permit', ClientIP: '192.168.2.6' }), 'ads.test is allowed for the device 192.168.2.6')
  assert.equal(
    sentence({ Type: 'permit', ResultIP: '192.168.2.9' }),
    'ads.test is redirected to 192.168.2.9 for everyone',
  )
  assert.equal(
    sentence({ Type: 'permit', ResultCNAME: 'www.test.' }),
    'ads.test is redirected to www.test for everyone',
  )
  assert.equal(sentence({ Domain: '.' }), 'Every domain is blocked for everyone')
})

test('the sentence has the tags and the expiration', () => {
  assert.equal(sentence({ Tags: ['kids', 'guests'] }), 'ads.test is blocked for devices with the tag kids or guests')
  assert.equal(sentence({ Expiration: NOW / 1000 + 3600 }), 'ads.test is blocked for everyone, until 13:00')
  assert.match(sentence({ Expiration: NOW / 1000 + 86_400 }), /until 2 March.*12:00$/)
})

test('a rule is for everyone only if everyone, or a tag, is chosen', () => {
  assert.ok(isForNone(draft))
  assert.ok(!isForNone({ ...draft, client: '*' }))
  assert.ok(!isForNone({ ...draft, tags: ['kids'] }))
  assert.equal(givenOf({ ...draft, client: '*' }).ClientIP, '*')
  assert.equal(givenOf({ ...draft, client: '192.168.2.6' }).ClientIP, '192.168.2.6')
})

test('the target of a rule is an address or a CNAME, and empty unless the rule redirects', () => {
  const targets = (some: object) => {
    const { Type, ResultIP, ResultCNAME } = givenOf({ ...draft, ...some })
    return [Type, ResultIP, ResultCNAME]
  }
  assert.deepEqual(targets({}), ['block', '', ''])
  assert.deepEqual(targets({ kind: 'lead' }), ['permit', '192.168.2.9', ''])
  assert.deepEqual(targets({ kind: 'lead', target: ' 2001:db8::1 ' }), ['permit', '2001:db8::1', ''])
  assert.deepEqual(targets({ kind: 'lead', target: 'www.test' }), ['permit', '', 'www.test'])
})
