import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMessageTranslator } from './messages.ts'

const translate = openMessageTranslator(
  {
    missing: 'is missing',
    value: 'must be {1}',
    long: 'must be at least {1} characters long',
    number: 'a number',
    owner: '{1} belongs to {2}',
    schedule: 'the schedule “{1}”',
    archive: 'The archive cannot be used: {1}.',
    old: 'it is too old (v{1})',
    'field.alternatives': '{1}, or {2}',
    'policy.wan': 'a title',
  },
  {
    missing: 'fehlt',
    value: 'muss {1} sein',
    long: 'muss mindestens {1} Zeichen lang sein',
    number: 'eine Zahl',
    owner: 'zu {2} gehört {1}',
    schedule: 'der Zeitplan „{1}“',
    archive: 'Das Archiv ist nicht verwendbar: {1}.',
    old: 'es ist zu alt (v{1})',
    'field.alternatives': '{1}, oder {2}',
    'policy.wan': 'ein Titel',
  },
)

test('a message with a code is translated by the code, whatever its sentence is', () => {
  const coded = { Code: 'archive', Values: [{ Code: 'old', Values: ['2'] }] }
  assert.equal(translate('reworded', coded), 'Das Archiv ist nicht verwendbar: es ist zu alt (v2).')
  assert.equal(translate('reworded', { Code: 'missing', Values: [], Field: 'Rules.0' }), 'Rules.0: fehlt')
  assert.equal(translate('tv', { Code: 'schedule', Values: ['is missing'] }), 'der Zeitplan „is missing“')
})

test('a message whose code is not known is translated by its sentence', () => {
  for (const Code of ['unknown', 'constructor']) {
    assert.equal(translate('is missing', { Code, Values: [] }), 'fehlt')
    const inner = { Code: 'archive', Values: [{ Code, Values: [] }] }
    assert.equal(translate('is missing', inner), 'fehlt', 'no sentence with a gap')
  }
  assert.equal(translate('is missing', { Code: 'archive' } as never), 'fehlt')
})

test('a message is translated with its values, in the word order of the language', () => {
  assert.equal(translate('is missing'), 'fehlt')
  assert.equal(translate('192.168.2.6 belongs to tv'), 'zu tv gehört 192.168.2.6')
})

test('the name of a field is not translated', () => {
  assert.equal(translate('Name: is missing'), 'Name: fehlt')
  assert.equal(translate('Rules.0.DstIP: must be a number'), 'Rules.0.DstIP: muss eine Zahl sein')
})

test('of several patterns, the one with the most text is used', () => {
  assert.equal(translate('must be at least 12 characters long'), 'muss mindestens 12 Zeichen lang sein')
  assert.equal(translate('must be 5'), 'muss 5 sein')
})

test('messages within a message are translated, and so are alternatives', () => {
  assert.equal(
    translate('The archive cannot be used: it is too old (v2).'),
    'Das Archiv ist nicht verwendbar: es ist zu alt (v2).',
  )
  assert.equal(translate('Id: must be 5, or is missing'), 'Id: muss 5 sein, oder fehlt')
})

test('messages about several things are translated one by one', () => {
  assert.equal(
    translate('9.9.9.9 (dns.test): is missing; 1.1.1.1: must be 5'),
    '9.9.9.9 (dns.test): fehlt; 1.1.1.1: muss 5 sein',
  )
})

test('in quotation marks, titles are translated and names are not, even if equal to a message', () => {
  assert.equal(translate('the schedule “is missing”'), 'der Zeitplan „is missing“')
  assert.equal(translate('the schedule “a title”'), 'der Zeitplan „ein Titel“')
})

test('names from devices do not change the translation, and no input takes long to match', () => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    assert.equal(translate(name), name)
    assert.equal(translate(`${name} belongs to tv`), `zu tv gehört ${name}`)
  }
  for (const part of ['a: ', 'a b: ', 'a; ', 'a, or ', 'a: b, or c; ', ' belongs to '])
    assert.equal(typeof translate(`${part.repeat(40)} belongs to ${part.repeat(20)}`), 'string')
  const long = 'a'.repeat(1000)
  assert.equal(translate(`must be ${long}`), `must be ${long}`)
  const coded = { Code: 'value', Values: ['must be '.repeat(1000)] }
  assert.equal(translate('', coded), `muss ${coded.Values[0]} sein`)
})

test('an unknown message is returned unchanged, with its special characters', () => {
  assert.equal(translate('netlink: EPERM (1)'), 'netlink: EPERM (1)')
  assert.equal(translate('it is too old (v$&)'), 'es ist zu alt (v$&)')
  assert.equal(translate(''), '')
})
