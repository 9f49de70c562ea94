/** The length of a period of the calendar. */
export const SCALES = ['hour', 'day', 'month'] as const
export type Scale = (typeof SCALES)[number]

const HOUR_MS = 3600_000

const localTime = (ms: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)

/** The start of the hour, day or month that a moment is in, by the clock of a time zone; in milliseconds since 1970. */
export function startOf(scale: Scale, ms: number, zone: string): number {
  const local = localTime(ms, zone)
  if (scale === 'month') return local.with({ day: 1 }).startOfDay().epochMilliseconds
  if (scale === 'day') return local.startOfDay().epochMilliseconds
  return local.round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds
}

/**
 * The end of the period that starts at `start`: the start of the next one. When daylight saving time begins or ends, a day has
 * 23 or 25 hours, and on Lord Howe Island an hour has 30 or 90 minutes.
 */
export function endOf(scale: Scale, start: number, zone: string): number {
  if (scale === 'hour') {
    const next = startOf('hour', start + HOUR_MS, zone)
    return next > start ? next : startOf('hour', start + 2 * HOUR_MS, zone)
  }
  const local = localTime(start, zone)
  return local.add(scale === 'day' ? { days: 1 } : { months: 1 }).startOfDay().epochMilliseconds
}

/** The starts of the periods from the one that `from` is in until before `to`, at most `most`, the latest ones. */
export function startsBetween(scale: Scale, from: number, to: number, zone: string, most: number): number[] {
  const starts: number[] = []
  for (let at = startOf(scale, from, zone); at < to; at = endOf(scale, at, zone)) starts.push(at)
  return starts.slice(-most)
}
