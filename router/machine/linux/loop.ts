import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * The epoll file descriptor of the event loop that watches `fd`: it is readable while the loop has events to handle.
 * Undefined if it cannot be found. proc(5), /proc/pid/fdinfo.
 */
export function eventLoopOf(fd: number): number | undefined {
  const watches = new RegExp(`^tfd:\\s+${fd}\\s`, 'm')
  try {
    for (const name of readdirSync('/proc/self/fd')) {
      if (isEpoll(name) && watches.test(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8'))) return Number(name)
    }
  } catch {
    // No /proc here.
  }
  return undefined
}

function isEpoll(name: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${name}`) === 'anon_inode:[eventpoll]'
  } catch {
    // Closed since the directory was read, like the descriptor of the directory itself.
    return false
  }
}
