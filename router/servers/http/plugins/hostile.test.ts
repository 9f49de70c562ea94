import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { basic } from '../trial.fixture.ts'
import { openPluginTrial } from './plugin.fixture.ts'

/** A plugin that sends these bytes, and another one that behaves. Each may answer with the number of its connections. */
async function open(answer: (socket: Socket, path: string) => void) {
  const trial = await openPluginTrial()
  const connections = new Set<Socket>()
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    connections.add(request.socket)
    if (request.url === '/fine') response.setHeader('Content-Length', 4).end('fine')
    else answer(request.socket, request.url ?? '')
  })
  await trial.add('hostile', server)
  await trial.add('other', (_request, response) => response.end('other'))
  return {
    ...trial,
    connections,
    get: (path: string) => trial.call('GET', `/plugins/hostile${path}`),
    /** Other calls succeed: of this plugin, of another one, of the router. */
    async demandOthers() {
      const all = await Promise.all(
        ['/plugins/hostile/fine', '/plugins/other/x', '/things'].map((at) => trial.call('GET', at)),
      )
      assert.deepEqual(
        all.map(({ status }) => status),
        [200, 200, 200],
      )
      assert.deepEqual(
        all.slice(0, 2).map(({ text }) => text),
        ['fine', 'other'],
      )
    },
  }
}

const ok = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n')

const INVALID: Readonly<Record<string, string>> = {
  'a length and chunks': `${ok('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  'two lengths': `${ok('Content-Length: 4', 'Content-Length: 40')}evil`,
  'a folded line': `${ok('X-Own: a', ' Content-Length: 4', 'Content-Length: 4')}evil`,
  'a bare line feed': `${ok('X-Own: a\nSet-Cookie: a=b', 'Content-Length: 4')}evil`,
  'another coding': `${ok('Transfer-Encoding: gzip')}evil`,
  'endless interim responses': 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(1000),
  'an endless head': ok(...Array.from({ length: 99 }, (_, i) => `X-${i}: ${'x'.repeat(300)}`)),
  'a switch of protocols': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
}

for (const [what, bytes] of Object.entries(INVALID))
  test(`a response with ${what} is 502, and affects no other call`, async () => {
    await using trial = await open((socket) => socket.end(bytes, 'latin1'))
    const { status, headers, text } = await trial.get('/x')
    assert.deepEqual([status, text], [502, 'The plugin hostile did not send a valid response.\n'])
    assert.equal(headers['set-cookie'], undefined)
    await trial.demandOthers()
  })

test('bytes after a response do not become the response to another call', async () => {
  const evil = `${ok('Content-Length: 4')}evil`
  const bodies: Readonly<Record<string, string>> = {
    '/length': `${ok('Content-Length: 4')}good${evil}`,
    '/chunks': `${ok('Transfer-Encoding: chunked')}4\r\ngood\r\n0\r\n\r\n${evil}`,
    '/empty': `HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\ngood${evil}`,
  }
  await using trial = await open((socket, path) => socket.write(bodies[path] ?? ''))
  for (const path of Object.keys(bodies)) {
    const { status, text } = await trial.get(path)
    assert.deepEqual([status, text], path === '/empty' ? [204, ''] : [200, 'good'])
    await trial.demandOthers()
  }
})

test('bytes without a request close the connection', async () => {
  const closed = Promise.withResolvers<void>()
  await using trial = await open((socket) => {
    socket.once('close', closed.resolve)
    socket.write(`${ok('Content-Length: 4')}good`, () => socket.write(`${ok('Content-Length: 4')}evil`))
  })
  assert.equal((await trial.get('/x')).text, 'good')
  await closed.promise
  await trial.demandOthers()
})

test('a response that breaks off ends the connection of its caller, who cannot take it for complete', async () => {
  const cut: Readonly<Record<string, string>> = {
    '/length': `${ok('Content-Length: 10')}half`,
    '/chunks': `${ok('Transfer-Encoding: chunked')}a\r\nhalf`,
    '/last': `${ok('Transfer-Encoding: chunked')}4\r\nhalf\r\n`,
    '/invalid': `${ok('Transfer-Encoding: chunked')}4\r\nhalf\r\nx\r\n`,
  }
  await using trial = await open((socket, path) => socket.end(cut[path] ?? ''))
  for (const path of Object.keys(cut)) {
    await assert.rejects(trial.get(path), path)
    await trial.demandOthers()
  }
})

test('a plugin that closes a connection with a request on it is asked once more', async () => {
  let asked = 0
  await using trial = await open((socket, path) => {
    if (path === '/never' || ++asked < 2) socket.destroy()
    else socket.end(`${ok('Content-Length: 5')}again`)
  })
  await trial.demandOthers()
  // Over the idle connection of the call before, which the plugin closes.
  assert.equal((await trial.get('/x')).text, 'again')
  assert.equal((await trial.get('/never')).status, 502)
})

test('a caller who disconnects occupies no call', async () => {
  let reached = Promise.withResolvers<void>()
  await using trial = await open(() => reached.resolve())
  for (let round = 0; round < 40; round++) {
    reached = Promise.withResolvers<void>()
    const path = '/plugins/hostile/hangs'
    const call = request({ port: trial.port, path, headers: { authorization: basic(), host: '127.0.0.1' } })
    call.on('error', () => undefined)
    call.end()
    await reached.promise
    call.destroy()
    for (let i = 0; i < 20; i++) await turn()
  }
  await trial.demandOthers()
})

test('a body of many tiny chunks, interim responses and a body until the end of the connection arrive', async () => {
  const tiny = `${ok('Transfer-Encoding: chunked')}${'1\r\nx\r\n'.repeat(20_000)}0\r\n\r\n`
  const bodies: Readonly<Record<string, string>> = {
    '/tiny': tiny,
    '/interim': `HTTP/1.1 100 Continue\r\n\r\n${tiny}`,
    '/close': `${ok()}${'x'.repeat(20_000)}`,
    '/old': `HTTP/1.0 200 OK\r\nContent-Length: 20000\r\n\r\n${'x'.repeat(20_000)}`,
  }
  await using trial = await open((socket, path) => socket.end(bodies[path] ?? ''))
  for (const path of Object.keys(bodies)) {
    const { status, text } = await trial.get(path)
    assert.deepEqual([status, text === 'x'.repeat(20_000)], [200, true], path)
  }
})

test('a response is complete however it is cut', async () => {
  const whole = `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${ok('Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\nX: 1\r\n\r\n`
  await using trial = await open(async (socket, path) => {
    const at = Number(path.slice(1))
    socket.write(whole.slice(0, at))
    await turn()
    socket.write(whole.slice(at))
  })
  for (let at = 1; at < whole.length; at += 5) {
    const { status, text } = await trial.get(`/${at}`)
    assert.deepEqual([status, text], [200, 'hello'], `${at}`)
  }
  // Nothing was left over: all calls shared a connection.
  assert.equal(trial.connections.size, 1)
})
