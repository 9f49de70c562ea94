import { setTimeout as pause } from 'node:timers/promises'

/** How much slower than usual this machine is, as under emulation (`lab/vm/command.ts`). */
const SLOWNESS = Number(process.env.SALLYPORT_SLOWNESS ?? 1)

/**
 * Calls `look` repeatedly until it returns a value. Throws after a time that is long enough for a busy machine; `what` completes "waited … for",
 * and is asked at the end if it is a function.
 */
export async function until<T>(
  what: string | (() => string),
  look: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  timeoutMs = 20_000,
): Promise<T> {
  const longest = timeoutMs * SLOWNESS
  const deadline = performance.now() + longest
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > deadline)
      throw new Error(`waited ${longest} ms for ${typeof what === 'string' ? what : what()}`)
    await pause(25)
  }
}
