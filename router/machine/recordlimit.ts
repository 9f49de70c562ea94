import type { MonotonicClock } from './machine.ts'
import { openRateLimiter } from './ratelimit.ts'

/** Records of one source: a burst of 30, then one in ten seconds. */
const EACH = { burst: 30, perSecond: 0.1 }
/** Records of all sources together: a burst of 300, then one in five seconds, which is 17,280 a day. */
const ALL = { burst: 300, perSecond: 0.2 }

/** Limits what callers without credentials can have recorded. What is left out is counted. */
export interface RecordLimit {
  /** Whether one more record of this source may be written now. */
  admits(source: string): boolean
}

/** `report` gets the number of records left out, before the next one that is admitted. */
export function openRecordLimit(clock: MonotonicClock, report: (count: number) => void): RecordLimit {
  const each = openRateLimiter(clock, EACH)
  const all = openRateLimiter(clock, ALL)
  let leftOut = 0
  return {
    admits(source) {
      // In this order, so that neither a source alone uses up what is for all, nor many sources fill the memory.
      if (!all.has('all') || !each.take(source) || !all.take('all')) {
        leftOut++
        return false
      }
      if (leftOut > 0) report(leftOut)
      leftOut = 0
      return true
    },
  }
}
