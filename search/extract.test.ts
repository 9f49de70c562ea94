import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from './extract.ts'

/** A page as theme-classic builds it, with some of its frame. */
const built = (article: string, { html = 'docs-wrapper', head = '' } = {}): string => `<!doctype html>
<html lang="en" class="${html}"><head><link rel="canonical" href="https://router.example/pages/docs/intro">
<meta name="docsearch:language" content="en"><meta name="docsearch:docusaurus_tag" content="docs-default-current">
<meta name="docsearch:version" content="current"><meta name="keywords" content="ad blocker, doh">${head}</head><body>
<nav><a class="navbar__item navbar__link navbar__link--active">Documentation</a></nav>
<aside><a class="menu__link menu__link--sublist menu__link--active">Guides</a><p>Not of the page</p></aside>
<main>${article}</main></body></html>`

const read = (article: string): string[] =>
  extractPage(built(`<article>${article}</article>`), 'https://elsewhere.example/').map(
    ({ type, content, hierarchy }) => `${type}: ${content ?? hierarchy[type as 'lvl1']}`,
  )

test('headings and paragraphs become records with their headings and position', () => {
  const records = extractPage(
    built(`<article><nav class="breadcrumbs"><ul><li>Home</li></ul></nav><header><h1>DNS &amp; names</h1></header>
      <p>A <code>name</code>.</p>
      <h2 id="block-lists">Block lists<a class="hash-link" href="#block-lists">\u200b</a></h2><p>Below.</p>
      <h4 id="deep">Deep</h4><h3 id="next">Next</h3></article>`),
    'https://elsewhere.example/',
    4,
  )
  assert.equal(records[0]!.names, 'intro ad blocker, doh')
  assert.deepEqual(
    records.map(({ url, type }) => [type, url.replace('https://router.example/pages', '')]),
    [
      ['lvl1', '/docs/intro'],
      ['content', '/docs/intro'],
      ['lvl2', '/docs/intro#block-lists'],
      ['content', '/docs/intro#block-lists'],
      ['lvl4', '/docs/intro#deep'],
      ['lvl3', '/docs/intro#next'],
    ],
  )
  assert.deepEqual(records[3], {
    objectID: '/pages/docs/intro#3',
    url: 'https://router.example/pages/docs/intro#block-lists',
    anchor: 'block-lists',
    type: 'content',
    content: 'Below.',
    hierarchy: {
      lvl0: 'Guides',
      lvl1: 'DNS & names',
      lvl2: 'Block lists',
      lvl3: null,
      lvl4: null,
      lvl5: null,
      lvl6: null,
    },
    names: null,
    language: 'en',
    docusaurus_tag: 'docs-default-current',
    version: 'current',
    weight: { pageRank: 4, level: 0, position: 3 },
  })
  assert.deepEqual(Object.values(records.at(-1)!.hierarchy), [
    'Guides',
    'DNS & names',
    'Block lists',
    'Next',
    null,
    null,
    null,
  ])
})

test('each list item and each table row is a record', () => {
  assert.deepEqual(
    read(`<ul><li>one<ul><li>two</li></ul>after</li><li><p>three</p></li></ul>
      <table><tr> <th>Flag</th> <th>Meaning</th></tr><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>`),
    ['one', 'two', 'after', 'three', 'Flag · Meaning', 'a b · c'].map((text) => `content: ${text}`),
  )
})

test('code lines stay separate, and buttons are skipped', () => {
  assert.deepEqual(
    read(`<pre><code><span class="token-line">npm start<br></span><span class="token-line">npm test</span></code></pre>
      <button>Copy</button><p>x</p><footer><p>Edit this page</p></footer><script>let p</script>`),
    ['content: npm start npm test', 'content: x'],
  )
})

test('a heading without an anchor uses the one above, and definitions are separate words', () => {
  const records = extractPage(
    built(`<article><h1>API</h1><h3 id="call">Call</h3><h4>Body</h4><dl><dt><code>Name</code><span>text</span></dt><dd>Its
      name.</dd></dl></article>`),
    'https://router.example/',
  )
  assert.deepEqual(
    records.slice(2).map(({ anchor, content }) => [anchor, content]),
    [
      ['call', null],
      ['call', 'Name text'],
      ['call', 'Its name.'],
    ],
  )
})

test('text before the first heading uses the page title', () => {
  const [record] = extractPage(
    built('<article><p>x</p></article>', { head: '<title>Home | Site</title>' }),
    'https://router.example/',
  )
  assert.equal(record!.hierarchy.lvl1, 'Home')
})

test('a long paragraph is split between words, completely', () => {
  const text = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ')
  const found = read(`<p>${text}</p>`).map((line) => line.slice('content: '.length))
  assert.ok(found.length > 1 && found.every((part) => part.length <= 600))
  assert.equal(found.join(' '), text)
})

test('a page without an article uses its main element, and lists of pages are skipped', () => {
  const main = '<h1>API</h1><p>All calls.</p>'
  assert.equal(extractPage(built(main), 'https://router.example/pages/api/0').length, 2)
  for (const html of [
    'blog-wrapper blog-list-page',
    'blog-tags-post-list-page',
    'blog-archive-page',
    'search-page-wrapper',
  ])
    assert.deepEqual(extractPage(built(main, { html }), 'https://router.example/'), [], html)
  for (const head of ['<meta http-equiv="refresh" content="0; url=/x">', '<meta name="robots" content="noindex">'])
    assert.deepEqual(extractPage(built(main, { head }), 'https://router.example/'), [], head)
  assert.deepEqual(extractPage(built(`<article>${main}</article>`.repeat(2)), 'https://router.example/'), [])
})

test('a file that is no page has no records', () => {
  for (const text of ['', '<', '<html>', '\0'.repeat(100), '<article>'.repeat(5000)])
    assert.deepEqual(extractPage(text, 'https://router.example/'), [])
})
