import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { basic, ended, openTrial } from './trial.fixture.ts'

const trial = await openTrial()
const { call, port } = trial
after(() => trial[Symbol.asyncDispose]())

const MIB = 1 << 20

test('an upload may exceed the limit for JSON, whatever its Content-Type', async () => {
  for (const type of ['', 'application/json', 'text/plain', 'no such type']) {
    const reply = await call('PUT', '/upload', { 'content-type': type }, '{'.repeat(3 * MIB))
    assert.deepEqual([reply.status, reply.text], [200, `${3 * MIB}\n`], type)
  }
  assert.equal((await call('PUT', '/upload')).text, '0\n')
})

test('an upload over the limit gets 413, with and without a Content-Length', async () => {
  const long = 'x'.repeat(4 * MIB + 1)
  const announced = await call('PUT', '/upload', {}, long)
  assert.deepEqual([announced.status, announced.text], [413, `body: must be at most ${4 * MIB} bytes\n`])
  const chunked = await new Promise<number | undefined>((resolve, reject) => {
    const put = request({
      port,
      method: 'PUT',
      path: '/upload',
      headers: { host: '127.0.0.1', authorization: basic() },
    })
    put.on('response', (response) => resolve(response.resume().statusCode))
    put.on('error', reject)
    for (let at = 0; at < 5; at++) put.write('x'.repeat(MIB))
    put.end()
  })
  assert.equal(chunked, 413)
})

test('an operation that stops reading is answered immediately, and the connection serves the next request', async () => {
  const socket = connect(port, '127.0.0.1')
  const head = `Host: 127.0.0.1\r\nAuthorization: ${basic()}\r\n`
  socket.write(`PUT /upload?until=enough HTTP/1.1\r\n${head}Content-Length: ${MIB}\r\n\r\n`)
  socket.write('x'.repeat(MIB))
  socket.write(`GET /text HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
  const answered = (await socket.setEncoding('utf8').toArray()).join('')
  assert.deepEqual(
    [...answered.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ['400', '200'],
  )
})

test('a client that disconnects during an upload is not logged as an error', async () => {
  const faults: string[] = []
  using _faults = trial.bus.subscribe('log:api', ({ msg }) => faults.push(msg))
  const logged = Promise.withResolvers<void>()
  using _access = trial.bus.subscribe('log:www:access', () => logged.resolve())
  const socket = connect(port, '127.0.0.1')
  socket.write(`PUT /upload HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${basic()}\r\nContent-Length: 9\r\n\r\nx`)
  await call('GET', '/text')
  socket.destroy()
  await logged.promise
  assert.equal((await call('GET', '/text')).status, 200)
  assert.deepEqual(faults, [])
})

test('bytes go out under the type and the length that the operation gives', async () => {
  const { headers, text } = await call('GET', '/bytes')
  assert.deepEqual([headers['content-type'], headers['content-length']], ['application/x-trial', '5'])
  assert.equal(text, '\x01\x02\x03\x04\x05')
})

test('the source of a download ends when the client disconnects', async () => {
  const get = request({ port, path: '/endless', headers: { host: '127.0.0.1', authorization: basic() } })
  get.end()
  get.on('response', (response) => response.once('data', () => get.destroy()))
  get.on('error', () => {})
  await ended.promise
})

test('the OpenAPI description contains the types of uploads and downloads', async () => {
  const { paths } = JSON.parse((await call('GET', '/openapi.json')).text)
  assert.deepEqual(paths['/upload'].put.requestBody, { required: true, content: { 'text/plain': {} } })
  assert.deepEqual(Object.keys(paths['/bytes'].get.responses[200].content), ['application/x-trial'])
})
