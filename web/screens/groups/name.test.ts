import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupTexts } from '../../texts/groups.ts'
import { nameComplaint } from './name.ts'

test('a group takes a name that is new, can be read, and is no policy', () => {
  assert.equal(nameComplaint(' Book Club ', ['family']), undefined)
  assert.equal(nameComplaint('   ', []), groupTexts.nameEmpty)
  assert.equal(nameComplaint('Family ', ['family']), groupTexts.nameTaken('family'))
  assert.match(nameComplaint('wan', []) ?? '', /policy/)
  assert.match(nameComplaint('ké!', []) ?? '', /not a valid name/)
})
