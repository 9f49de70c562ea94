import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../client/failure.ts'
import { complaintOf } from './fieldErrors.ts'

const refused = (words: string) => complaintOf(new Failure('refused', words), ['DstIP', 'Tags'])

test('an error that names a field of the form is shown at that field', () => {
  assert.deepEqual(refused('DstIP: must be an address').fields, { DstIP: 'must be an address' })
  assert.deepEqual(refused('Tags.0: must not be empty').fields, { Tags: 'must not be empty' })
})

test('any other error is shown for the whole form, with the message of the router', () => {
  for (const words of ['SrcIP: must be an address', 'There is such a rule already', 'DstIPs: no'])
    assert.deepEqual(refused(words), { fields: {}, rest: words })
  assert.deepEqual(complaintOf(new Error('DstIP: lost'), ['DstIP']), { fields: {}, rest: 'DstIP: lost' })
  assert.deepEqual(complaintOf(null, ['DstIP']), { fields: {}, rest: '' })
})
