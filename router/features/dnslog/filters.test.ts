import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemoryFacts } from '../../store/memory.ts'
import { openFilters } from './filters.ts'

test('a name is searched as records spell it: with its last dot or without', () => {
  const filterOf = openFilters(openMemoryFacts().facts)
  assert.equal(filterOf({ name: 'example.com.' }).name, 'example.com')
  assert.equal(filterOf({ name: 'example' }).name, 'example')
  assert.equal(filterOf({ name: '.' }).name, '.')
})
