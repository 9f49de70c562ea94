import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { basic, openTrial, saved } from './trial.fixture.ts'

const trial = await openTrial()
const { call } = trial
after(() => trial[Symbol.asyncDispose]())

const nobody = { authorization: '' }

test('a reply is JSON, and a change without one is an empty 200 without a Content-Type', async () => {
  const list = await call('GET', '/things')
  assert.equal(list.status, 200)
  assert.equal(list.headers['content-type'], 'application/json')
  assert.deepEqual(JSON.parse(list.text), { a: { Name: 'a', Size: 1 } })

  const touched = await call('PUT', '/touch')
  assert.deepEqual([touched.status, touched.text], [200, ''])
  assert.equal(touched.headers['content-type'], undefined)
  assert.equal(touched.headers['content-length'], '0')
})

test('text is sent unchanged: serialized JSON, whole or in chunks, and plain text', async () => {
  assert.equal((await call('GET', '/text')).text, '{"ready":"größer"}')
  const plain = await call('GET', '/plain')
  assert.deepEqual([plain.text, plain.headers['content-type']], ['wlan0 wlan1', 'text/plain'])
  const chunks = await call('GET', '/chunks')
  assert.deepEqual([chunks.text, chunks.headers['content-type']], ['[1,2]', 'application/json'])
})

test('a response that fails midway is aborted', async () => {
  await assert.rejects(call('GET', '/broken'), /aborted|hang up/)
})

test('a body is JSON whatever its Content-Type, with keys in any case', async () => {
  for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded', 'no such type', 'application/json']) {
    const reply = await call('PUT', '/thing/x', { 'content-type': type }, '{"NAME":"n","size":1,"More":true}')
    assert.deepEqual([reply.status, reply.text], [200, ''], type)
    assert.deepEqual(saved.at(-1), { Name: 'n', Size: 1 })
  }
})

test('an invalid body is rejected with one line that names the field', async () => {
  const lineFor = async (body: string) => {
    const { status, text, headers } = await call('PUT', '/thing/x', {}, body)
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    return `${status} ${text}`
  }
  assert.equal(await lineFor('{"Name":'), '400 body: is not valid JSON\n')
  assert.equal(await lineFor(''), '400 body: is missing\n')
  assert.equal(await lineFor('[]'), '400 body: must be an object\n')
  assert.equal(await lineFor('{"Name":"n","Size":"1"}'), '400 Size: must be a number\n')
  assert.equal(await lineFor('{"Name":"","Size":1}'), '400 Name: must not be empty\n')
  assert.equal(await lineFor('{"Name":"n","Size":10}'), '400 Size: must be at most 9\n')
  assert.equal(await lineFor('{"Name":"n","Size":1,"Tags":["a",2]}'), '400 Tags.1: must be a string\n')
  assert.equal(await lineFor(`"${'x'.repeat(1024 * 1024)}"`), '413 body: must be at most 1 MiB\n')
})

test('parameters are decoded and checked; a repeated query is a list where one is taken', async () => {
  assert.equal((await call('GET', '/thing/a%2Fb')).text, '"a/b"\n')
  assert.equal((await call('GET', `/thing/${'x'.repeat(21)}`)).text, 'name: must be at most 20 characters long\n')
  assert.equal((await call('GET', '/thing/%zz')).status, 400)
  assert.equal((await call('GET', '/find?word=a&word=b&last=1&last=2')).text, '{"word":["a","b"],"last":"2"}\n')
  assert.equal((await call('GET', '/find?word=a')).text, '{"word":["a"]}\n')
  assert.equal(
    (await call('GET', '/find?word=&word=a&last=')).text,
    '{"word":["a"]}\n',
    'an empty one counts as absent',
  )
})

test('each kind of failure has its status, and details of internal errors are only logged', async () => {
  const logged: string[] = []
  using _log = trial.bus.subscribe('log:api', ({ msg }) => logged.push(msg))
  const fault = async (kind: string) => {
    const { status, text } = await call('GET', `/fault?kind=${kind}`)
    return `${status} ${text}`
  }
  assert.equal(await fault('missing'), '404 no such thing\n')
  assert.equal(await fault('invalid'), '400 Face: must be prettier\n')
  assert.equal(await fault('damaged'), '503 The saved state is damaged.\n')
  assert.equal(await fault('bug'), '500 Something went wrong inside the router. The reason is in its log.\n')
  assert.equal(logged.length, 1)
  assert.match(logged[0]!, /^GET \/fault: secret pass phrase/)
})

test('an unknown path is 404 and a wrong method 405, with valid credentials only', async () => {
  assert.equal((await call('GET', '/nowhere')).status, 404)
  assert.equal((await call('PUT', '/nowhere', {}, '{"a":1}')).status, 404)
  const wrong = await call('POST', '/things')
  assert.deepEqual([wrong.status, wrong.headers.allow], [405, 'GET, HEAD, OPTIONS'])
  for (const [method, path] of [
    ['GET', '/nowhere'],
    ['POST', '/things'],
    ['PUT', '/nowhere'],
    ['GET', '/things'],
  ] as const) {
    assert.equal((await call(method, path, nobody)).status, 401, `${method} ${path}`)
    assert.equal((await call(method, path, { authorization: 'Bearer x' })).status, 401)
  }
})

