import assert from 'node:assert/strict'
import { test } from 'node:test'
import { close, libc, MSG_DONTWAIT, recv, SOCK_DGRAM_CLOEXEC, send } from './libc.ts'
import { openPoll } from './readable.ts'

const AF_UNIX = 1
const socketpair = libc.func('int socketpair(int, int, int, void *)')
/** Longer than a test may take: what comes without a wake-up comes too late. */
const watchReadable = openPoll(60_000)

/** A connected pair of sockets. */
function pair() {
  const ends = new Int32Array(2)
  assert.equal(socketpair(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0, ends), 0)
  const [here = 0, there = 0] = ends
  const slot = Buffer.alloc(16)
  return {
    here,
    send: (text: string) => send(there, Buffer.from(text), text.length, 0),
    /** What has come since, without waiting. */
    take: (): string[] => {
      const found: string[] = []
      for (;;) {
        const length: number = recv(here, slot, 16, MSG_DONTWAIT)
        if (length <= 0) return found
        found.push(slot.toString('utf8', 0, length))
      }
    },
    close: () => {
      for (const fd of ends) close(fd)
    },
  }
}

test('a descriptor that is watched while the call waits for others is taken, too', async () => {
  const [quiet, other] = [pair(), pair()]
  using _quiet = watchReadable(quiet.here, () => undefined)
  await new Promise((resolve) => setTimeout(resolve, 1))
  other.send('hello')
  const { promise, resolve } = Promise.withResolvers<string[]>()
  {
    using _other = watchReadable(other.here, () => resolve(other.take()))
    assert.deepEqual(await promise, ['hello'])
  }
})

test('after a pause, waiting data is read together, and other descriptors are read during the pause', async () => {
  const [resting, other] = [pair(), pair()]
  const taken: string[][] = []
  const second = Promise.withResolvers<void>()
  const between = Promise.withResolvers<void>()
  using _resting = watchReadable(
    resting.here,
    () => {
      taken.push(resting.take())
      if (taken.length === 1) {
        for (const text of ['b', 'c']) resting.send(text)
        other.send('x')
      } else second.resolve()
    },
    { restMs: 20 },
  )
  using _other = watchReadable(other.here, () => {
    taken.push(other.take())
    resting.send('d')
    between.resolve()
  })
  resting.send('a')
  await between.promise
  await second.promise
  assert.deepEqual(taken, [['a'], ['x'], ['b', 'c', 'd']])
})

test('a descriptor that is no longer watched is not read, even if a new one has its number', async () => {
  const [first, other] = [pair(), pair()]
  const taken: string[] = []
  const done = Promise.withResolvers<void>()
  const watching = new DisposableStack()
  watching.use(
    watchReadable(other.here, () => {
      other.take()
      if (taken.push('other') > 1) return done.resolve()
      one[Symbol.dispose]()
      first.close()
      const next = pair()
      assert.equal(next.here, first.here)
      watching.use(watchReadable(next.here, () => taken.push('next')))
      other.send('z')
    }),
  )
  const one = watchReadable(first.here, () => taken.push('first'))
  // Both can be read when the call returns.
  other.send('x')
  first.send('y')
  await done.promise
  watching.dispose()
  assert.deepEqual(taken, ['other', 'other'])
})
