import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, METHODS, type ServerOptions } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { newApp } from '../app.ts'
import { mount } from '../routes.ts'
import { basic, openTrial, trialOperations } from '../trial.fixture.ts'
import { HTTP_TIMEOUTS, openListener } from './listener.ts'

/** Malformed and hostile requests. Each is refused, and the next caller is served. */
const trial = await openTrial()
after(() => trial[Symbol.asyncDispose]())

const HOST = 'Host: 127.0.0.1\r\n'
const SIGNED_IN = `${HOST}Authorization: ${basic()}\r\n`
const LAST = `GET /text HTTP/1.1\r\n${SIGNED_IN}Connection: close\r\n\r\n`

/** All that comes back for these bytes, until the server ends it. */
async function exchange(text: string | Buffer, port = trial.port): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // A server that refuses may not wait until all is sent.
  socket.write(text)
  const chunks: string[] = []
  socket.setEncoding('latin1').on('data', (chunk: string) => chunks.push(chunk))
  await once(socket, 'close')
  return chunks.join('')
}

const statuses = (text: string): number[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))

/** Statuses of the responses to these bytes. The server works afterwards, and has logged no internal error. */
async function refusals(text: string | Buffer): Promise<number[]> {
  const faults: string[] = []
  using _faults = trial.bus.subscribe('log:api', ({ msg }) => faults.push(msg))
  const answered = statuses(await exchange(text))
  assert.deepEqual(statuses(await exchange(LAST)), [200])
  assert.deepEqual(faults, [])
  return answered
}

test('every method of the parser gets 401 without credentials, and 405 with them where the path is known', async () => {
  const call = (method: string, path: string, headers: string) =>
    `${method} ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`
  for (const method of METHODS.filter((name) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(name))) {
    assert.deepEqual(await refusals(call(method, '/text', HOST)), [401], method)
    assert.deepEqual(await refusals(call(method, '/nowhere', HOST)), [401], method)
    assert.deepEqual(await refusals(call(method, '/nowhere', SIGNED_IN)), [404], method)
    for (const path of ['/text', '/things', '/openapi.json', '/ws']) {
      const answer = await exchange(call(method, path, SIGNED_IN))
      assert.deepEqual(statuses(answer), [405], `${method} ${path}`)
      assert.match(answer, /^allow: GET, HEAD, OPTIONS\r$/m)
      assert.ok(answer.endsWith(`${method}: this path takes GET, HEAD, OPTIONS.\n`), answer)
    }
  }
  assert.match(await exchange(call('HEAD', '/touch', SIGNED_IN)), /^HTTP\/1.1 405 .*^allow: PUT, OPTIONS\r$/ms)
  // The body of a method that has no operation is not read.
  const withBody = `QUERY /text HTTP/1.1\r\n${SIGNED_IN}Content-Type: x\r\nContent-Length: 2\r\n\r\n{}`
  assert.deepEqual(await refusals(withBody + LAST), [405, 200])
})

test('a target in absolute form counts as its path and host', async () => {
  const call = (target: string, host = HOST) => `GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
  const signedIn = (target: string) => call(target, SIGNED_IN)
  assert.match(await exchange(signedIn('http://spr.local/find?last=1')), /^HTTP\/1.1 200 .*\{"last":"1"\}\n$/s)
  assert.deepEqual(await refusals(call('HTTP://127.0.0.1:80/open')), [200])
  assert.deepEqual(await refusals(call('http://127.0.0.1/open', 'Host: evil.example\r\n')), [200], 'Host is ignored')
  assert.deepEqual(await refusals(signedIn('http://spr.local?last=1')), [404])
  for (const target of ['http://evil.example/open', 'http://spr.local@evil.example/open', 'http:///open', 'http:open'])
    assert.ok([400, 421].includes((await refusals(call(target)))[0]!), target)
  assert.deepEqual(await refusals(call('https://127.0.0.1/open')), [421], 'not over a plain connection')
  assert.deepEqual(await refusals(call('ftp://127.0.0.1/open')), [400])
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  const misled = `GET http://evil.example/ws HTTP/1.1\r\n${HOST}${upgrade}${key}\r\n`
  assert.deepEqual(await refusals(misled), [421])
})

