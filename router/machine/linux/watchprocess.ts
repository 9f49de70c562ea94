import { close, libc } from './libc.ts'
import { watchReadable } from './readable.ts'

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
