import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as open } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { indexRecords } from '../../../search/index.ts'
import type { SearchRecord } from '../../../search/record.ts'
import { writeIndex } from '../../../search/stored.ts'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import type { Served } from './built.ts'
import { openSite } from './site.ts'

const INTRO = '<html><title>Intro</title></html>'
const record = (title: string): SearchRecord => ({
  objectID: title,
  url: 'http://site.example/pages/docs/intro',
  anchor: null,
  type: 'lvl1',
  content: null,
  hierarchy: { lvl0: 'Docs', lvl1: title, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null },
  names: 'intro',
  language: 'en',
  docusaurus_tag: 'default',
  version: 'current',
  weight: { pageRank: 5, level: 90, position: 0 },
})

/** A disk with a built site, or none, and a server before it. */
async function openBuilt() {
  const clock = openSteppedClock()
  const disk = new Map<string, Uint8Array>()
  const viewed: string[] = []
  const write = (name: string, text: string | Uint8Array): void => void disk.set(`/site/${name}`, Buffer.from(text))
  const build = (intro = INTRO): void => {
    const files: Record<string, string> = {
      'index.html': 'home',
      '404.html': 'lost',
      'docs/intro.html': intro,
      'blog.html': 'blog',
      'blog/archive.html': 'archive',
      'old/index.html': 'a page that leads on',
      'assets/js/main.1234.js': 'run()',
      'img/gate.svg': '<svg/>',
    }
    for (const [name, text] of Object.entries(files)) write(`pages/${name}`, text)
    write('pages/docs/intro.html.br', brotliCompressSync(intro))
    write('pages/docs/intro.html.gz', gzipSync(intro))
    const served: Served = {
      url: 'http://site.example',
      contentSecurityPolicy: "default-src 'self'",
      redirects: { '/pages/old': '/pages/docs/intro' },
      search: { appId: 'app', apiKey: 'key', indexName: 'all' },
      files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, `d${text.length}`])),
    }
    write('search-index', writeIndex(indexRecords([record('Welcome')])))
    write('served.json', JSON.stringify(served))
  }
  const asked: string[] = []
  const readBytes = async (path: string) => {
    asked.push(path)
    return disk.get(path)
  }
  const site = openSite({ machine: { clock, readBytes }, folder: '/site', onView: (path) => void viewed.push(path) })
  const server = createServer((request, response) => {
    if (site.takes(request.url)) site.answer(request, response)
    else response.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const call = (path: string, { method = 'GET', body = '', headers = {} as OutgoingHttpHeaders } = {}) =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }>((resolve, reject) => {
      const asking = open({ port, path, method, headers, agent: false }, async (response) => {
        const bytes = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>))
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() })
      })
      asking.on('error', reject).end(body)
    })
  return {
    clock,
    disk,
    asked,
    viewed,
    build,
    call,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('pages have paths without an extension, and other forms redirect there', async () => {
  await using site = await openBuilt()
  site.build()
  for (const [path, text] of [
    ['/pages/', 'home'],
    ['/pages/docs/intro', INTRO],
    ['/pages/blog', 'blog'],
    ['/pages/blog/archive?from=here', 'archive'],
    ['/pages/img/gate.svg', '<svg/>'],
  ] as const) {
    const reply = await site.call(path)
    assert.deepEqual([reply.status, reply.text], [200, text], path)
  }
  for (const [path, place] of [
    ['/pages', '/pages/'],
    ['/pages?x=1', '/pages/?x=1'],
    ['/pages/index.html', '/pages/'],
    ['/pages/docs/intro.html?a=b', '/pages/docs/intro?a=b'],
    ['/pages/docs/intro/', '/pages/docs/intro'],
    ['/pages/blog/index.html', '/pages/blog'],
    ['/pages/old', '/pages/docs/intro'],
    ['/pages/old/', '/pages/docs/intro'],
    ['/pages/old.html', '/pages/docs/intro'],
  ] as const) {
    const { status, headers } = await site.call(path)
    assert.deepEqual([status, headers.location], [301, place], path)
  }
})

test('a missing page is answered with the 404 page; an invalid path or method is refused', async () => {
  await using site = await openBuilt()
  site.build()
  for (const path of ['/pages/nothing', '/pages/404', '/pages/docs', '/pages//docs/intro', '/pages/old/index.html/x']) {
    const reply = await site.call(path)
    assert.deepEqual([reply.status, reply.text], [404, 'lost'], path)
  }
  assert.equal((await site.call('/pages/%E0%A4%A')).status, 400)
  const post = await site.call('/pages/docs/intro', { method: 'POST' })
  assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD'])
  assert.equal((await site.call('/elsewhere')).status, 418)
})

test('only files of the build are read, for any request path', async () => {
  await using site = await openBuilt()
  site.build()
  await site.call('/pages/')
  const known = new Set(site.asked)
  const parts = fc.constantFrom(
    '..',
    '.',
    '/',
    '\\',
    '%2e%2e',
    '%2f',
    '%00',
    'etc',
    'passwd',
    'docs',
    'intro',
    '.br',
    '~',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { maxLength: 8 }), async (path) => {
      const { status, headers } = await site.call(`/pages/${path.join('')}`)
      assert.ok([200, 301, 400, 404].includes(status), String(status))
      assert.match(headers.location ?? '/pages/', /^\/pages\/(?!\/)/)
    }),
    { numRuns: 200 },
  )
  assert.deepEqual(
    site.asked.filter((path) => !known.has(path)),
    [],
  )
})

