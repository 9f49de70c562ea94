import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { openListener } from './listener.ts'

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
