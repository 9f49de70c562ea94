import { momentOf } from '../../machine/localtime/moments.ts'
import type { TimeWindow } from './window.ts'

/** From the first moment to the last, which is not included. Milliseconds since 1970. */
export interface Interval {
  readonly start: number
  readonly end: number
}

/** A week and a day: intervals that begin further ahead are not needed to find the next change. */
const DAYS_AHEAD = 8

/**
 * When the windows hold, from yesterday to eight days ahead, in order: windows that overlap or adjoin are one interval. `now` in
 * milliseconds since 1970; `zone` is an IANA name. When clocks change, a time that does not exist is the moment of the change;
 * of a time that exists twice, a start is the first and an end the second.
 */
export function intervalsOf(windows: readonly TimeWindow[], now: number, zone: string): Interval[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const found: Interval[] = []
  for (let day = -1; day <= DAYS_AHEAD; day++) {
    const date = today.add({ days: day })
    for (const { Days, Start, End } of windows) {
      if (Days[date.dayOfWeek % 7] !== 1) continue
      const start = momentOf(date, Start, zone, 'start')
      const end = momentOf(End > Start ? date : date.add({ days: 1 }), End, zone, 'end')
      if (end > start) found.push({ start, end })
    }
  }
  return merged(found)
}

function merged(intervals: readonly Interval[]): Interval[] {
  const all: Interval[] = []
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (last && start <= last.end) all[all.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    else all.push({ start, end })
  }
  return all
}
