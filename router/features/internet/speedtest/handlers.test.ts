import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, Locked, Unavailable } from '../../../errors.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { ByteStream, type Caller } from '../../../model/operation.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { speedtestHandlers } from './handlers.ts'

const caller = (address = '192.168.2.6'): Caller => ({ name: 'admin', kind: 'user', address })

function open() {
  const clock = openSteppedClock()
  const handlers = speedtestHandlers({ clock })
  const slice = (start: number, end: number, from?: string): ByteStream => {
    const stream = handlers.downSlice({ params: { start, end }, query: {}, body: undefined, caller: caller(from) })
    assert.ok(stream instanceof ByteStream)
    return stream
  }
  const send = (body: AsyncIterable<Uint8Array>) =>
    handlers.up({ params: {}, query: {}, body, caller: caller() }) as Promise<{ text: string }>
  return { clock, handlers, slice, send }
}

const textOf = async ({ chunks }: ByteStream): Promise<string> =>
  Buffer.concat(await Array.fromAsync(chunks)).toString()

async function* bytes(...sizes: number[]) {
  for (const size of sizes) yield new Uint8Array(size)
}

test('a download contains the digits of the requested range', async () => {
  const { slice } = open()
  const short = slice(8, 23)
  assert.deepEqual([await textOf(short), short.length], ['890123456789012', 15])
  const long = await textOf(slice(3, 200_004))
  assert.equal(long.length, 200_001)
  assert.ok([0, 59_999, 60_000, 200_000].every((at) => long[at] === String((at + 3) % 10)))
})

test('without a range the download is 1 MiB', async () => {
  const { handlers } = open()
  const stream = handlers.down({ params: {}, query: {}, body: undefined, caller: caller() }) as ByteStream
  assert.equal((await textOf(stream)).length, 1 << 20)
})

test('a range must be ascending and shorter than 25 MiB', () => {
  const { slice } = open()
  for (const [start, end] of [
    [5, 5],
    [5, 4],
    [0, 25 << 20],
    [1, (25 << 20) + 1],
  ] as const)
    assert.throws(() => slice(start, end), Invalid, `${start}-${end}`)
  assert.equal(slice(1, 25 << 20).length, (25 << 20) - 1)
})

test('an upload is read to its end, whatever its content', async () => {
  const { send } = open()
  assert.equal((await send(bytes(1, 70_000, 3))).text, 'ok')
  assert.equal((await send(bytes())).text, 'ok')
})

test('two measurements from one address, and four in all, may run at once', async () => {
  const { slice, send } = open()
  const [first] = [slice(0, 9), slice(0, 9)]
  assert.throws(() => slice(0, 9), Locked)
  await assert.rejects(send(bytes(1)), Locked)
  slice(0, 9, '192.168.2.10')
  slice(0, 9, '192.168.2.14')
  assert.throws(() => slice(0, 9, '192.168.2.18'), Locked)
  first.end()
  slice(0, 9, '192.168.2.18')
})

test('a completed or failed upload frees its slot', async () => {
  const { send } = open()
  for (let turn = 0; turn < 5; turn++) {
    await assert.rejects(
      send({
        // biome-ignore lint/correctness/useYield: it breaks off before the first
        async *[Symbol.asyncIterator]() {
          throw new Invalid(verbatim('was not sent to its end'), 'body')
        },
      }),
      Invalid,
    )
    await send(bytes(1))
  }
})

test('a slow reader loses its slot after a minute, and the download fails', async () => {
  const { clock, slice } = open()
  const slow = slice(0, 200_000)
  slice(0, 9)
  const chunks = slow.chunks[Symbol.asyncIterator]()
  await chunks.next()
  await clock.step(60_000)
  slice(0, 9)
  await assert.rejects(async () => chunks.next(), Unavailable)
})

test('at most 2 GiB are transferred in a minute by all callers together', async () => {
  const { clock, slice, send } = open()
  const chunk = new Uint8Array(64 << 20)
  await send(ReadableStream.from(Array.from({ length: 32 }, () => chunk)))
  const locked = (error: unknown) => error instanceof Locked && error.retryAfterSeconds === 60
  assert.throws(() => slice(0, 9), locked)
  await clock.step(60_000)
  assert.equal(await textOf(slice(0, 9)), '012345678')
})
