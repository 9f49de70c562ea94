/** The length of a period of the calendar. */
export const SCALES = ['hour', 'day', 'month'] as const
export type Scale = (typeof SCALES)[number]

const localTime = (ms: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)

/** The start of the hour, day or month that a moment is in, by the clock of a time zone; in milliseconds since 1970. */
export function startOf(scale: Scale, ms: number, zone: string): number {
  const local = localTime(ms, zone)
  if (scale === 'month') return local.with({ day: 1 }).startOfDay().epochMilliseconds
  if (scale === 'day') return local.startOfDay().epochMilliseconds
  return local.round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds
}

/** The end of the period that starts at `start`. A day has 23 or 25 hours when daylight saving time begins or ends. */
export function endOf(scale: Scale, start: number, zone: string): number {
  const local = localTime(start, zone)
  if (scale === 'hour') return local.add({ hours: 1 }).epochMilliseconds
  return local.add(scale === 'day' ? { days: 1 } : { months: 1 }).startOfDay().epochMilliseconds
}

/** The starts of the periods from the one that `from` is in until before `to`, at most `most`, the latest ones. */
export function startsBetween(scale: Scale, from: number, to: number, zone: string, most: number): number[] {
  const starts: number[] = []
  for (let at = startOf(scale, from, zone); at < to; at = endOf(scale, at, zone)) starts.push(at)
  return starts.slice(-most)
}
