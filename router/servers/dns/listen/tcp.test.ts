import assert from 'node:assert/strict'
import { type Duplex, duplexPair } from 'node:stream'
import { test } from 'node:test'
import type { Sockets, Stream } from '../../../machine/sockets.ts'
import { openSteppedClock, settled } from '../../../machine/stepped.fixture.ts'
import { framed } from '../../../wire/dns/stream.ts'
import { listenTcp } from './tcp.ts'

const QUESTION = framed(Buffer.from('a question'.padEnd(12)))
const SLOW = framed(Buffer.from('slow'.padEnd(12)))

/** The listener with connections in memory. Questions that begin with "slow" are answered by `answer`, all others immediately. */
async function openTrial() {
  const clock = openSteppedClock()
  const slow: ((reply: Buffer) => void)[] = []
  let accept: (stream: Stream) => void = () => assert.fail('not listening')
  const listenStreams: Sockets['listenStreams'] = async (_place, given) => {
    accept = given
    return { [Symbol.dispose]() {} }
  }
  const listener = await listenTcp({ listenStreams } as Sockets, clock, {
    ip: '192.168.2.1',
    port: 53,
    shared: false,
    serve: (bytes) =>
      bytes.toString().startsWith('slow') ? new Promise((resolve) => slow.push(resolve)) : Buffer.from('an answer'),
    failed: assert.fail,
  })
  return {
    clock,
    /** Answers the slow questions. */
    answer() {
      for (const resolve of slow.splice(0)) resolve(Buffer.from('an answer'))
    },
    /** A connection from this address, a millisecond after the one before it. */
    async open(remoteAddress = '192.168.2.6'): Promise<Duplex> {
      const [client, server] = duplexPair()
      await clock.step(1)
      accept(Object.assign(server, { remoteAddress, remotePort: 5000 }) as never)
      client.resume()
      return client
    },
    [Symbol.dispose]: () => listener[Symbol.dispose](),
  }
}

/** Which of them the listener has closed, by their order. */
const closedOf = async (streams: readonly Duplex[]): Promise<number[]> => {
  await settled()
  return streams.flatMap(({ readableEnded }, number) => (readableEnded ? [number] : []))
}

test('an eleventh connection of a client takes the place of the one that has been idle longest', async () => {
  using trial = await openTrial()
  const streams = []
  for (let number = 0; number < 10; number++) streams.push(await trial.open())
  const other = await trial.open('192.168.2.10')
  streams[0]!.write(QUESTION)
  await trial.clock.step(1)
  streams.push(await trial.open())
  assert.deepEqual(await closedOf(streams), [1])
  assert.equal(other.readableEnded, false)
})

test('a connection with an open question is not idle; while all ten have one, an eleventh is refused', async () => {
  using trial = await openTrial()
  const streams = []
  for (let number = 0; number < 10; number++) streams.push(await trial.open())
  for (const stream of streams) stream.write(SLOW)
  await settled()
  streams.push(await trial.open())
  assert.deepEqual(await closedOf(streams), [10])
  trial.answer()
  await settled()
  streams.push(await trial.open())
  assert.deepEqual(await closedOf(streams), [0, 10])
})

test('200 connections of all clients together are the most: the one that has been idle longest is closed', async () => {
  using trial = await openTrial()
  const streams = []
  for (let number = 0; number < 201; number++) streams.push(await trial.open(`192.168.2.${number}`))
  assert.deepEqual(await closedOf(streams), [0])
})

test('a connection is closed 10 seconds after its last whole question, and single bytes do not prolong it', async () => {
  using trial = await openTrial()
  const stream = await trial.open()
  stream.write(QUESTION)
  await trial.clock.step(9_999)
  assert.deepEqual(await closedOf([stream]), [])
  stream.write(QUESTION)
  await trial.clock.step(9_999)
  assert.deepEqual(await closedOf([stream]), [])
  stream.write(QUESTION.subarray(0, 5))
  await trial.clock.step(1)
  assert.deepEqual(await closedOf([stream]), [0])
})
