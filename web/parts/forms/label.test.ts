import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelsOf } from '../../../router/model/home/groups/group.ts'
import { labelComplaint } from './label.ts'

test('labels are trimmed, in lower case and unique', () => {
  assert.deepEqual(labelsOf([' Family ', 'family', 'Cams', ' ']), ['family', 'cams'])
})

test('policies and names without letters are rejected as labels', () => {
  assert.equal(labelComplaint(['family', 'my cams']), undefined)
  assert.match(labelComplaint(['wan']) ?? '', /policy/)
  assert.match(labelComplaint(['{}']) ?? '', /not a valid name/)
})
