import { nextTime } from '../../localtime/moments.ts'
import type { RemoteSettings } from './settings.ts'

/** The first time of the schedule after another one, in milliseconds since 1970, in a time zone. */
export function nextRun(
  { Every, Weekday, Time }: Pick<RemoteSettings, 'Every' | 'Weekday' | 'Time'>,
  after: number,
  zone: string,
): number {
  const isDue = (at: number): boolean =>
    Every === 'day' || Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).dayOfWeek % 7 === Weekday
  let at = nextTime(Time, after, zone)
  while (!isDue(at)) at = nextTime(Time, at, zone)
  return at
}
