import { type Slice, slicesOf, type TrafficReading } from './slice.ts'

/** The slices of the last day, the oldest first, and the reading at which the last one ends. */
export interface Minutes {
  readonly slices: readonly Slice[]
  readonly newest: TrafficReading | undefined
}

/**
 * Minutes with those that follow, at most `most`. `readings`: the oldest first, beginning with the newest known minute.
 * Undefined when that minute belongs to other addresses now: a device has another address, and its history with it.
 */
export function extended(
  { slices, newest }: Minutes,
  readings: readonly TrafficReading[],
  most: number,
): Minutes | undefined {
  if (!newest) return { slices: slicesOf(readings).slice(-most), newest: readings.at(-1) }
  const [same, ...next] = readings
  if (!same || !holds(same, newest)) return undefined
  // The minute may have been read before it was recorded: its own reading is the one to count on from.
  return { slices: [...slices, ...slicesOf([newest, ...next])].slice(-most), newest: next.at(-1) ?? newest }
}

/** Whether all bytes of a reading are in a later reading of the same minute, at the same addresses. */
const holds = (later: TrafficReading, earlier: TrafficReading): boolean =>
  [...earlier.totals].every(([ip, { down, up }]) => {
    const now = later.totals.get(ip)
    return now !== undefined && now.down >= down && now.up >= up
  })
