import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { languageOf } from './pages.ts'
import { openTrial } from './trial.fixture.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'sallyport-pages-'))
mkdirSync(join(webRoot, 'assets'))
mkdirSync(join(webRoot, 'guide'))
writeFileSync(join(webRoot, 'guide', 'index.html'), '<!doctype html><title>Guide</title>')
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>App</title>')
writeFileSync(join(webRoot, 'assets', 'app-1a2b.js'), 'start()')
writeFileSync(join(webRoot, 'assets', 'app-1a2b.js.br'), brotliCompressSync('start()'))
writeFileSync(join(webRoot, 'assets', 'app-1a2b.js.gz'), gzipSync('start()'))
writeFileSync(join(webRoot, 'index.html.gz'), gzipSync('<!doctype html><title>App</title>'))
writeFileSync(join(webRoot, '.secret'), 'x')
// As long as the English one, and of the same time, as files of a package are.
writeFileSync(join(webRoot, 'index.de.html'), '<!doctype html><title>Das</title>')
writeFileSync(join(webRoot, 'signin.html'), '<!doctype html><title>Ask</title>')
writeFileSync(join(webRoot, 'signin.de.html'), '<!doctype html><title>Wer</title>')
for (const name of ['index.html', 'index.de.html', 'signin.html', 'signin.de.html'])
  utimesSync(join(webRoot, name), 1_700_000_000, 1_700_000_000)
const trial = await openTrial({ webRoot })
after(async () => {
  await trial[Symbol.asyncDispose]()
  rmSync(webRoot, { recursive: true })
})

/** Any value: pages have nothing secret, so it is not checked. */
const session = 'sallyport=x'
const browser = { authorization: '', accept: 'text/html,application/xhtml+xml', cookie: session }
const program = { authorization: '', accept: '*/*' }

test('the app is served to anyone, under a strict policy', async () => {
  for (const path of ['/', '/index.html']) {
    const page = await trial.call('GET', path, program)
    assert.deepEqual([page.status, page.headers['cache-control']], [200, 'no-cache'])
    assert.match(String(page.headers['content-type']), /^text\/html/)
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.equal(page.headers['x-frame-options'], 'DENY')
  }
})

test('a page in a folder is not the start page', async () => {
  const page = await trial.call('GET', '/guide/index.html', program)
  assert.match(page.text, /<title>Guide</)
  assert.doesNotMatch(String(page.headers.etag), /;/)
})

test('files with a digest in their name are cached as immutable', async () => {
  const file = await trial.call('GET', '/assets/app-1a2b.js', program)
  assert.deepEqual([file.status, file.text], [200, 'start()'])
  assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable')
})

test('a page that the caller has is not sent again; `*` matches any (RFC 9110 13.1.2)', async () => {
  for (const path of ['/', '/assets/app-1a2b.js']) {
    const { headers } = await trial.call('GET', path, program)
    for (const known of ['*', String(headers.etag), `"other", ${headers.etag}`])
      assert.equal((await trial.call('GET', path, { ...program, 'if-none-match': known })).status, 304, known)
    assert.equal((await trial.call('GET', path, { ...program, 'if-none-match': '"other"' })).status, 200)
  }
})

test('a client gets the smallest encoding that it accepts, and caches keep the encodings apart', async () => {
  const ask = async (path: string, encodings: string) => {
    const { status, headers } = await trial.call('GET', path, { ...browser, 'accept-encoding': encodings })
    const isPage = !path.startsWith('/assets/')
    const vary = isPage ? 'accept-language, cookie, accept-encoding' : 'accept-encoding'
    assert.deepEqual([status, headers.vary], [200, vary], path)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    return [headers['content-encoding'], headers['content-type']]
  }
  const script = 'application/javascript; charset=utf-8'
  assert.deepEqual(await ask('/assets/app-1a2b.js', 'gzip, deflate, br'), ['br', script])
  assert.deepEqual(await ask('/assets/app-1a2b.js', 'gzip'), ['gzip', script])
  assert.deepEqual(await ask('/assets/app-1a2b.js', 'identity'), [undefined, script])
  for (const path of ['/', '/index.html', '/admin/home'])
    assert.deepEqual(await ask(path, 'br, gzip'), ['gzip', 'text/html; charset=utf-8'])
  assert.equal((await trial.call('GET', '/assets/app-1a2b.js.br', program)).status, 401)
})

