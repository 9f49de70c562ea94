import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { eventLoopOf } from './batches.ts'
import { bound, connectInBatches, watchedSocket } from './datagrams.ts'

const IP = '127.0.84.2'

/** A server on a free port that echoes datagrams, or only counts them. */
async function openServer(answers: boolean): Promise<{ socket: Socket; port: number; seen: string[] } & Disposable> {
  const socket = createSocket('udp4')
  const seen: string[] = []
  socket.on('message', (bytes, from) => {
    seen.push(bytes.toString())
    if (answers) socket.send(bytes, from.port, from.address)
  })
  socket.bind(0, IP)
  await once(socket, 'listening')
  return { socket, port: socket.address().port, seen, [Symbol.dispose]: () => socket.close() }
}

test('datagrams of one turn and their responses arrive, also in more than one batch', async () => {
  using server = await openServer(true)
  const { promise, resolve } = Promise.withResolvers<void>()
  const received: string[] = []
  const receive = (bytes: Buffer): void => {
    received.push(bytes.toString())
    if (received.length === 150) resolve()
  }
  using peer = connectInBatches(IP, server.port, receive, (error) => assert.fail(error))
  const wanted = Array.from({ length: 150 }, (_, i) => `question ${i}`.padEnd(20 + i))
  for (const text of wanted) peer.send(Buffer.from(text))
  await promise
  assert.deepEqual(received.toSorted(), wanted.toSorted())
})

test('a closed port is reported, and datagrams of other senders are dropped', async () => {
  const { port } = await openServer(false).then((server) => {
    server[Symbol.dispose]()
    return server
  })
  const { promise, resolve } = Promise.withResolvers<Error>()
  using peer = connectInBatches(IP, port, () => assert.fail('an answer'), resolve)
  peer.send(Buffer.from('?'))
  assert.equal(((await promise) as NodeJS.ErrnoException).code, 'ECONNREFUSED')
})

test('closing a peer discards datagrams that were not sent yet', async () => {
  using server = await openServer(false)
  const closed = connectInBatches(IP, server.port, () => {}, assert.fail)
  closed.send(Buffer.from('lost'))
  closed[Symbol.dispose]()
  using open = connectInBatches(IP, server.port, () => {}, assert.fail)
  open.send(Buffer.from('sent'))
  await once(server.socket, 'message')
  assert.deepEqual(server.seen, ['sent'])
})

test('the event loop that watches a socket is found', async () => {
  const fd = bound(IP, 0, { shared: false, receiveBytes: 4096 })
  const socket = await watchedSocket(fd)
  socket.on('message', () => {})
  // The loop begins to watch when it next waits for events.
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(typeof eventLoopOf(fd), 'number')
  assert.equal(eventLoopOf(1_000_000), undefined)
  socket.close()
})
