import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedAt } from './dates.ts'
import { footerLinks, header, isWritten, navbar, redirects } from './links.ts'

test('by default, header and footer link to pages of the site, without duplicates', () => {
  const { before, features, shop, source } = header
  const all = [...before, ...features, shop, source]
  assert.deepEqual(
    all.filter((link) => !link || !('to' in link) || !isWritten(link.to)),
    [],
  )
  assert.deepEqual([header.after, header.chat], [[], undefined], 'no page of ours is PLUS or a community')
  const places = footerLinks
    .flatMap((part) => ('items' in part ? part.items : [part]))
    .map((link) => JSON.stringify(link))
  assert.equal(new Set(places).size, places.length)
  assert.ok(places.length >= 8)
  assert.ok(places.includes(JSON.stringify({ label: 'Contact', to: '/docs/contact' })))
})

test('pages that do not exist are not linked', () => {
  assert.equal(isWritten('/docs/guides/nothing'), false)
  assert.equal(isWritten('/docs/intro#anywhere'), true)
  assert.deepEqual(
    redirects.filter(({ to }) => !isWritten(to)),
    [],
  )
})

test('the bar links to documentation, setup, articles, API, blog and the app', () => {
  const labels = navbar.flatMap((item) => ('label' in item ? item.label : []))
  assert.deepEqual(labels, ['Documentation', 'Setup Guide', 'Articles', 'API', 'Blog', 'Admin app'])
})

test('every page has the date of its last change', () => {
  const { pathname } = new URL('./docs/intro.md', import.meta.url)
  assert.ok(changedAt(pathname) >= Date.parse('2026-11-21'))
  assert.throws(() => changedAt(new URL('./links.ts', import.meta.url).pathname), /say when it was last changed/)
})
