import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { openSocketApi } from '../sockets.ts'
import { basic, openTrial, saved, send, trialOperations } from '../trial.fixture.ts'
import { openListener } from './listener.ts'

function openDirectory() {
  const path = mkdtempSync(join(tmpdir(), 'sallyport-http-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

const removeFile = (path: string) => rmSync(path, { force: true })
const bus = openBus(() => {})

test('the console may do everything, and credentials given there are checked', async () => {
  using directory = openDirectory()
  const path = join(directory.path, 'console')
  writeFileSync(path, 'left behind')
  await using trial = await openTrial({ console: path, machine: { clock: openSteppedClock(), removeFile } })
  assert.equal(statSync(path).mode & 0o777, 0o600)
  const call = (authorization: string, headers = {}) =>
    send({ socketPath: path }, 'GET', '/secret', { authorization, host: '127.0.0.1', ...headers })
  assert.equal((await call('')).text, '"console"\n')
  assert.equal((await call(basic())).text, '"console"\n')
  assert.equal((await call(basic('wrong'))).status, 401)
  assert.equal((await call('', { host: 'evil.example' })).status, 421)
  assert.equal((await call('', { origin: 'http://evil.example' })).status, 403)
  assert.equal((await trial.call('GET', '/secret', { authorization: '' })).status, 401)
})

test('callers on the socket of a port forwarder need credentials', async () => {
  using directory = openDirectory()
  const path = join(directory.path, 'local')
  await using _trial = await openTrial({ local: path, machine: { clock: openSteppedClock(), removeFile } })
  const call = (authorization: string) => send({ socketPath: path }, 'GET', '/things', { authorization })
  assert.equal((await call('')).status, 401)
  assert.equal((await call(basic())).status, 200)
})

test('a unix socket of its own serves its operations to whoever may open it', async () => {
  using directory = openDirectory()
  const path = join(directory.path, 'apisock')
  const api = await openSocketApi({
    machine: { clock: openSteppedClock(), removeFile },
    bus,
    operations: trialOperations,
    path,
    mode: 0o660,
  })
  assert.equal(statSync(path).mode & 0o777, 0o660)
  const call = (method: string, url: string, body = '') =>
    send({ socketPath: path }, method, url, { authorization: '', host: 'http' }, body)
  assert.equal((await call('GET', '/secret')).text, '"console"\n')
  assert.equal((await call('PUT', '/thing/x', '{"name":"helper","SIZE":1}')).status, 200)
  assert.deepEqual(saved.at(-1), { Name: 'helper', Size: 1 })
  assert.equal((await call('PUT', '/thing/x', '{')).text, 'body: is not valid JSON\n')
  assert.equal((await call('GET', '/nowhere')).status, 404)
  await api[Symbol.asyncDispose]()
  assert.ok(!existsSync(path))
})

test('a port in use is a failure at the start, and leaves nothing open', async () => {
  await using trial = await openTrial()
  await assert.rejects(openTrial({ port: trial.port }), /EADDRINUSE/)
})

test('an error when a connection is accepted does not end the process', async () => {
  const server = createServer()
  const onRequest = (_request: IncomingMessage, response: ServerResponse) => void response.end('here')
  const at = { host: '127.0.0.1', port: 0 }
  await using listener = await openListener({ onRequest, clock: openSteppedClock(), kind: 'network', at }, server)
  server.emit('error', Object.assign(new Error('accept ENOBUFS'), { code: 'ENOBUFS' }))
  assert.equal((await send({ host: '127.0.0.1', port: listener.port }, 'GET', '/')).text, 'here')
})

/** A server whose calls are answered by the test, and whose connections are idle when the test says so. */
async function open() {
  const server = createServer()
  const calls: ServerResponse[] = []
  const listener = await openListener(
    {
      onRequest: (_request, response) => void calls.push(response),
      clock: openSteppedClock(),
      ...{ kind: 'network', at: { host: '127.0.0.1', port: 0 } },
    },
    server,
  )
  const client = connect(listener.port, '127.0.0.1').setEncoding('utf8')
  const [socket] = (await once(server, 'connection')) as [Socket]
  const idle = (): void => void server.emit('timeout', socket)
  const send = async (text: string): Promise<ServerResponse> => {
    const called = once(server, 'request')
    client.write(text)
    await called
    return calls.at(-1)!
  }
  return {
    ...{ client, socket, idle, send },
    async [Symbol.asyncDispose]() {
      client.destroy()
      await listener.close()
    },
  }
}

const CALL = 'PUT /backup/remote/run HTTP/1.1\r\nHost: a\r\n'

test('a connection whose call is worked on is not idle, and gets its answer', async () => {
  await using trial = await open()
  const response = await trial.send(`${CALL}Content-Length: 2\r\n\r\n{}`)
  await once(response.req.resume(), 'end')
  for (let period = 0; period < 14; period++) trial.idle()
  assert.equal(trial.socket.destroyed, false)
  response.end('late')
  assert.match(String(await once(trial.client, 'data')), /^HTTP\/1\.1 200 OK\r\n[\s\S]*late/)
  trial.idle()
  assert.equal(trial.socket.destroyed, true)
})

test('a call that is never answered ends', async () => {
  await using trial = await open()
  const response = await trial.send(`${CALL}\r\n`)
  await once(response.req.resume(), 'end')
  for (let period = 0; period < 15; period++) trial.idle()
  assert.equal(trial.socket.destroyed, true)
})

test('a client that sends or reads slowly is idle', async () => {
  await using silent = await open()
  silent.idle()
  assert.equal(silent.socket.destroyed, true)

  await using sending = await open()
  await sending.send(`${CALL}Content-Length: 2\r\n\r\n{`)
  sending.idle()
  assert.equal(sending.socket.destroyed, true)

  await using reading = await open()
  const response = await reading.send(`${CALL}\r\n`)
  await once(response.req.resume(), 'end')
  response.write('the beginning')
  reading.idle()
  assert.equal(reading.socket.destroyed, true)
})
