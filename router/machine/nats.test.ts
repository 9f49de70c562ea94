import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { processLoopback } from './loopback.fixture.ts'
import type { NatsMessage } from './messaging.ts'
import { connectNats } from './nats.ts'

const LOGIN = { username: '', password: '', token: '' }
const MOST_PAYLOAD = 1024

/** A server that refuses the subjects that begin with `secret`, as nats-server(8) does. */
async function openServer(answer: (socket: Socket, command: string) => void = serve) {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(
      `INFO ${JSON.stringify({ server_id: 'a', version: '2.11.0', headers: true, max_payload: MOST_PAYLOAD })}\r\n`,
    )
    let text = ''
    socket.on('data', (chunk) => {
      const lines = `${text}${chunk}`.split('\r\n')
      text = lines.pop()!
      for (const line of lines) {
        if (line.startsWith('HPUB')) received.push(line.split(' ')[1]!)
        answer(socket, line)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, processLoopback, resolve))
  const { port } = server.address() as { port: number }
  return {
    received,
    target: { ip: processLoopback, port, trust: undefined },
    [Symbol.dispose]: () => void server.close(),
  }
}

function serve(socket: Socket, line: string): void {
  if (line.startsWith('PING')) socket.write('PONG\r\n')
  const subject = /^HPUB (\S+)/.exec(line)?.[1]
  if (subject?.startsWith('secret')) socket.write(`-ERR 'Permissions Violation for Publish to "${subject}"'\r\n`)
}

const message = (subject: string, text = '{}'): NatsMessage => ({ subject, text, headers: { Topic: subject } })

test('messages that the server refuses are returned with the reason, and the others are sent', async () => {
  using server = await openServer()
  using session = await connectNats(server.target, LOGIN)
  const [first, secret, long, last] = [
    ...[message('a'), message('secret.b'), message('c', 'x'.repeat(MOST_PAYLOAD)), message('d')],
  ] as const
  const refusals = await session.publish([first!, secret!, long!, last!])
  assert.deepEqual(
    refusals.map(({ message: { subject }, reason }) => `${subject}: ${reason}`),
    [`c: 'payload' max_payload size exceeded`, `secret.b: Permissions Violation for Publish to "secret.b"`],
  )
  assert.deepEqual(server.received, ['a', 'secret.b', 'd'])
  assert.deepEqual(await session.publish([message('e')]), [])
})

test('another error of the server ends the attempt', async () => {
  using server = await openServer((socket, line) => {
    if (line.startsWith('HPUB')) socket.write(`-ERR 'Out of order'\r\n`)
    serve(socket, line)
  })
  using session = await connectNats(server.target, LOGIN)
  await assert.rejects(session.publish([message('a')]), { message: 'Out of order' })
})

/** Connects to a server that sends these bytes again and again, and returns the error. */
async function errorOfFlood(first: string, flood: string, onSent: (bytes: number) => void = () => undefined) {
  let sent = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(first)
    const more = (): void => {
      while (!socket.destroyed && sent < 64 << 20) {
        sent += flood.length
        if (!socket.write(flood)) return void socket.once('drain', more)
      }
    }
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, processLoopback, resolve))
  const { port } = server.address() as { port: number }
  try {
    const session = await connectNats({ ip: processLoopback, port, trust: undefined }, LOGIN)
    const reason = String(await session.closed)
    session[Symbol.dispose]()
    return reason
  } catch (error) {
    return (error as Error).message
  } finally {
    onSent(sent)
    server.close()
  }
}

const INFO = `INFO ${JSON.stringify({ server_id: 'a', version: '2.11.0', headers: true, max_payload: MOST_PAYLOAD })}\r\n`

const OTHER = 'the server sends something other than NATS'

test('a server that sends a line without end is disconnected', async () => {
  const isStopped = (sent: number): void => assert.ok(sent < 64 << 20, `${sent} bytes`)
  for (const first of ['', 'INFO {', `${INFO}PONG\r\n`, `${INFO}PONG\r\n-ERR '`])
    assert.equal(await errorOfFlood(first, 'x'.repeat(16 << 10), isStopped), OTHER)
})

test('a server that sends messages or other lines is disconnected', async () => {
  for (const flood of [
    `MSG a 1 4294967296\r\n${'x\r\n'.repeat(1000)}`,
    'HTTP/1.1 400 Bad Request\r\n',
    '\n'.repeat(1000),
  ])
    assert.equal(await errorOfFlood(`${INFO}PONG\r\n`, flood), OTHER)
})
