import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieOf } from './language.ts'
import { localeIn } from './locale.ts'

test('the locale is in the language of the page, and of the region that the browser prefers', () => {
  assert.equal(localeIn('de', ['en-US', 'de-AT', 'de-DE']), 'de-AT')
  assert.equal(localeIn('en', ['de-DE', 'EN-GB']), 'EN-GB')
  assert.equal(localeIn('de', ['de']), 'de')
})

test('without a region in that language, it is the language itself', () => {
  assert.equal(localeIn('de', ['en-GB', 'den-CA']), 'de')
  assert.equal(localeIn('en', []), 'en')
})

test('the cookie of the choice is for all pages, and for this site', () => {
  assert.equal(cookieOf('de'), 'language=de; Path=/; Max-Age=34560000; SameSite=Lax')
})
