import type { TimeWindow } from './window.ts'

/** From the first moment to the last, which is not included. Milliseconds since 1970. */
export interface Interval {
  readonly start: number
  readonly end: number
}

/** The time, in milliseconds since 1970, and the home's time zone. */
export interface Moment {
  readonly now: number
  readonly zone: string
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

function momentOf(date: Temporal.PlainDate, time: string, zone: string, as: 'start' | 'end'): number {
  const local = date.toPlainDateTime(time)
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' })
  if (earlier.epochMilliseconds === later.epochMilliseconds) return earlier.epochMilliseconds
  const isMissing = !earlier.toPlainDateTime().equals(local)
  const chosen = isMissing ? earlier.getTimeZoneTransition('next') : as === 'start' ? earlier : later
  return (chosen ?? later).epochMilliseconds
}

/**
 * The next moment after `now` at which clocks in the zone show `time`, such as `07:00`. A time that does not exist is the moment at
 * which the clocks change; of a time that exists twice, it is the second.
 */
export function nextTime(time: string, now: number, zone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const todays = momentOf(today, time, zone, 'end')
  return todays > now ? todays : momentOf(today.add({ days: 1 }), time, zone, 'end')
}

/** The first midnight after `now`. */
export function nextMidnight(now: number, zone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  return local.toPlainDate().add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
}

/** The date of a moment in the zone, such as `2026-11-23`. */
export const dateAt = (now: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString()

/** A moment as a person in the zone writes it: `07:00`, or `Monday 07:00` if it is not within the next 24 hours. */
export function momentText(at: number, now: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  if (at - now < 24 * 3_600_000) return time
  const day = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: zone }).format(at)
  return at - now < 7 * 24 * 3_600_000 ? `${day} ${time}` : `${local.toPlainDate()} ${time}`
}
