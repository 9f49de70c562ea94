import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold, includesWords } from './fold.ts'
import { byName } from './natural.ts'

test('a search finds what is written with other apostrophes, case or diacritics', () => {
  for (const query of ["mia's", 'MIA’S', 'Mia´s', 'mia’s ph']) assert.ok(includesWords('Mia’s Phone', query), query)
  assert.ok(includesWords("Mia's Phone", '‘'.replace('‘', '’')))
  assert.ok(includesWords('Büro Straße', 'buro strasse'))
  assert.ok(includesWords('Buro', 'büro'))
  assert.ok(includesWords('Wi‑Fi – hall', 'wi-fi -'))
  assert.ok(!includesWords('Mia’s Phone', 'mia tv'))
  assert.equal(fold('ﬁve Łódź'), 'five lodz')
})

test('names are sorted by the numbers in them', () => {
  assert.deepEqual(['Gadget 29', 'gadget 3', 'Émile', 'eve', 'Gadget 3b'].sort(byName), [
    'Émile',
    'eve',
    'gadget 3',
    'Gadget 3b',
    'Gadget 29',
  ])
})
