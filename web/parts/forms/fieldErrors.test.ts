import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../client/failure.ts'
import { complaintOf } from './fieldErrors.ts'

const refused = (Field: string, words: string) =>
  complaintOf(new Failure('refused', words, { coded: { Code: 'field.wrong', Values: [], Field } }), ['DstIP', 'Tags'])

test('an error that names a field of the form is shown at that field', () => {
  assert.deepEqual(refused('DstIP', 'DstIP: must be an address').fields, { DstIP: 'must be an address' })
  assert.deepEqual(refused('Tags.0', 'Tags.0: darf nicht leer sein').fields, { Tags: 'darf nicht leer sein' })
})

test('any other error is shown for the whole form, with the message of the router', () => {
  for (const [field, words] of [
    ['SrcIP', 'SrcIP: must be an address'],
    ['', 'There is such a rule already'],
    ['DstIPs', 'DstIPs: no'],
  ] as const)
    assert.deepEqual(refused(field, words), { fields: {}, rest: words })
  assert.deepEqual(complaintOf(new Error('DstIP: lost'), ['DstIP']), { fields: {}, rest: 'DstIP: lost' })
  assert.deepEqual(complaintOf(null, ['DstIP']), { fields: {}, rest: '' })
})
