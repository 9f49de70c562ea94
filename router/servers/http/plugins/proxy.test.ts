import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { digestOf } from '../../../features/access/credentials/credential.ts'
import { basic } from '../trial.fixture.ts'
import { openPluginTrial, pluginRow } from './plugin.fixture.ts'

/** Answers with the call as the plugin received it. */
const echo = (request: IncomingMessage, response: import('node:http').ServerResponse): void => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method, url, rawHeaders } = request
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ method, url, rawHeaders, body: Buffer.concat(chunks).toString() }))
  })
}

test('a call reaches the plugin without the prefix, with method, query and body', async () => {
  await using trial = await openPluginTrial()
  await trial.add('weather', echo, { URI: 'weather/now' })
  const { status, text } = await trial.call('PUT', '/plugins/weather/now/a%20b/c?d=1&d=2', {}, 'hello')
  assert.equal(status, 200)
  const seen = JSON.parse(text)
  assert.deepEqual([seen.method, seen.url, seen.body], ['PUT', '/a%20b/c?d=1&d=2', 'hello'])
  const root = await trial.call('GET', '/plugins/weather/now')
  assert.equal(JSON.parse(root.text).url, '/')
  for (const method of ['POST', 'PATCH', 'DELETE'])
    assert.equal(JSON.parse((await trial.call(method, '/plugins/weather/now/x')).text).method, method)
  assert.equal((await trial.call('HEAD', '/plugins/weather/now/x')).status, 200)
})

test('of the caller’s headers a plugin receives the type and length of the body, and what is accepted', async () => {
  await using trial = await openPluginTrial()
  await trial.add('sample', echo)
  const headers = {
    'Content-Type': 'text/x-own; charset=utf-8',
    Accept: 'text/html',
    Cookie: 'a=b',
    'X-JWT-OTP': 'proof',
    'X-Forwarded-For': '1.2.3.4',
    Referer: 'http://spr.local/',
    'User-Agent': 'curl',
  }
  const { text } = await trial.call('PUT', '/plugins/sample/x', headers, 'hello')
  const { rawHeaders } = JSON.parse(text)
  const seen = Object.fromEntries(
    rawHeaders
      .map((name: string, i: number) => [name.toLowerCase(), rawHeaders[i + 1]])
      .filter((_: unknown, i: number) => i % 2 === 0),
  )
  const { host, connection, ...rest } = seen
  assert.deepEqual([host, connection.toLowerCase()], ['localhost', 'keep-alive'])
  assert.deepEqual(rest, { 'content-type': 'text/x-own; charset=utf-8', 'content-length': '5', accept: 'text/html' })
})

test('headers that would act on the origin of the admin app are removed, others are passed on', async () => {
  await using trial = await openPluginTrial()
  await trial.add('sample', (request, response) => {
    response.writeHead(request.url === '/moved' ? 302 : 200, {
      ...(request.url === '/moved' ? { Location: '/new?a=1' } : { Location: 'http://evil.example/' }),
      'Set-Cookie': 'a=b',
      'Content-Security-Policy': 'default-src *',
      'Access-Control-Allow-Origin': 'http://evil.example',
      'Access-Control-Allow-Credentials': 'true',
      'Strict-Transport-Security': 'max-age=1',
      'Service-Worker-Allowed': '/',
      'Clear-Site-Data': '"*"',
      'WWW-Authenticate': 'Basic',
      'X-Frame-Options': 'ALLOWALL',
      'Content-Type': 'text/html',
      'Cache-Control': 'public',
      'X-Own': 'kept',
      ETag: '"1"',
    })
    response.end('<script>1</script>')
  })
  const { headers, text } = await trial.call('GET', '/plugins/sample/')
  assert.equal(text, '<script>1</script>')
  assert.deepEqual([headers['x-own'], headers.etag, headers['content-type']], ['kept', '"1"', 'text/html'])
  assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'")
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.match(String(headers['cache-control']), /no-store/)
  for (const name of ['set-cookie', 'access-control-allow-credentials', 'strict-transport-security', 'location'])
    assert.equal(headers[name], undefined, name)
  for (const name of ['service-worker-allowed', 'clear-site-data', 'www-authenticate'])
    assert.equal(headers[name], undefined, name)
  const moved = await trial.call('GET', '/plugins/sample/moved')
  assert.deepEqual([moved.status, moved.headers.location], [302, '/plugins/sample/new?a=1'])
})

