import type { Clock } from './machine.ts'

/** Fixed for a thread. Its getter takes longer than reading the clock. */
const { timeOrigin } = performance

/** Counts on evenly when the time of day is set: for ages and time-outs in a thread of its own. */
export const steadyClock: Clock = {
  now: () => timeOrigin + performance.now(),
  after: (ms, run) => setTimeout(run, ms).unref(),
}
