/** In English, as all sentences of the API. The first one is number 1 (ISO 8601). */
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
type Weekday = (typeof WEEKDAYS)[number]

/** The time, in milliseconds since 1970, and the home's time zone. */
export interface Moment {
  readonly now: number
  readonly zone: string
}

/**
 * The moment at which clocks in the zone show `time`, such as `07:00`, on a date. When clocks change, a time that does not exist is the
 * moment of the change; of a time that exists twice, a start is the first and an end the second.
 */
export function momentOf(date: Temporal.PlainDate, time: string, zone: string, as: 'start' | 'end'): number {
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

/** A moment as a person in the zone writes it: `07:00`, with the day of the week if it is not within the next 24 hours; later, with the date. */
export function dayAndTime(at: number, now: number, zone: string): { readonly day?: Weekday; readonly text: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  const text = local.toPlainTime().toString({ smallestUnit: 'minute' })
  if (at - now < 24 * 3_600_000) return { text }
  if (at - now < 7 * 24 * 3_600_000) return { day: WEEKDAYS[local.dayOfWeek - 1]!, text }
  return { text: `${local.toPlainDate()} ${text}` }
}
