import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelComplaint, labelsOf } from './label.ts'

test('names are kept once, in lower case', () => {
  assert.deepEqual(labelsOf([' Family ', 'family', 'Cams', ' ']), ['family', 'cams'])
})

test('a policy cannot be a group, and neither can a line of signs', () => {
  assert.equal(labelComplaint(['family', 'my cams']), undefined)
  assert.match(labelComplaint(['wan']) ?? '', /policy/)
  assert.match(labelComplaint(['{}']) ?? '', /not a valid name/)
})
