import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type CheerioAPI, load } from 'cheerio/slim'
import { ROOT } from '../process/place.ts'
import { whyNoVariant } from './build.ts'
import { readSiteMap } from './sitemap.ts'

/** Properties of the built files of all pages. */
const skip = whyNoVariant()
const PAGES = join(ROOT, 'site/dist/pages')
const text = (file: string): string => readFileSync(join(PAGES, file), 'utf8')

/** Files of redirects are not pages. */
const pages = skip
  ? []
  : globSync('**/*.html', { cwd: PAGES })
      .map((file): [string, CheerioAPI] => [file, load(text(file))])
      .filter(([, $]) => $('meta[http-equiv="refresh"]').length === 0)

const BAR = {
  Documentation: '/pages/docs/intro',
  'Setup Guide': '/pages/docs/setup_guides/setup_run_spr',
  Articles: '/pages/articles',
  API: '/pages/api/0',
  Blog: '/pages/blog',
}
const FEATURES = {
  'Ad Block': '/pages/docs/guides/dns',
  'Firewall & Routing': '/pages/docs/guides/firewall',
  Alerts: '/pages/docs/guides/alerts',
  'Traffic Monitoring': '/pages/docs/guides/logs',
  Plugins: '/pages/docs/guides/plugins',
  FAQ: '/pages/docs/faq',
  Blog: '/pages/blog',
}
const isMade = (path: string): boolean => existsSync(join(PAGES, `${path.slice('/pages/'.length)}.html`))
const linksIn = ($: CheerioAPI, place: string): [string, string][] =>
  $(place)
    .get()
    .map((one) => [$(one).text(), $(one).attr('href') ?? ''])

test('every page has the header, its features and icons, the bar, the skip link and the footer', {
  skip,
}, () => {
  assert.ok(pages.length > 40)
  const features = Object.entries(FEATURES).filter(([, path]) => isMade(path))
  for (const [file, $] of pages) {
    assert.deepEqual(linksIn($, '#features a').slice(0, features.length), features, file)
    const header = $('nav[aria-label="Sallyport"]')
    for (const name of ['Products', 'Solutions']) assert.match(header.text(), new RegExp(name), file)
    assert.equal(header.find('a[aria-label]').length, 2, file)
    assert.deepEqual(linksIn($, '.navbar__items:not(.navbar__items--right) .navbar__link'), Object.entries(BAR), file)
    assert.equal($('a[href="#__docusaurus_skipToContent_fallback"]').first().text(), 'Skip to main content', file)
    const foot = linksIn($, 'footer a').map(([, to]) => to)
    for (const to of [
      '/pages/',
      '/pages/docs/intro',
      '/pages/blog',
      '/pages/docs/development/overview',
      '/pages/docs/contact',
    ])
      assert.ok(foot.includes(to), `${file}: ${to}`)
    assert.match($('footer').text(), /© 2025 The Sallyport project/, file)
  }
})

test('every page has one title, one h1, its language and its canonical URL', { skip }, () => {
  for (const [file, $] of pages) {
    assert.match($('title').text(), /Sallyport/, file)
    assert.equal($('h1').length, 1, file)
    assert.equal($('html').attr('lang'), 'en', file)
    assert.equal($('link[rel=icon]').attr('href'), '/pages/img/gate.svg', file)
    const path = file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')
    if (file !== '404.html')
      assert.equal($('link[rel=canonical]').attr('href'), `http://192.168.2.1/pages/${path}`, file)
  }
})

test('no page loads anything from other hosts, or preconnects to them', { skip }, () => {
  for (const [file, $] of pages) {
    const asked = $(
      'script[src], link[rel=stylesheet], link[rel=preload], link[rel=preconnect], link[rel=dns-prefetch], img[src], iframe',
    )
      .get()
      .map((one) => $(one).attr('src') ?? $(one).attr('href') ?? '')
    assert.deepEqual(
      asked.filter((place) => !place.startsWith('/pages/') && !place.startsWith('data:')),
      [],
      file,
    )
  }
  for (const file of globSync('assets/css/*.css', { cwd: PAGES }))
    assert.doesNotMatch(text(file), /url\(["']?(https?:)?\/\//, file)
})

test('the sitemap lists every page with weekly frequency, priority 0.5 and its last change', {
  skip,
}, () => {
  const entries = readSiteMap(text('sitemap.xml'))
  assert.ok(entries.every(({ changefreq, priority }) => changefreq === 'weekly' && priority === '0.5'))
  const dates = new Map(entries.map(({ loc, lastmod }) => [new URL(loc!).pathname, lastmod]))
  assert.deepEqual(
    [...dates.keys()].filter((path) => /\/blog\/tags|\/search$/.test(path)),
    [],
  )
  const documents = globSync('docs/**/*.md', { cwd: join(ROOT, 'site') })
  for (const file of documents) {
    const [, day] = /^ {2}date: (\S+)$/m.exec(readFileSync(join(ROOT, 'site', file), 'utf8')) ?? []
    assert.equal(dates.get(`/pages/${file.replace(/\.md$/, '')}`), day, file)
  }
  assert.ok(documents.length > 25)
})

test('the blog has three feeds', { skip }, () => {
  const posts = globSync('*.md', { cwd: join(ROOT, 'site/blog') }).length
  const count = (file: string, entry: string): number => load(text(`blog/${file}`), { xml: true })(entry).length
  assert.deepEqual([count('rss.xml', 'item'), count('atom.xml', 'entry')], [posts, posts])
  assert.equal(JSON.parse(text('blog/feed.json')).items.length, posts)
})

test('the site has an OpenSearch description', { skip }, () => {
  const [, $] = pages[0]!
  const link = $('link[rel=search]')
  assert.deepEqual(
    [link.attr('type'), link.attr('href')],
    ['application/opensearchdescription+xml', '/pages/opensearch.xml'],
  )
  const described = load(text('opensearch.xml'), { xml: true })
  assert.equal(described('Url').attr('template'), 'http://192.168.2.1/pages/search?q={searchTerms}')
})

test('served.json lists redirects', { skip }, () => {
  const { redirects } = JSON.parse(readFileSync(join(ROOT, 'site/dist/served.json'), 'utf8'))
  assert.equal(redirects['/pages/docs'], '/pages/docs/intro')
  assert.ok(Object.values<string>(redirects).every(isMade))
})

test('there is one docs version, and pages carry its search tag', { skip }, () => {
  for (const [file, $] of pages.filter(([path]) => path.startsWith('docs/'))) {
    assert.equal($('meta[name="docsearch:version"]').attr('content'), 'current', file)
    assert.equal($('meta[name="docsearch:docusaurus_tag"]').attr('content'), 'docs-default-current', file)
    assert.equal($('meta[name="docsearch:language"]').attr('content'), 'en', file)
  }
})
