import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openFilters } from './filters.ts'

test('a whole address among the words of a search is looked for in answers', () => {
  const { words, answers } = openFilters(openMemoryFacts().facts)({ search: 'www 203.0.113.80 2001:DB8:0:0::50 10.0.' })
  assert.deepEqual(
    words?.map(({ text }) => text),
    ['www', '10.0.'],
  )
  assert.deepEqual(
    answers?.map(({ text }) => text),
    ['203.0.113.80', '2001:db8::50'],
  )
})

test('a name is searched as records spell it: with its last dot or without', () => {
  const filterOf = openFilters(openMemoryFacts().facts)
  assert.equal(filterOf({ name: 'example.com.' }).name, 'example.com')
  assert.equal(filterOf({ name: 'example' }).name, 'example')
  assert.equal(filterOf({ name: '.' }).name, '.')
})
