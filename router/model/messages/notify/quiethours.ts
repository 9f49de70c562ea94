import { type Moment, nextTime } from '../../machine/localtime/moments.ts'
import type { QuietHours } from './target.ts'

/**
 * The end of the quiet hours; undefined outside of them. In milliseconds since 1970; the hours are times of day in the zone, so on the day
 * of a change of the clock they are an hour longer or shorter.
 */
export function quietUntil({ From, To }: Pick<QuietHours, 'From' | 'To'>, { now, zone }: Moment): number | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  const minute = local.hour * 60 + local.minute
  const isQuiet = From < To ? minute >= From && minute < To : minute >= From || minute < To
  return isQuiet ? nextTime(timeOfMinutes(To), now, zone) : undefined
}

/** Minutes since midnight of a time such as `22:30`. */
export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

export const timeOfMinutes = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
