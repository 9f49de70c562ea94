import { readFileSync } from 'node:fs'

/**
 * Loaded before a program by `node --import`. The file that the variable names has two numbers of milliseconds, separated by a space: its
 * time of day is ahead of the machine's by the first, and its monotonic clock by the second. The file is read again at most every 20 ms, so
 * that the clocks can be changed while the program runs. Timers are not affected.
 *
 * With `SALLYPORT_LONGEST_TIMER_MS`, longer timers of the program end after so many milliseconds: a check that is due in minutes takes
 * place soon.
 */
const FILE = 'SALLYPORT_CLOCK'
export const REREAD_MS = 20

const path = process.env[FILE]
const longestMs = Number(process.env.SALLYPORT_LONGEST_TIMER_MS ?? Number.POSITIVE_INFINITY)
const systemNow = Date.now
const systemMonotonic = performance.now.bind(performance)
let ahead = 0
let passed = 0
let readAt = Number.NEGATIVE_INFINITY

function read(file: string): void {
  if (systemMonotonic() - readAt <= REREAD_MS) return
  readAt = systemMonotonic()
  const [timeOfDay, monotonic] = readFileSync(file, 'utf8').split(' ').map(Number)
  ahead = timeOfDay!
  passed = monotonic!
}

if (path) {
  const now = (): number => {
    read(path)
    return systemNow() + ahead
  }
  globalThis.Date = class extends Date {
    constructor(...given: [] | [number | string | Date]) {
      super(...((given.length === 0 ? [now()] : given) as [number]))
    }
    static override now(): number {
      return now()
    }
  } as DateConstructor
  performance.now = () => {
    read(path)
    return systemMonotonic() + passed
  }
}

if (Number.isFinite(longestMs)) {
  const { setTimeout } = globalThis
  globalThis.setTimeout = Object.assign(
    (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      setTimeout(run, Math.min(ms ?? 0, longestMs), ...args),
    setTimeout,
  ) as typeof globalThis.setTimeout
}
