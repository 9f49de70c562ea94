import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logTexts } from '../../../texts/machine/logs.ts'
import { changedFieldsOf, deedOf, fieldWords, titleOf, valueWords } from './fields.ts'

const words = { yes: 'yes', no: 'no', secret: 'not shown' }

test('values are shown without the punctuation of a programming language', () => {
  assert.deepEqual(
    [['wan', 'dns'], [], true, 0, '**', '', null, { IP: '10.0.0.1', Router: '', Tags: [] }, [{ a: 1 }, { a: 2 }]].map(
      (value) => valueWords(value, words),
    ),
    ['wan, dns', undefined, 'yes', '0', 'not shown', undefined, undefined, 'IP 10.0.0.1', 'a 1, a 2'],
  )
})

test('the old and new values of a change are shown next to each other', () => {
  assert.deepEqual(
    changedFieldsOf({ Before: { Policies: ['wan'], Name: 'a' }, After: { Policies: [], Extra: 1 } }, words),
    [
      { field: 'Policies', before: 'wan', after: undefined },
      { field: 'Name', before: 'a', after: undefined },
      { field: 'Extra', before: undefined, after: '1' },
    ],
  )
  assert.deepEqual(changedFieldsOf({ Before: null, After: 'x' }, words), [{ field: '', before: undefined, after: 'x' }])
  assert.deepEqual(changedFieldsOf({ Before: null, After: null }, words), [])
  assert.deepEqual(changedFieldsOf({ Before: null, After: { Expires: 1_795_324_629 } }, words), [
    { field: 'Expires', before: undefined, after: new Date(1_795_324_629_000).toLocaleString() },
  ])
})

test('the kind of a change is one word', () => {
  const deeds = [
    { Before: null, After: {} },
    { Before: {}, After: null },
    { Before: {}, After: {} },
    { Before: null, After: null },
  ].map(deedOf)
  assert.deepEqual(deeds, ['added', 'removed', 'changed', 'done'])
})

test('fields and changes are described in words', () => {
  const known = { URI: 'Address' }
  assert.deepEqual(
    ['IntervalSeconds', 'IPAddress', 'URI', 'DNSCustom', 'Name', 'DHCPLastTime'].map((field) =>
      fieldWords(field, known),
    ),
    ['Interval seconds', 'IP address', 'Address', 'DNS custom', 'Name', 'DHCP last time'],
  )
})

test('a custom rule is described by its domain, its action, its devices and its list', () => {
  const titled = (What: string, After: unknown = null, Before: unknown = null) =>
    titleOf({ What, Before, After }, logTexts.change)
  assert.equal(titled('own rule for ads.test. * Default', { Type: 'block' }), 'Custom rule: ads.test blocked')
  assert.equal(titled('own rule for ads.test. * Default', null, { Type: 'permit' }), 'Custom rule: ads.test allowed')
  assert.equal(
    titled('own rule for . 192.168.2.6 Homework', { Type: 'permit', ResultIP: '192.168.2.9' }),
    'Custom rule: every name redirected for 192.168.2.6 in “Homework”',
  )
  assert.equal(
    titled('own rule for ads.test. * Default', { Expiration: 1 }, { Expiration: 0 }),
    'Own rule for ads.test',
  )
  assert.equal(titled('DNS filter'), 'DNS filter')
})