test('a target that is too long gets 414, headers 431, and each a line that says so', async () => {
  const call = (path: string) => exchange(`GET ${path} HTTP/1.1\r\n${SIGNED_IN}Connection: close\r\n\r\n`)
  assert.match(await call(`/find?last=${'x'.repeat(8181)}`), /^HTTP\/1.1 200 /)
  assert.match(await call(`/find?last=${'x'.repeat(8182)}`), /^HTTP\/1.1 414 .*path: must be at most 8192 [a-z ]+\n$/s)
  assert.match(await call(`/thing/${'x'.repeat(6000)}`), /^HTTP\/1.1 414 .*path: is too long\n$/s)
  assert.match(await call(`/find?last=${'x'.repeat(20_000)}`), /^HTTP\/1.1 431 .*headers must be at most 16 KiB\.\n$/s)
  assert.match(await exchange('GARBAGE\r\n\r\n'), /^HTTP\/1.1 400 .*This is not a valid HTTP request\.\n$/s)
})

test('text that is not UTF-8 is refused, in the path, the query and the body', async () => {
  const put = (body: Buffer) =>
    Buffer.concat([Buffer.from(`PUT /thing/x HTTP/1.1\r\n${SIGNED_IN}Content-Length: ${body.length}\r\n\r\n`), body])
  const wrong = [[0xff], [0xc0, 0xae], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xf5, 0x80, 0x80, 0x80]]
  for (const bytes of wrong) {
    const body = Buffer.concat([Buffer.from('{"Name":"'), Buffer.from(bytes), Buffer.from('","Size":1}')])
    assert.deepEqual(await refusals(Buffer.concat([put(body), Buffer.from(LAST)])), [400, 200], String(bytes))
    const encoded = bytes.map((byte) => `%${byte.toString(16)}`).join('')
    for (const target of [
      `/thing/${encoded}`,
      `/find?last=${encoded}`,
      `/find?${encoded}=1`,
      `/find?last=a&${encoded}`,
    ]) {
      const answer = await exchange(`GET ${target} HTTP/1.1\r\n${SIGNED_IN}Connection: close\r\n\r\n`)
      assert.deepEqual(statuses(answer), [400], target)
    }
  }
  assert.deepEqual(await refusals(`GET /thing/日本語 HTTP/1.1\r\n${SIGNED_IN}Connection: close\r\n\r\n`), [400])
  assert.match(
    await exchange(Buffer.concat([put(Buffer.from([0xff])), Buffer.from(LAST)])),
    /body: is not valid UTF-8\n/,
  )
})

test('requests without valid credentials are logged at a limited rate, and the rest is counted', async () => {
  await using fresh = await openTrial()
  const lines: string[] = []
  using _access = fresh.bus.subscribe('log:www:access', ({ path }) => lines.push(path))
  using _log = fresh.bus.subscribe('log:api', ({ msg }) => lines.push(msg))
  using _auth = fresh.bus.subscribe('auth:failure', () => lines.push('failure'))
  const calls = (count: number, path: string, headers = HOST) =>
    `GET ${path} HTTP/1.1\r\n${headers}\r\n`.repeat(count) + LAST
  await exchange(calls(500, `/${'x'.repeat(7000)}`), fresh.port)
  assert.deepEqual([lines.length, lines[0]?.length], [31, 200], '30 lines, and the last call, which is known')
  await exchange(calls(500, '/text', `Host: evil.example\r\n`), fresh.port)
  await exchange(calls(500, '/text', `${HOST}Authorization: Bearer wrong\r\n`), fresh.port)
  assert.equal(lines.filter((line) => line === 'failure').length, 30)
  assert.equal(lines.length, 31 + 1 + 1 + 30)
  await fresh.clock.step(10_000)
  await exchange(calls(1, '/text', `${HOST}Authorization: Bearer wrong\r\n`), fresh.port)
  assert.deepEqual(lines.slice(-5), [
    '470 more failed sign-ins are not listed',
    'failure',
    '1470 more calls without valid credentials are not listed',
    '/text',
    '/text',
  ])
})

