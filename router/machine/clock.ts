import type { Clock, MonotonicClock } from './machine.ts'

/** Fixed for a thread. Its getter takes longer than reading the clock. */
const { timeOrigin } = performance

/** The monotonic clock, within one thread. Its start is arbitrary. */
export const steadyClock: MonotonicClock = {
  monotonic: () => timeOrigin + performance.now(),
  after: (ms, run) => setTimeout(run, ms).unref(),
}

export const systemClock: Clock = {
  now: Date.now,
  // Node's timers and signals refuse fractions.
  monotonic: () => Math.floor(steadyClock.monotonic()),
  after(ms, run) {
    // Node's timers are limited to 31 bits of milliseconds, and a device may expire in years: wait in stages.
    const LONGEST = 2 ** 31 - 1
    let timer: NodeJS.Timeout
    const sleep = (left: number): void => {
      timer = setTimeout(() => (left > LONGEST ? sleep(left - LONGEST) : run()), Math.min(Math.max(left, 0), LONGEST))
      timer.unref()
    }
    sleep(ms)
    return { [Symbol.dispose]: () => clearTimeout(timer) }
  },
}
