import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { numberToIp } from '../values/ip.ts'
import { batchesWork, openInBatches } from './linux/batches.ts'
import { processLoopback } from './loopback.fixture.ts'
import { type AnswerInPlace, type OpenQuestions, openSingly, PLACE, type QuestionSocket } from './questions.ts'

const IP = processLoopback
const PORT = 5384

const ways: readonly (readonly [string, OpenQuestions])[] = [
  ['one at a time', openSingly],
  ['in batches', openInBatches],
]

const open = (way: OpenQuestions, answer: AnswerInPlace, shared = false): Promise<QuestionSocket> =>
  way({ ip: IP, port: PORT, shared, failed: (error) => assert.fail(error) }).then((questions) => {
    questions.onQuestions(answer)
    return questions
  })

async function openClient(): Promise<
  { socket: Socket; received: string[]; whenReceived(count: number): Promise<void> } & Disposable
> {
  const socket = createSocket('udp4')
  const received: string[] = []
  socket.on('message', (bytes) => received.push(bytes.toString()))
  socket.bind(0, '127.0.84.9')
  await once(socket, 'listening')
  return {
    socket,
    received,
    async whenReceived(count) {
      while (received.length < count) await once(socket, 'message')
    },
    [Symbol.dispose]: () => socket.close(),
  }
}

const upper: AnswerInPlace = (places, at, length) => {
  const text = places.toString('latin1', at, at + length).toUpperCase()
  return places.write(text, at, 'latin1')
}

test('this process may call recvmmsg and sendmmsg', () => assert.ok(batchesWork()))

for (const [name, way] of ways) {
  test(`${name}: each sender gets the response to its own query`, async () => {
    using questions = await open(way, upper)
    assert.ok(questions)
    using one = await openClient()
    using other = await openClient()
    // More than one batch holds, sent before the first is received.
    for (let i = 0; i < 150; i++)
      for (const { socket } of [one, other]) socket.send(`ask ${socket.address().port} ${i}`, PORT, IP)
    for (const { socket, received, whenReceived } of [one, other]) {
      await whenReceived(150)
      const want = Array.from({ length: 150 }, (_, i) => `ASK ${socket.address().port} ${i}`)
      assert.deepEqual(received.toSorted(), want.toSorted())
    }
  })

  test(`${name}: the sender's address and port are passed`, async () => {
    using client = await openClient()
    let from = ''
    using questions = await open(way, (_places, _at, _length, ip, port) => {
      from = `${numberToIp(ip)} ${port}`
      return 1
    })
    assert.ok(questions)
    client.socket.send('?', PORT, IP)
    await client.whenReceived(1)
    assert.equal(from, `127.0.84.9 ${client.socket.address().port}`)
  })

  test(`${name}: a query may get no response, or a later one`, async () => {
    using client = await openClient()
    using questions = await open(way, (places, at, length, ip, port) => {
      const text = places.toString('latin1', at, at + length)
      if (text === 'later') setImmediate(() => questions.send(Buffer.from('here'), ip, port))
      return text === 'now' ? length : 0
    })
    for (const text of ['never', 'later', 'now', 'never', 'now']) client.socket.send(text, PORT, IP)
    await client.whenReceived(3)
    assert.deepEqual(client.received.toSorted(), ['here', 'now', 'now'])
  })

  test(`${name}: long datagrams are truncated, and empty ones ignored`, async () => {
    using client = await openClient()
    const lengths: number[] = []
    using questions = await open(way, (_places, _at, length) => {
      lengths.push(length)
      return Math.min(length, 4)
    })
    assert.ok(questions)
    client.socket.send(Buffer.alloc(PLACE + 100), PORT, IP)
    client.socket.send(Buffer.alloc(0), PORT, IP)
    client.socket.send(Buffer.alloc(PLACE), PORT, IP)
    await client.whenReceived(2)
    assert.deepEqual(lengths, [PLACE, 0, PLACE])
  })

  test(`${name}: a missing or used address is refused, and a closed one is free again`, async () => {
    const refused = way({ ip: '192.0.2.77', port: PORT, shared: false, failed() {} })
    await assert.rejects(refused, /EADDRNOTAVAIL/)
    const first = await open(way, upper)
    await assert.rejects(open(way, upper), /EADDRINUSE/)
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    const second = await open(way, upper)
    second[Symbol.dispose]()
  })

  test(`${name}: a closed socket answers nothing, also after another one was opened`, async () => {
    using client = await openClient()
    const first = await open(way, (places, at) => places.write('old', at))
    client.socket.send('?', PORT, IP)
    await client.whenReceived(1)
    first[Symbol.dispose]()
    using second = await open(way, (places, at) => places.write('new', at))
    assert.ok(second)
    for (let i = 0; i < 20; i++) client.socket.send('?', PORT, IP)
    await client.whenReceived(21)
    assert.deepEqual(new Set(client.received.slice(1)), new Set(['new']))
  })

  test(`${name}: several sockets share a port, and each query is received by one of them`, async () => {
    const counts = [0, 0]
    const counting =
      (which: number): AnswerInPlace =>
      () =>
        ++counts[which]! && 1
    using first = await open(way, counting(0), true)
    using second = await open(way, counting(1), true)
    assert.ok(first && second)
    for (let i = 0; i < 64; i++) {
      using client = await openClient()
      client.socket.send('?', PORT, IP)
      await client.whenReceived(1)
    }
    assert.equal(counts[0]! + counts[1]!, 64)
    assert.ok(
      counts.every((count) => count > 0),
      'the kernel gives each its part',
    )
  })
}
