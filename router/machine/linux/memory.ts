import { libc } from './libc.ts'

const mallocTrim = libc.func('int malloc_trim(size_t)')

/** It takes milliseconds: so once for all that goes on together, as at the start. */
const PAUSE_MS = 2000
let waiting = false

/**
 * In a while, give the system back what was allocated and freed in libraries: glibc keeps such pages unless the last of its
 * heap is free, and a whole firewall that libnftables took apart leaves tens of MiB of them (malloc_trim(3)). On another
 * thread.
 */
export function giveBackSoon(): void {
  if (waiting) return
  waiting = true
  setTimeout(() => mallocTrim.async(0, () => (waiting = false)), PAUSE_MS).unref()
}