test('a caller needs credentials, and a token the scope of the plugin’s path', async () => {
  await using trial = await openPluginTrial()
  await trial.add('sample', echo)
  await trial.add('other', echo)
  const path = '/plugins/sample/x'
  assert.equal((await trial.call('GET', path, { authorization: '' })).status, 401)
  assert.equal((await trial.call('GET', path, { authorization: basic('wrong') })).status, 401)
  const as = async (method: string, at: string, ...ScopedPaths: string[]) => {
    await trial.change((draft) => draft.tokens.put(digestOf('t'), { Name: 't', Sealed: '', Expire: 0, ScopedPaths }))
    return (await trial.call(method, at, { authorization: 'Bearer t' })).status
  }
  assert.equal(await as('PUT', path, '/plugins/sample:rw'), 200)
  assert.equal(await as('PUT', path, '/plugins/sample:r'), 401)
  assert.equal(await as('GET', path, '/plugins/other'), 401)
  assert.equal(await as('GET', '/plugins/sample/../other/x', '/plugins/sample'), 401)
  assert.equal(await as('GET', '/plugins/sample/../other/x', '/plugins'), 404)
  for (const spelling of ['%2e%2E/', '%2e%2e%2f', '..%2F', '%2e%2e%5c', 'a%2f..%2f', 'a/%2e%2e'])
    assert.equal(
      await as('GET', `/plugins/sample/${spelling}other/x`.replace(/%2e%2eother.*/, '%2e%2e'), '/plugins'),
      404,
    )
})

test('a disabled or unknown plugin is 404, one that does not run 502', async () => {
  await using trial = await openPluginTrial()
  await trial.add('off', echo, { Enabled: false })
  await trial.change((draft) => draft.plugins.put('gone', pluginRow('gone')))
  assert.equal((await trial.call('GET', '/plugins/off/x')).status, 404)
  assert.equal((await trial.call('GET', '/plugins/nothing/x')).status, 404)
  assert.equal((await trial.call('GET', '/plugins/nothing/x', { authorization: '' })).status, 401)
  const gone = await trial.call('GET', '/plugins/gone/x')
  assert.deepEqual([gone.status, gone.text], [502, 'The plugin gone is not running.\n'])
})

test('a socket that the plugin has replaced by a link to another socket, or by a file, is not used', async () => {
  await using trial = await openPluginTrial()
  let reached = 0
  const console_ = createServer((_request, response) => {
    reached++
    response.end('the console')
  })
  const path = join(trial.data, 'console')
  await new Promise<void>((resolve) => console_.listen(path, resolve))
  for (const [name, place] of [
    ['linked', (at: string) => symlinkSync(path, at)],
    ['file', (at: string) => writeFileSync(at, 'x')],
  ] as const) {
    mkdirSync(trial.directory(name), { recursive: true })
    place(join(trial.directory(name), 'socket'))
    await trial.change((draft) => draft.plugins.put(name, pluginRow(name)))
    assert.equal((await trial.call('GET', `/plugins/${name}/x`)).status, 502)
  }
  assert.equal(reached, 0)
  console_.close()
})

test('a body that is too long is refused, and so is a plugin that breaks off', async () => {
  await using trial = await openPluginTrial()
  await trial.add('sample', (request, response) => {
    if (request.url === '/break') request.socket.destroy()
    else if (request.url === '/nonsense') request.socket.end('nonsense\r\n\r\n')
    else if (request.url === '/switch')
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')
    else if (request.url === '/huge') request.socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
    else echo(request, response)
  })
  const long = await trial
    .call('PUT', '/plugins/sample/x', { 'content-length': String(65 << 20) })
    .catch(() => undefined)
  assert.ok(long === undefined || long.status === 413)
  for (const path of ['break', 'nonsense', 'switch', 'huge'])
    assert.equal((await trial.call('GET', `/plugins/sample/${path}`)).status, 502, path)
  assert.equal((await trial.call('GET', '/plugins/sample/fine')).status, 200)
})

test('a plugin that does not answer occupies a limited number of calls, for a minute', async () => {
  await using trial = await openPluginTrial()
  const waiting = Promise.withResolvers<void>()
  let calls = 0
  await trial.add('hung', () => {
    if (++calls === 32) waiting.resolve()
  })
  await trial.add('sample', echo)
  const hung = Array.from({ length: 32 }, () => trial.call('GET', '/plugins/hung/x'))
  await waiting.promise
  assert.equal((await trial.call('GET', '/plugins/hung/x')).status, 503)
  assert.equal((await trial.call('GET', '/plugins/sample/x')).status, 200)
  assert.equal((await trial.call('GET', '/things')).status, 200)
  trial.clock.step(60_000)
  assert.deepEqual(new Set((await Promise.all(hung)).map(({ status }) => status)), new Set([504]))
})

