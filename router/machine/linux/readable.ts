import { ppoll } from './libc.ts'

const POLLIN = 1
/** Size of `struct pollfd` in 16-bit words, and where the returned events are. */
const POLL_WORDS = 4
const RETURNED = 3
/** The waiting call returns this often, to see whether it is still needed. */
const WAIT_NANOSECONDS = 250_000_000n
/** Pause after each wake-up: many events in a row are taken together, and do not keep this process busy. */
const REST_MS = 5

const watched = new Map<number, () => void>()
let isWaiting = false

/**
 * Calls `take` while a file descriptor has something to read, for sockets that Node's event loop does not take. One call on
 * a thread of the pool waits for all of them. Stop watching before the descriptor is closed.
 */
export function watchReadable(fd: number, take: () => void): Disposable {
  watched.set(fd, take)
  wait()
  return { [Symbol.dispose]: () => void watched.delete(fd) }
}

function wait(): void {
  if (isWaiting || watched.size === 0) return
  isWaiting = true
  const descriptors = [...watched.keys()]
  const polled = new Int16Array(descriptors.length * POLL_WORDS)
  for (const [i, fd] of descriptors.entries()) {
    new Int32Array(polled.buffer, i * POLL_WORDS * 2, 1)[0] = fd
    polled[i * POLL_WORDS + 2] = POLLIN
  }
  const timeout = BigInt64Array.of(0n, WAIT_NANOSECONDS)
  ppoll.async(polled, descriptors.length, timeout, null, (_error: unknown, count: number) => {
    isWaiting = false
    if (count > 0)
      for (const [i, fd] of descriptors.entries()) if (polled[i * POLL_WORDS + RETURNED] !== 0) watched.get(fd)?.()
    if (count > 0) setTimeout(wait, REST_MS).unref()
    else wait()
  })
}
