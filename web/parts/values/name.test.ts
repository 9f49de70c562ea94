import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownName } from './name.ts'

test('a name cannot reverse the sentence around it, and keeps letters of all scripts', () => {
  assert.equal(shownName('tv\u202egnp.exe'), 'tvgnp.exe')
  assert.equal(shownName('\u2067שלום\u2069 📺'), 'שלום 📺')
  assert.equal(shownName('\u202e'), '')
})