test('a page is in the language of the cookie, otherwise of the browser, and caches keep the languages apart', async () => {
  const ask = (path: string, headers: Record<string, string>) => trial.call('GET', path, { ...browser, ...headers })
  const german = { 'accept-language': 'de-AT, de;q=0.9, en;q=0.5' }
  for (const path of ['/', '/index.html', '/admin/home']) {
    const { text, headers } = await ask(path, german)
    assert.match(text, /<title>Das/, path)
    assert.equal(headers['last-modified'], undefined)
    assert.match((await ask(path, { ...german, cookie: `${session}; language=en` })).text, /<title>App/, path)
    assert.match((await ask(path, { cookie: `${session}; language=de` })).text, /<title>Das/, path)
    assert.match((await ask(path, { cookie: `${session}; language=xx` })).text, /<title>App/, path)

    const known = { 'if-none-match': String(headers.etag) }
    assert.equal((await ask(path, { ...german, ...known })).status, 304)
    const other = await ask(path, { ...german, ...known, cookie: `${session}; language=en` })
    assert.deepEqual([other.status, other.headers.etag === headers.etag], [200, false], path)
    assert.equal((await ask(path, { 'if-modified-since': new Date().toUTCString() })).status, 200)
  }
  assert.match((await ask('/index.de.html', { cookie: 'language=en' })).text, /<title>Das/)
})

test('a browser that has to sign in gets the page for it, in its language, and caches keep the pages apart', async () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    trial.call('GET', path, { ...browser, cookie: 'language=en', ...headers })
  for (const path of [
    '/',
    '/index.html',
    '/admin',
    '/admin/devices?search=tv',
    '/auth/login?back=/admin',
    '/auth/validate',
  ]) {
    const { text, headers } = await ask(path)
    assert.match(text, /<title>Ask/, path)
    assert.match(String(headers.vary), /^accept-language, cookie/, path)
    assert.match((await ask(path, { cookie: 'language=de; other=sallyport=x' })).text, /<title>Wer/, path)
    const known = { 'if-none-match': String(headers.etag) }
    assert.equal((await ask(path, known)).status, 304, path)
    const after = await ask(path, { ...known, cookie: session })
    assert.deepEqual([after.status, /<title>App/.test(after.text)], [200, true], path)
  }
  for (const path of ['/auth/setup', '/auth/guest', '/nowhere'])
    assert.match((await ask(path)).text, /<title>App/, path)
  assert.match((await ask('/signin.de.html', { cookie: session })).text, /<title>Wer/)
})

test('a router that has not been set up sends no sign-in page', async () => {
  await using fresh = await openTrial({ webRoot, setupDone: false })
  assert.match((await fresh.call('GET', '/', { authorization: '' })).text, /<title>App/)
})

test('a browser gets the app for a path that only the app knows; a program gets an error', async () => {
  assert.equal((await trial.call('GET', '/admin/home', browser)).text, '<!doctype html><title>App</title>')
  assert.equal((await trial.call('GET', '/admin/home', program)).status, 401)
  assert.equal((await trial.call('GET', '/admin/home', { ...browser, 'x-requested-with': 'react' })).status, 401)
  assert.equal((await trial.call('GET', '/admin/home', { accept: 'text/html' })).status, 404)
  assert.equal((await trial.call('PUT', '/admin/home', browser)).status, 401)
})

test('a call of the API is never answered with a page', async () => {
  assert.equal((await trial.call('GET', '/things', browser)).status, 401)
})

test('nothing outside the app, and nothing hidden in it, is served', async () => {
  for (const path of ['/.secret', '/assets/../.secret', '/%2e%2e/etc/passwd', '/assets/..%2f.secret', '//etc/passwd']) {
    const reply = await trial.call('GET', path, program)
    assert.equal(reply.status, 401, path)
  }
})

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
