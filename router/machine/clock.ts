import type { Clock } from './machine.ts'

/** Counts on evenly when the time of day is set: for ages and time-outs in a thread of its own. */
export const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after: (ms, run) => setTimeout(run, ms).unref(),
}