test('headers that are too long are refused', async () => {
  assert.deepEqual(await refusals(`GET /text HTTP/1.1\r\n${SIGNED_IN}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`), [431])
  assert.deepEqual(await refusals(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${SIGNED_IN}\r\n`), [431])
})

test('too many headers are refused, and not just the last of them overlooked', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `X-${n}: x\r\n`).join('')
  const call = (count: number, more = '') =>
    `GET /setup-state HTTP/1.1\r\n${HOST}${many(count)}${more}Connection: close\r\n\r\n`
  assert.deepEqual(await refusals(call(98)), [401])
  assert.deepEqual(await refusals(call(99)), [431])
  assert.deepEqual(await refusals(call(500, 'Origin: http://evil.example\r\n')), [431])
})

test('a request has exactly one host', async () => {
  const call = (hosts: string, version = '1.1') => `GET /open HTTP/${version}\r\n${hosts}Connection: close\r\n\r\n`
  assert.deepEqual(await refusals(call(HOST)), [200])
  assert.deepEqual(await refusals(call('')), [400])
  assert.deepEqual(await refusals(call('', '1.0')), [421])
  assert.deepEqual(await refusals(call(`${HOST}Host: evil.example\r\n`)), [400])
  assert.deepEqual(await refusals(call(`Host: evil.example\r\n${HOST}`)), [400])
  assert.deepEqual(await refusals(call('Host: 127.0.0.1, evil.example\r\n')), [421])
})

test('a body has exactly one valid length', async () => {
  const put = (headers: string, body: string) => `PUT /upload HTTP/1.1\r\n${SIGNED_IN}${headers}\r\n${body}`
  const chunked = 'Transfer-Encoding: chunked\r\n'
  const wrong = [
    put(`Content-Length: 3\r\n${chunked}`, '0\r\n\r\n'),
    put('Content-Length: 3\r\nContent-Length: 4\r\n', 'abcd'),
    put('Content-Length: -1\r\n', ''),
    put('Content-Length: 1e3\r\n', ''),
    put('Content-Length: 0x3\r\n', 'abc'),
    put('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'),
    put(chunked, 'zz\r\n\r\n'),
    put(chunked, 'ffffffffffffffffff\r\n\r\n'),
  ]
  for (const text of wrong) assert.deepEqual(await refusals(text), [400], text)
})

test('invalid bytes after a request get 400, and the connection ends', async () => {
  const call = `GET /text HTTP/1.1\r\n${SIGNED_IN}\r\n`
  for (const junk of ['\0\0\0\0', 'hello\r\n\r\n', 'GET\r\n\r\n', '\x16\x03\x01\x02\0\x01', 'GET / HTTP/9.9\r\n\r\n'])
    assert.equal((await refusals(call + call + junk)).at(-1), 400, JSON.stringify(junk))
})

test('pipelined calls over one connection are answered in their order', async () => {
  const calls = Array.from({ length: 300 }, (_, n) => `GET /find?last=${n} HTTP/1.1\r\n${SIGNED_IN}\r\n`).join('')
  const answers = [...(await exchange(calls + LAST)).matchAll(/\{"last":"(\d+)"\}/g)].map(([, n]) => Number(n))
  assert.deepEqual(
    answers,
    Array.from({ length: 300 }, (_, n) => n),
  )
})

test('control characters, wrong line ends and unknown methods get 400', async () => {
  const wrong = [
    `GET /text HTTP/1.1\r\n${SIGNED_IN}X: a\0b\r\n\r\n`,
    `GET /text HTTP/1.1\r\n${SIGNED_IN}X: a\rb\r\n\r\n`,
    `GET /text HTTP/1.1\r\n${SIGNED_IN}X : a\r\n\r\n`,
    `GET /text HTTP/1.1\r\n${SIGNED_IN} folded\r\n\r\n`,
    `GET /te\x01xt HTTP/1.1\r\n${SIGNED_IN}\r\n`,
    `GET /te xt HTTP/1.1\r\n${SIGNED_IN}\r\n`,
    `FETCH /text HTTP/1.1\r\n${SIGNED_IN}\r\n`,
  ]
  for (const text of wrong) assert.deepEqual(await refusals(text), [400], JSON.stringify(text))
})

test('no caller is redirected to another host', async () => {
  for (const target of ['http://evil.example/text', '//evil.example/text', '*', 'text']) {
    const [status = 0] = await refusals(`GET ${target} HTTP/1.1\r\n${SIGNED_IN}Connection: close\r\n\r\n`)
    assert.ok(status >= 400 && status < 500, `${target} gave ${status}`)
  }
  assert.deepEqual(await refusals(`CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n`), [405])
  const trace = await exchange(`TRACE /text HTTP/1.1\r\n${SIGNED_IN}Connection: close\r\n\r\n`)
  assert.ok(!trace.includes('Authorization'), 'credentials are not said back')
  assert.ok(statuses(trace)[0]! >= 400)
})

test('path traversal, invalid encodings and prototype keys have no effect', async () => {
  const paths = [
    '/thing/../text',
    '/thing/%2e%2e%2ftext',
    '/thing/..%5c..%5cetc%5cpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/thing/%00',
    '/thing/%zz',
    '/thing/%c0%ae%c0%ae',
    '/thing/%ff',
    '/find?__proto__[x]=1&constructor=2&last=3',
    `/thing/${'a/'.repeat(3000)}`,
    `/find?${'word=x&'.repeat(2000)}`,
  ]
  for (const path of paths) {
    const [status = 0] = await refusals(`GET ${path} HTTP/1.1\r\n${SIGNED_IN}Connection: close\r\n\r\n`)
    assert.ok(status >= 200 && status < 500, `${path} gave ${status}`)
  }
  const polluted = await trial.call('GET', '/find?__proto__=1&last=3')
  assert.equal(polluted.text, '{"last":"3"}\n')
})

/** A listener with other timeouts, whose close a test can wait for. */
async function openListenerWith(patience: ServerOptions) {
  const clock = openSteppedClock()
  const app = newApp({ bus: openBus(() => {}), clock })
  app.decorateRequest('caller', { getter: () => ({ name: '', kind: 'anonymous', address: '' }) as const })
  app.decorateRequest('demandStillGood', { getter: () => () => {} })
  mount(app, trialOperations)
  await app.ready()
  const listener = await openListener(
    { onRequest: app.routing, clock, kind: 'network', at: { host: '127.0.0.1', port: 0 } },
    createServer({ ...HTTP_TIMEOUTS, ...patience }),
  )
  return {
    port: listener.port,
    async [Symbol.asyncDispose]() {
      await listener.close()
      await app.close()
    },
  }
}

test('clients that send nothing, an endless header or a slow body are disconnected', async () => {
  await using listener = await openListenerWith({
    headersTimeout: 60,
    requestTimeout: 120,
    connectionsCheckingInterval: 10,
  })
  const begun = {
    nothing: '',
    'half a request line': 'GET /te',
    'headers without end': `GET /text HTTP/1.1\r\n${HOST}`,
    'a body drop by drop': `PUT /thing/x HTTP/1.1\r\n${HOST}Content-Length: 1000\r\n\r\n{`,
    'an upload drop by drop': `PUT /upload HTTP/1.1\r\n${HOST}Content-Length: 1000\r\n\r\nx`,
  }
  for (const [what, text] of Object.entries(begun)) {
    const socket = connect(listener.port, '127.0.0.1').setEncoding('latin1')
    // More comes all the time, so that the connection is never idle.
    const drip = setInterval(() => text !== '' && socket.write('x'), 10)
    let received = ''
    socket.on('data', (chunk) => (received += chunk)).on('error', () => {})
    socket.write(text)
    const [wasReset] = await new Promise<boolean[]>((resolve) => socket.once('close', (...how) => resolve(how)))
    clearInterval(drip)
    // What drips on after the listener has closed comes back as a reset, and that may overtake the answer.
    if (!wasReset) assert.deepEqual(statuses(received), [408], what)
  }
})

test('an idle connection is closed after its timeout', async () => {
  await using listener = await openListenerWith({ keepAliveTimeout: 60 })
  assert.deepEqual(statuses(await exchange(`GET /text HTTP/1.1\r\n${HOST}\r\n`, listener.port)), [200])
})

test('one address cannot occupy all connections, and another address can still connect', async () => {
  await using listener = await openListenerWith({})
  const open: Socket[] = []
  const enter = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    open.push(socket)
    await once(socket, 'connect')
    return socket
  }
  const shownOut = Promise.withResolvers<void>()
  // The end is seen only by a client that reads.
  for (let n = 0; n < 257; n++)
    void enter('127.0.0.2').then((socket) => socket.resume().once('close', () => shownOut.resolve()))
  await shownOut.promise
  const other = await enter('127.0.0.3')
  other.write(`GET /text HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)
  assert.deepEqual(statuses((await other.setEncoding('latin1').toArray()).join('')), [200])
  for (const socket of open) socket.destroy()
})