test('a page is sent in the smallest accepted coding, or with 304', async () => {
  await using site = await openBuilt()
  site.build()
  const page = (accepted?: string) =>
    site.call('/pages/docs/intro', { headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted } })
  const [plain, gz, br] = [await page(), await page('gzip, deflate'), await page('gzip, deflate, br')]
  assert.deepEqual([plain.text, plain.headers['content-encoding']], [INTRO, undefined])
  assert.deepEqual([gunzipSync(gz.bytes).toString(), gz.headers['content-encoding']], [INTRO, 'gzip'])
  assert.deepEqual([brotliDecompressSync(br.bytes).toString(), br.headers['content-encoding']], [INTRO, 'br'])
  assert.equal((await page('br;q=0, gzip')).headers['content-encoding'], 'gzip')
  assert.equal((await page('brotli')).headers['content-encoding'], undefined)
  const tags = [plain, gz, br].map(({ headers }) => headers.etag)
  assert.equal(new Set(tags).size, 3)
  for (const tag of tags) {
    const again = await site.call('/pages/docs/intro', { headers: { 'If-None-Match': String(tag) } })
    assert.deepEqual([again.status, again.text], [304, ''])
  }
  const known = async (tags: string) =>
    (await site.call('/pages/docs/intro', { headers: { 'If-None-Match': tags } })).status
  assert.equal(await known('*'), 304, 'any form of the page: RFC 9110 13.1.2')
  assert.equal(await known(`"other", W/${tags[0]}`), 304)
  assert.equal(await known('"other"'), 200)
  const head = await site.call('/pages/docs/intro', { method: 'HEAD' })
  assert.deepEqual([head.text, head.headers['content-length']], ['', String(INTRO.length)])
})

test('pages are revalidated, files with a digest are immutable, and the content security policy is set', async () => {
  await using site = await openBuilt()
  site.build()
  const page = await site.call('/pages/docs/intro')
  assert.equal(page.headers['cache-control'], 'public, max-age=0, must-revalidate')
  assert.equal(page.headers['content-security-policy'], "default-src 'self'")
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  const script = await site.call('/pages/assets/js/main.1234.js')
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal((await site.call('/pages/img/gate.svg')).headers['cache-control'], 'public, max-age=3600')
  for (const { headers } of [page, script, await site.call('/pages/nothing'), await site.call('/pages/old')]) {
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['x-frame-options'], 'DENY')
  }
})

test('a later build is loaded once it is complete', async () => {
  await using site = await openBuilt()
  const none = await site.call('/pages/')
  assert.deepEqual([none.status, none.headers['retry-after'], none.headers.refresh], [503, '5', '5'])
  site.build()
  await site.clock.step(2000)
  assert.equal((await site.call('/pages/docs/intro')).text, INTRO)

  const text = async () => (await site.call('/pages/docs/intro')).text
  site.build('a newer intro, much longer than the one before')
  site.disk.delete('/site/pages/blog.html')
  await site.clock.step(2000)
  await text()
  assert.equal(await text(), INTRO)
  site.build('a newer intro, much longer than the one before')
  await site.clock.step(2000)
  // The call that has it looked for is answered with the old one.
  for (let calls = 0; calls < 100 && (await text()) === INTRO; calls++);
  assert.equal(await text(), 'a newer intro, much longer than the one before')
})

test('the search service answers on the same origin', async () => {
  await using site = await openBuilt()
  site.build()
  const { status, text } = await site.call('/1/indexes/*/queries?x-algolia-application-id=app&x-algolia-api-key=key', {
    method: 'POST',
    body: JSON.stringify({ requests: [{ indexName: 'all', query: 'wel' }] }),
  })
  assert.equal(status, 200)
  const [hit] = JSON.parse(text).results[0].hits
  assert.equal(hit.objectID, 'Welcome')
  assert.match(hit.url, /^http:\/\/localhost:\d+\/pages\/docs\/intro$/)
  assert.equal((await site.call('/1/indexes/*/queries', { method: 'POST' })).status, 403)
})

test('a build without an index is served without a search', async () => {
  await using site = await openBuilt()
  site.build()
  site.disk.set('/site/search-index', Buffer.from('{"version":0}\n'))
  assert.equal((await site.call('/pages/docs/intro')).status, 200)
  assert.equal((await site.call('/1/indexes/*/queries', { method: 'POST', body: '{}' })).status, 503)
})

test('views of existing pages are counted, except for clients with DNT or Sec-GPC', async () => {
  await using site = await openBuilt()
  site.build()
  const view = (body: unknown, headers = {}) =>
    site.call('/pages/views', { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers })
  const opened = { event: 'pageview', path: '/pages/docs/intro' }
  for (const body of [
    opened,
    { ...opened, path: '/pages/nothing' },
    { ...opened, event: 'click' },
    '{',
    'null',
    'x'.repeat(9000),
  ])
    assert.equal((await view(body)).status, 204)
  await view(opened, { DNT: '1' })
  await view(opened, { 'Sec-GPC': '1' })
  assert.deepEqual(site.viewed, ['/pages/docs/intro'])
})
