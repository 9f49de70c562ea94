import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formsOf, inOneWord, synonymsOf } from './synonyms.ts'

test('a word stands for the others of its group, and not for itself', () => {
  assert.deepEqual(synonymsOf('wlan'), ['wifi', 'wireless'])
  assert.deepEqual(synonymsOf('nothing'), [])
})

test('a word in two parts is one', () => {
  assert.equal(inOneWord('my Wi-Fi, a pi hole and a pi'), 'my WiFi, a pihole and a pi')
})

test('the forms of a word lead to each other', () => {
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
