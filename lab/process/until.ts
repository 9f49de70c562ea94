import { setTimeout as pause } from 'node:timers/promises'

/** Calls `look` repeatedly until it returns a value. Throws after a time that is long enough for a busy machine; `what` completes "waited … for". */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms for ${what}`)
    await pause(25)
  }
}
