import type { MonotonicClock } from './machine.ts'

/** Fixed for a thread. Its getter takes longer than reading the clock. */
const { timeOrigin } = performance

/** The monotonic clock, within one thread. Its start is arbitrary. */
export const steadyClock: MonotonicClock = {
  monotonic: () => timeOrigin + performance.now(),
  after: (ms, run) => setTimeout(run, ms).unref(),
}
