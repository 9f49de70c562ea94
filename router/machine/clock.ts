import type { Clock } from './machine.ts'

/** Fixed for a thread. Its getter takes longer than reading the clock. */
const { timeOrigin } = performance

/** A monotonic clock, for ages and timeouts within one thread: setting the time of day does not change it. */
export const steadyClock: Clock = {
  now: () => timeOrigin + performance.now(),
  after: (ms, run) => setTimeout(run, ms).unref(),
}
