import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupTexts } from '../../../texts/home/groups.ts'
import { nameComplaint } from './name.ts'

test('empty, existing and invalid names of groups are rejected, and so are policies', () => {
  assert.equal(nameComplaint(' Book Club ', ['family']), undefined)
  assert.equal(nameComplaint('   ', []), groupTexts.nameEmpty)
  assert.equal(nameComplaint('Family ', ['family']), groupTexts.nameTaken('family'))
  assert.match(nameComplaint('wan', []) ?? '', /policy/)
  assert.match(nameComplaint('ké!', []) ?? '', /not a valid name/)
})
