import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf } from './language.ts'

const AVAILABLE = new Set(['en', 'de'])
const accepting = (header: string) => languageOf({ 'accept-language': header }, AVAILABLE)
const choosing = (cookie: string, accepted = 'de') => languageOf({ cookie, 'accept-language': accepted }, AVAILABLE)

test('the language with the highest weight is used, and the first of equal ones', () => {
  assert.equal(accepting('de-DE,de;q=0.9,en;q=0.8'), 'de')
  assert.equal(accepting('en;q=0.8, de;q=0.9'), 'de')
  assert.equal(accepting('en,de'), 'en')
  assert.equal(accepting('de , en'), 'de')
  assert.equal(accepting('en;q=0.5,de;q=0.50,fr'), 'en')
  assert.equal(accepting('DE-at'), 'de')
  assert.equal(accepting('de;Q=1.000'), 'de')
})

test('languages that the app does not have are skipped; without any, pages are in English', () => {
  assert.equal(accepting('fr-FR, fr;q=0.9, de;q=0.2'), 'de')
  for (const header of ['', 'fr', 'fr, *', '*', 'den', 'd', '-', ',;,']) assert.equal(accepting(header), 'en', header)
  assert.equal(languageOf({}, AVAILABLE), 'en')
  assert.equal(languageOf({ 'accept-language': 'de' }, new Set(['en'])), 'en')
})

test('a weight of 0 excludes a language, and a malformed weight its range', () => {
  assert.equal(accepting('de;q=0, en;q=0.1'), 'en')
  assert.equal(accepting('de;q=0.000'), 'en')
  assert.equal(accepting('en;q=0, de;q=0.001'), 'de')
  for (const weight of ['q=2', 'q=1.5', 'q=-1', 'q=0.1234', 'q', 'q=', 'q=nan', 'level=1'])
    assert.equal(accepting(`de;${weight}, en;q=0.1`), 'en', weight)
})

test('`*` means English, at its place', () => {
  assert.equal(accepting('*, de;q=0.9'), 'en')
  assert.equal(accepting('de, *;q=0.5'), 'de')
})

test('the cookie has priority over the browser, unless its value is unknown', () => {
  assert.equal(choosing('language=en'), 'en')
  assert.equal(choosing('sallyport=x; language=en; other=1'), 'en')
  assert.equal(choosing('language=de', 'en'), 'de')
  for (const cookie of ['language=fr', 'language=', 'language=EN', 'language=../en', 'mylanguage=en', 'language=en-GB'])
    assert.equal(choosing(cookie), 'de', cookie)
})

// If the work grew with the square of the length, these would take hours.
test('headers far longer than Node accepts are read', () => {
  assert.equal(accepting(`${'fr;q=0.5, '.repeat(100_000)}de`), 'de')
  assert.equal(choosing(`${'language='.repeat(200_000)} `), 'de')
  assert.equal(choosing(`language=de${' '.repeat(200_000)}x`), 'de')
})