test('a response is read no faster than the caller reads it, and the plugin’s call ends with the caller', async () => {
  await using trial = await openPluginTrial()
  let written = 0
  const closed = Promise.withResolvers<void>()
  await trial.add('flood', (_request, response) => {
    response.on('close', () => closed.resolve())
    const chunk = Buffer.alloc(64 << 10)
    const write = (): void => {
      while (response.write(chunk)) written += chunk.length
      response.once('drain', write)
    }
    write()
  })
  const slow = await new Promise<IncomingMessage>((resolve) => {
    request(
      { port: trial.port, path: '/plugins/flood/x', headers: { authorization: basic(), host: '127.0.0.1' } },
      resolve,
    ).end()
  })
  slow.pause()
  let before = -1
  while (before !== written) {
    before = written
    for (let i = 0; i < 50; i++) await turn()
  }
  assert.ok(written < 32 << 20, `${written} bytes`)
  slow.destroy()
  await closed.promise
})

test('a plugin that restarts is reached again, and a disabled one no longer', async () => {
  await using trial = await openPluginTrial()
  const first = await trial.add('sample', echo)
  assert.equal((await trial.call('GET', '/plugins/sample/x')).status, 200)
  first.closeAllConnections()
  await new Promise<void>((resolve) => first.close(() => resolve()))
  assert.equal((await trial.call('GET', '/plugins/sample/x')).status, 502)
  await trial.add('sample', echo)
  assert.equal((await trial.call('GET', '/plugins/sample/x')).status, 200)
  await trial.change((draft) => draft.plugins.put('sample', pluginRow('sample', { Enabled: false })))
  assert.equal((await trial.call('GET', '/plugins/sample/x')).status, 404)
})

test('calls without a body share connections, which are closed when they are not used', async () => {
  await using trial = await openPluginTrial()
  const sockets = new Set<import('node:net').Socket>()
  const server = await trial.add('sample', (request, response) => {
    sockets.add(request.socket)
    echo(request, response)
  })
  const get = () => trial.call('GET', '/plugins/sample/x')
  for (let i = 0; i < 5; i++) await get()
  assert.equal(sockets.size, 1)
  await Promise.all([get(), get(), get()])
  assert.ok(sockets.size <= 3)
  await trial.clock.step(15_000)
  const count = () => new Promise<number>((resolve) => server.getConnections((_error, open) => resolve(open)))
  assert.ok((await count()) > 0)
  await trial.clock.step(15_000)
  while ((await count()) > 0) await turn()
  assert.equal((await get()).status, 200)
})

test('events arrive while the response goes on', async () => {
  await using trial = await openPluginTrial()
  const next = Promise.withResolvers<void>()
  await trial.add('sample', async (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.flushHeaders()
    await next.promise
    response.write('data: 1\n\n')
  })
  const path = '/plugins/sample/x'
  const headers = { authorization: basic(), host: '127.0.0.1' }
  const events = await new Promise<IncomingMessage>((resolve) => {
    request({ port: trial.port, path, headers }, resolve).end()
  })
  assert.equal(events.headers['content-type'], 'text/event-stream')
  next.resolve()
  assert.equal(String((await events[Symbol.asyncIterator]().next()).value), 'data: 1\n\n')
  events.destroy()
})

test('a body without a length is sent in chunks, and a plugin may answer before it has read a body', async () => {
  await using trial = await openPluginTrial()
  await trial.add('sample', (request, response) => {
    if (request.url !== '/early') return echo(request, response)
    response.writeHead(409).end('enough')
  })
  const chunked = { 'transfer-encoding': 'chunked', 'content-type': 'text/plain' }
  const send = (path: string, bodies: readonly string[]) =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const headers = { ...chunked, authorization: basic(), host: '127.0.0.1' }
      const call = request({ port: trial.port, method: 'PUT', path, headers, agent: false }, async (response) => {
        resolve({ status: response.statusCode, text: (await response.setEncoding('utf8').toArray()).join('') })
      })
      call.on('error', reject)
      for (const body of bodies) call.write(body)
      call.end()
    })
  const seen = JSON.parse((await send('/plugins/sample/x', ['a', 'b'.repeat(300_000), 'c'])).text)
  assert.equal(seen.body, `a${'b'.repeat(300_000)}c`)
  assert.ok(seen.rawHeaders.includes('chunked'))
  const early = await send(
    '/plugins/sample/early',
    Array.from({ length: 20 }, () => 'x'.repeat(100_000)),
  )
  assert.deepEqual(early, { status: 409, text: 'enough' })
})

test('a long response arrives whole and unchanged', async () => {
  await using trial = await openPluginTrial()
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => String(i)).join(' '))
  await trial.add('sample', (request, response) => {
    if (request.url !== '/chunks') return void response.setHeader('Content-Length', bytes.length).end(bytes)
    for (let at = 0; at < bytes.length; at += 10_007) response.write(bytes.subarray(at, at + 10_007))
    response.end()
  })
  for (const path of ['length', 'chunks', 'length'])
    assert.ok((await trial.call('GET', `/plugins/sample/${path}`)).text === bytes.toString(), path)
  const head = await trial.call('HEAD', '/plugins/sample/length')
  assert.deepEqual([head.headers['content-length'], head.text], [String(bytes.length), ''])
})
