import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formsOf, inOneWord, synonymsOf } from './synonyms.ts'

test('a word has the other words of its group as synonyms', () => {
  assert.deepEqual(synonymsOf('wlan'), ['wifi', 'wireless'])
  assert.deepEqual(synonymsOf('nothing'), [])
})

test('a compound word matches its two parts', () => {
  assert.equal(inOneWord('my Wi-Fi, a pi hole and a pi'), 'my WiFi, a pihole and a pi')
})

test('singular and plural match each other', () => {
  for (const forms of [
    ['block', 'blocks', 'blocked', 'blocking'],
    ['rename', 'renames', 'renamed', 'renaming'],
    ['policy', 'policies'],
    ['address', 'addresses'],
  ])
    for (const form of forms)
      for (const other of forms.filter((one) => one !== form))
        assert.ok(formsOf(form).includes(other), `${form}: ${other}`)
  assert.deepEqual(formsOf('dns'), [])
})
