import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMessageTranslator } from './messages.ts'

const translate = openMessageTranslator({
  missing: 'fehlt',
  owner: 'zu {2} gehört {1}',
  archive: 'Das Archiv ist nicht verwendbar: {1}.',
  old: 'es ist zu alt (v{1})',
})

test('a message with a code is translated by the code, whatever its sentence is, in the word order of the language', () => {
  const coded = { Code: 'archive', Values: [{ Code: 'old', Values: ['2'] }] }
  assert.equal(translate('reworded', coded), 'Das Archiv ist nicht verwendbar: es ist zu alt (v2).')
  assert.equal(translate('reworded', { Code: 'owner', Values: ['192.168.2.6', 'tv'] }), 'zu tv gehört 192.168.2.6')
})

test('the name of a field is not translated', () => {
  assert.equal(translate('reworded', { Code: 'missing', Values: [], Field: 'Rules.0' }), 'Rules.0: fehlt')
})

test('a message without a known code stays as the router wrote it', () => {
  assert.equal(translate('is missing'), 'is missing')
  for (const Code of ['unknown', 'constructor']) {
    assert.equal(translate('is missing', { Code, Values: [] }), 'is missing')
    const inner = { Code: 'archive', Values: [{ Code, Values: [] }] }
    assert.equal(translate('is missing', inner), 'is missing', 'no sentence with a gap')
  }
  assert.equal(translate('is missing', { Code: 'archive' } as never), 'is missing')
})

test('texts that are filled in stay, with their special characters', () => {
  for (const text of ['fehlt', '{2} $& {1}', 'netlink: EPERM (1)', 'a'.repeat(1000)])
    assert.equal(translate('', { Code: 'old', Values: [text] }), `es ist zu alt (v${text})`)
})

test('messages that are nested without end are not translated', () => {
  let coded = { Code: 'archive', Values: [{ Code: 'missing', Values: [] }] } as never
  for (let depth = 0; depth < 40; depth++) coded = { Code: 'archive', Values: [coded] } as never
  assert.equal(translate('is missing', coded), 'is missing')
})
