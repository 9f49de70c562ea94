import { readFileSync } from 'node:fs'

/**
 * Loaded before a program by `node --import`: its time of day is ahead of the machine's by the milliseconds in the file that the
 * variable names. The file is read again at most every 20 ms, so that the clock can be set while the program runs. Timers are
 * not affected, as when a person sets the clock.
 *
 * With `SALLYPORT_LONGEST_TIMER_MS`, longer timers of the program end after so many milliseconds: a check that is due in minutes takes
 * place soon.
 */
const FILE = 'SALLYPORT_CLOCK'
export const REREAD_MS = 20

const path = process.env[FILE]
const longestMs = Number(process.env.SALLYPORT_LONGEST_TIMER_MS ?? Number.POSITIVE_INFINITY)
const systemNow = Date.now
let ahead = 0
let readAt = Number.NEGATIVE_INFINITY

function now(): number {
  if (path && performance.now() - readAt > REREAD_MS) {
    readAt = performance.now()
    ahead = Number(readFileSync(path, 'utf8'))
  }
  return systemNow() + ahead
}

const SystemDate = Date
class SetDate extends SystemDate {
  constructor(...given: [] | [number | string | Date]) {
    super(...((given.length === 0 ? [now()] : given) as [number]))
  }
  static override now(): number {
    return now()
  }
}
if (path) globalThis.Date = SetDate as DateConstructor

if (Number.isFinite(longestMs)) {
  const { setTimeout } = globalThis
  globalThis.setTimeout = Object.assign(
    (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      setTimeout(run, Math.min(ms ?? 0, longestMs), ...args),
    setTimeout,
  ) as typeof globalThis.setTimeout
}
