import { timeOfMinutes } from '../../../values/timeofday.ts'
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
