import { close, libc, ppoll } from './libc.ts'

const eventfd = libc.func('int eventfd(unsigned int, int)')
const eventfdWrite = libc.func('int eventfd_write(int, uint64_t)')
const eventfdRead = libc.func('int eventfd_read(int, void *)')
/** EFD_CLOEXEC and EFD_NONBLOCK. */
const EVENTFD_FLAGS = 0o2004000
const POLLIN = 1
/** Size of `struct pollfd` in 16-bit words, and where the returned events are. */
const POLL_WORDS = 4
const RETURNED = 3
/** A process that exits waits for the calls on its threads, so it ends the one that waits here. */
const WAIT_MS = 60_000

interface Watched {
  readonly fd: number
  readonly take: () => void
  readonly restMs: number
  isResting: boolean
}

/**
 * Calls `take` while a file descriptor has something to read, for sockets that Node's event loop does not take. One call on
 * a thread of the pool waits for all of them. With `restMs`, the descriptor is not polled for so long after each `take`: many
 * events in a row are taken together. Stop watching before the descriptor is closed.
 */
export const watchReadable = openPoll(WAIT_MS)

/** `waitMs` is the longest time that a call waits on its thread. */
export function openPoll(waitMs: number) {
  const watched = new Set<Watched>()
  /** Written to, it ends the call that waits, for another set of descriptors. */
  let wakeUp = -1
  let state: 'idle' | 'waiting' | 'taking' = 'idle'

  function poll(): void {
    if (state === 'waiting') eventfdWrite(wakeUp, 1)
    if (state !== 'idle' || watched.size === 0) return
    if (wakeUp < 0) {
      wakeUp = eventfd(0, EVENTFD_FLAGS)
      process.once('exit', () => eventfdWrite(wakeUp, 1))
    }
    state = 'waiting'
    const waiting = [...watched].filter(({ isResting }) => !isResting)
    const descriptors = [wakeUp, ...waiting.map(({ fd }) => fd)]
    const polled = new Int16Array(descriptors.length * POLL_WORDS)
    for (const [i, fd] of descriptors.entries()) {
      new Int32Array(polled.buffer, i * POLL_WORDS * 2, 1)[0] = fd
      polled[i * POLL_WORDS + 2] = POLLIN
    }
    const isReadable = (i: number): boolean => polled[i * POLL_WORDS + RETURNED] !== 0
    const timeout = BigInt64Array.of(BigInt(Math.floor(waitMs / 1000)), BigInt(waitMs % 1000) * 1_000_000n)
    ppoll.async(polled, descriptors.length, timeout, null, (_error: unknown, count: number) => {
      state = 'taking'
      if (count > 0 && isReadable(0)) eventfdRead(wakeUp, new BigUint64Array(1))
      // One that is not watched any more may be closed, and another one may have its number.
      if (count > 0) for (const [i, one] of waiting.entries()) if (isReadable(i + 1) && watched.has(one)) take(one)
      state = 'idle'
      poll()
    })
  }

  function take(one: Watched): void {
    if (one.restMs > 0) {
      one.isResting = true
      setTimeout(() => {
        one.isResting = false
        poll()
      }, one.restMs).unref()
    }
    one.take()
  }

  return (fd: number, take: () => void, { restMs = 0 }: { readonly restMs?: number } = {}): Disposable => {
    const one: Watched = { fd, take, restMs, isResting: false }
    watched.add(one)
    poll()
    return {
      [Symbol.dispose]() {
        if (watched.delete(one)) poll()
      },
    }
  }
}

/** The same number on every architecture of Linux. */
const SYS_PIDFD_OPEN = 434
const pidfdOpen = libc.func('long syscall(long, int, unsigned int)')

/** Calls back once when a process has ended: pidfd_open(2). Immediately if there is none. */
export function watchProcess(pid: number, ended: () => void): Disposable {
  const fd: number = pidfdOpen(SYS_PIDFD_OPEN, pid, 0)
  if (fd < 0) {
    const soon = setImmediate(ended)
    return { [Symbol.dispose]: () => clearImmediate(soon) }
  }
  let isOpen = true
  const end = (): void => {
    if (!isOpen) return
    isOpen = false
    watched[Symbol.dispose]()
    close(fd)
  }
  const watched = watchReadable(fd, () => {
    end()
    ended()
  })
  return { [Symbol.dispose]: end }
}
