import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, MODAL, page, urls } from './answer.fixture.ts'
import { answerQueries } from './answer.ts'
import { extractPage } from './extract.ts'
import { indexRecords } from './index.ts'

test('the title comes first, then its sections, each once', () => {
  assert.deepEqual(urls('firewall'), [
    '/docs/firewall',
    '/docs/firewall#forward',
    '/docs/firewall#block',
    '/blog/packet',
  ])
})

test('a long page with many matches does not displace other pages', () => {
  const long = Array.from({ length: 30 }, (_, i) => `<h2 id="r${i}">Rule ${i}</h2>`).join('')
  const html = [
    page('/docs/rules', 'default', `<h1>All rules</h1>${long}`),
    page('/docs/other', 'default', '<h1>Other</h1><p>A rule.</p>'),
  ]
  const index = indexRecords(html.flatMap((each) => extractPage(each, 'https://router.example/')))
  const { results } = answerQueries({ name: 'x', index }, { requests: [{ indexName: 'x', query: 'rule' }] })
  assert.equal(results[0]!.hits[5]!.url, 'https://router.example/pages/docs/other')
  assert.equal(results[0]!.nbHits, 32)
})

test('three letters match as a prefix', () => {
  assert.deepEqual(urls('adv'), ['/docs/dns#block'])
})

test('a page is found by its path', () => {
  const records = extractPage(
    page('/docs/guides/dns', 'default', '<h1>Names</h1><p>Look up.</p>'),
    'https://router.example/',
  )
  const { results } = answerQueries(
    { name: 'x', index: indexRecords(records) },
    { requests: [{ indexName: 'x', query: 'dns' }] },
  )
  assert.deepEqual(
    results[0]!.hits.map(({ type }) => type),
    ['lvl1'],
  )
})

test('typos, swaps and a wrong first letter find the same page', () => {
  for (const typed of ['firewal', 'fierwall', 'firewsll', 'virewall', 'fiirewa'])
    assert.equal(urls(typed)[0], '/docs/firewall', typed)
})

test('adjacent words rank above distant words', () => {
  assert.deepEqual(urls('block list').slice(0, 1), ['/docs/dns#block'])
  assert.deepEqual(urls('forward port').slice(0, 1), ['/docs/firewall#forward'])
})

test('stop words of a sentence are ignored', () => {
  assert.equal(urls('how do I forward a port')[0], '/docs/firewall#forward')
})

test('if no record has all words, those with most are returned', () => {
  assert.equal(urls('advertisements zebra')[0], '/docs/dns#block')
  assert.deepEqual(urls('zebra'), [])
})

test('hits have the fields that the search box reads', () => {
  const { hits, ...rest } = ask('advert nam', MODAL)
  assert.deepEqual(hits, [
    {
      objectID: '/pages/docs/dns#3',
      url: 'https://router.example/pages/docs/dns#block',
      type: 'content',
      content: 'A block list says which names do not exist. Advertisements vanish.',
      hierarchy: {
        lvl0: 'Documentation',
        lvl1: 'DNS',
        lvl2: 'Block lists',
        lvl3: null,
        lvl4: null,
        lvl5: null,
        lvl6: null,
      },
      _snippetResult: {
        hierarchy: {
          lvl1: { value: 'DNS', matchLevel: 'none' },
          lvl2: { value: 'Block lists', matchLevel: 'none' },
        },
        content: { value: '…which <mark>nam</mark>es do not…', matchLevel: 'full' },
      },
      _highlightResult: {
        hierarchy: {
          lvl0: { value: 'Documentation', matchLevel: 'none', matchedWords: [] },
          lvl1: { value: 'DNS', matchLevel: 'none', matchedWords: [] },
          lvl2: { value: 'Block lists', matchLevel: 'none', matchedWords: [] },
        },
        content: {
          value: 'A block list says which <mark>nam</mark>es do not exist. <mark>Advert</mark>isements vanish.',
          matchLevel: 'full',
          fullyHighlighted: false,
          matchedWords: ['advert', 'nam'],
        },
      },
    },
  ])
  const { processingTimeMS, ...steady } = rest
  assert.ok(processingTimeMS >= 1)
  assert.deepEqual(steady, {
    nbHits: 1,
    page: 0,
    nbPages: 1,
    hitsPerPage: 20,
    query: 'advert nam',
    params: 'query=advert+nam&page=0&hitsPerPage=20',
    index: 'sallyport',
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    exhaustiveFacetsCount: true,
    exhaustive: { nbHits: true, typo: true, facetsCount: true },
  })
})

test('a heading equal to the query is highlighted as a whole', () => {
  const { _highlightResult } = ask('block lists', MODAL).hits[0]!
  assert.deepEqual((_highlightResult!.hierarchy as Record<string, unknown>).lvl2, {
    value: '<mark>Block</mark> <mark>lists</mark>',
    matchLevel: 'full',
    fullyHighlighted: true,
    matchedWords: ['block', 'lists'],
  })
})

test('record text is escaped', () => {
  const [hit] = ask('where', MODAL).hits
  assert.equal(hit!.content, 'Say which port &lt;script&gt; &amp; where.')
  assert.equal(JSON.stringify(ask('script', MODAL).hits).includes('<script'), false)
  const { value } = ask('script', MODAL).hits[0]!._highlightResult!.content as { value: string }
  assert.equal(value, 'Say which port &lt;<mark>script</mark>&gt; &amp; where.')
})