test('paths are case-sensitive, and may end in a slash', async () => {
  assert.equal((await call('GET', '/Things')).status, 404)
  assert.equal((await call('GET', '/things/')).status, 200)
  assert.equal((await call('PUT', '/touch/')).status, 200)
})

test('a refusal names no scheme that would make a browser ask for a password', async () => {
  const reply = await call('GET', '/things', nobody)
  assert.deepEqual([reply.status, reply.text], [401, 'Unauthorized\n'])
  assert.equal(reply.headers['www-authenticate'], undefined)
})

test('every answer may be read by any origin and framed by none; private ones are not kept', async () => {
  const reply = await call('GET', '/things')
  assert.equal(reply.headers['x-frame-options'], 'DENY')
  assert.equal(reply.headers['access-control-allow-origin'], '*')
  assert.equal(reply.headers['cache-control'], 'no-cache, no-store, must-revalidate')
  assert.equal(reply.headers.pragma, 'no-cache')
  assert.equal(reply.headers.expires, '0')
})

test('errors may be read by any origin, with their headers about the sign-in', async () => {
  for (const [method, path, headers] of [
    ['GET', '/things', nobody],
    ['GET', '/nowhere', {}],
    ['PUT', '/thing/x', {}],
    ['GET', '/open', { host: 'evil.example' }],
  ] as const) {
    const reply = await call(method, path, headers)
    assert.ok(reply.status >= 400)
    assert.equal(reply.headers['access-control-allow-origin'], '*', path)
    assert.equal(reply.headers['access-control-expose-headers'], 'X-SPR-Auth-Error, WWW-Authenticate', path)
    assert.equal(reply.headers['access-control-allow-credentials'], undefined, path)
  }
})

test('a CORS preflight is answered without credentials, for any path', async () => {
  for (const path of ['/nowhere', '/secret', '/thing/x'])
    assert.equal((await call('OPTIONS', path, { ...nobody, origin: 'http://elsewhere.example' })).status, 204, path)
  assert.equal((await call('OPTIONS', '/things', { ...nobody, host: 'evil.example' })).status, 421)
  const reply = await call('OPTIONS', '/things', {
    ...nobody,
    origin: 'http://elsewhere.example',
    'access-control-request-method': 'PUT',
  })
  assert.equal(reply.status, 204)
  const list = (name: string) => String(reply.headers[name]).split(', ')
  assert.deepEqual(list('access-control-allow-headers'), [
    'X-Requested-With',
    'Content-Type',
    'Authorization',
    'SPR-Bearer',
    'X-JWT-OTP',
  ])
  assert.deepEqual(list('access-control-allow-methods'), ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
})

test('requests with a foreign host name are rejected', async () => {
  for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'spr.local@evil.example', '[::1']) {
    assert.equal((await call('GET', '/open', { host })).status, 421, host)
    assert.equal((await call('GET', '/openapi.json', { host })).status, 421, host)
  }
  for (const host of ['spr.local', 'SPR.local:8000', 'spr.local.']) {
    assert.equal((await call('GET', '/open', { host })).status, 200, host)
  }
})

test('one access is one event, without the query', async () => {
  const seen: unknown[] = []
  using _log = trial.bus.subscribe('log:www:access', (event) => seen.push([event.method, event.path]))
  await call('GET', '/find?last=secret')
  assert.deepEqual(seen, [['GET', '/find']])
})

test('HEAD has the headers of GET, and no body', async () => {
  const reply = await call('HEAD', '/text')
  assert.deepEqual([reply.status, reply.text, reply.headers['content-length']], [200, '', '20'])
})

test('without an admin app a browser gets a message', async () => {
  const reply = await call('GET', '/', { ...nobody, accept: 'text/html' })
  assert.equal(reply.status, 503)
  assert.match(reply.text, /has not been built/)
})

test('unknown users and invalid credentials get 401', async () => {
  assert.equal((await call('GET', '/things', { authorization: basic('x', 'nobody') })).status, 401)
  assert.equal((await call('GET', '/things', { authorization: 'Basic !!' })).status, 401)
})

test('a release on trial refuses changes with the reason, and answers questions', async () => {
  let isOnTrial = true
  await using other = await openTrial({ isOnTrial: () => isOnTrial })
  const refused = await other.call('PUT', '/touch')
  assert.equal(refused.status, 503)
  assert.match(refused.text, /update is being checked/)
  assert.equal((await other.call('PUT', '/touch', nobody)).status, 401)
  assert.equal((await other.call('GET', '/things')).status, 200)
  isOnTrial = false
  assert.equal((await other.call('PUT', '/touch')).status, 200)
})
