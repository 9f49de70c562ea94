import { answerQueries, type Result } from './answer.ts'
import { extractPage } from './extract.ts'
import { indexRecords } from './index.ts'

export const page = (path: string, tag: string, article: string): string => `<html lang="en"><head>
  <link rel="canonical" href="https://router.example/pages${path}"><meta name="docsearch:docusaurus_tag" content="${tag}">
  </head><body><article>${article}</article></body></html>`

export const pages = [
  page(
    '/docs/dns',
    'docs-default-current',
    `<h1>DNS</h1><p>Names are looked up over TLS.</p><h2 id="block">Block lists</h2>
     <p>A block list says which names do not exist. Advertisements vanish.</p><p>A list is fetched once a week.</p>`,
  ),
  page(
    '/docs/firewall',
    'docs-default-current',
    `<h1>Firewall</h1><p>Port forwarding leads a port of the uplink to a device.</p>
     <h2 id="forward">Forward a port</h2><p>Say which port &lt;script&gt; &amp; where.</p><h2 id="block">Block an address</h2>`,
  ),
  page('/blog/packet', 'default', '<h1>How a packet is judged</h1><p>The firewall looks at a packet once.</p>'),
]
export const named = {
  name: 'sallyport',
  index: indexRecords(pages.flatMap((html) => extractPage(html, 'https://router.example/'))),
}

export const ask = (query: string, more: object = {}): Result =>
  answerQueries(named, { requests: [{ indexName: 'sallyport', query, ...more }] }).results[0]!
export const urls = (query: string, more: object = {}): string[] =>
  ask(query, more).hits.map(({ url }) => (url as string).replace('https://router.example/pages', ''))

/** What the modal asks, but for the words of its snippets. */
export const MODAL = {
  attributesToRetrieve: [...[0, 1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`), 'content', 'type', 'url'],
  attributesToSnippet: [...[1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}:10`), 'content:4'],
  snippetEllipsisText: '…',
  highlightPreTag: '<mark>',
  highlightPostTag: '</mark>',
  hitsPerPage: 20,
  clickAnalytics: false,
  facetFilters: ['language:en', ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current']],
}
