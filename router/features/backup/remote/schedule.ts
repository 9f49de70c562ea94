import type { RemoteSettings } from './settings.ts'

/**
 * The first time of the schedule after another one, in milliseconds since 1970. On the day of a change of the clock, a time that is
 * skipped is an hour later, and one that occurs twice is the first.
 */
export function nextRun(
  { Every, Weekday, Time }: Pick<RemoteSettings, 'Every' | 'Weekday' | 'Time'>,
  after: number,
): number {
  const [hours = 0, minutes = 0] = Time.split(':').map(Number)
  const date = new Date(after)
  date.setHours(hours, minutes, 0, 0)
  const isDue = (): boolean => date.getTime() > after && (Every === 'day' || date.getDay() === Weekday)
  while (!isDue()) {
    date.setDate(date.getDate() + 1)
    date.setHours(hours, minutes, 0, 0)
  }
  return date.getTime()
}
