import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deedOf, fieldsOf, valueWords } from './fields.ts'

const words = { yes: 'yes', no: 'no', secret: 'not shown' }

test('values are told without the marks of a programming language', () => {
  assert.deepEqual(
    [['wan', 'dns'], [], true, 0, '**', '', null, { IP: '10.0.0.1', Router: '', Tags: [] }, [{ a: 1 }, { a: 2 }]].map(
      (value) => valueWords(value, words),
    ),
    ['wan, dns', undefined, 'yes', '0', 'not shown', undefined, undefined, 'IP 10.0.0.1', 'a 1, a 2'],
  )
})

test('the two sides of a change stand beside each other', () => {
  assert.deepEqual(fieldsOf({ Before: { Policies: ['wan'], Name: 'a' }, After: { Policies: [], Extra: 1 } }, words), [
    { field: 'Policies', before: 'wan', after: undefined },
    { field: 'Name', before: 'a', after: undefined },
    { field: 'Extra', before: undefined, after: '1' },
  ])
  assert.deepEqual(fieldsOf({ Before: null, After: 'x' }, words), [{ field: '', before: undefined, after: 'x' }])
  assert.deepEqual(fieldsOf({ Before: null, After: null }, words), [])
})

test('one word says what was done', () => {
  const deeds = [
    { Before: null, After: {} },
    { Before: {}, After: null },
    { Before: {}, After: {} },
    { Before: null, After: null },
  ].map(deedOf)
  assert.deepEqual(deeds, ['added', 'removed', 'changed', 'done'])
})
