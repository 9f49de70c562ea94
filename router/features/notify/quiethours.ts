import type { QuietHours } from './target.ts'

const MINUTE_MS = 60_000

/**
 * The end of the quiet hours at `now`; undefined outside of them. Both in milliseconds since 1970; the hours are local time, so on the
 * day of a change of the clock they are an hour longer or shorter.
 */
export function quietUntil({ From, To }: Pick<QuietHours, 'From' | 'To'>, now: number): number | undefined {
  const date = new Date(now)
  const minute = date.getHours() * 60 + date.getMinutes()
  const isQuiet = From < To ? minute >= From && minute < To : minute >= From || minute < To
  if (!isQuiet) return undefined
  const end = new Date(now)
  end.setHours(0, To, 0, 0)
  if (end.getTime() <= now) {
    end.setDate(end.getDate() + 1)
    end.setHours(0, To, 0, 0)
  }
  // An end that the change of the clock skips lies in the hour before `now`.
  return Math.max(end.getTime(), now + MINUTE_MS)
}

/** Minutes since midnight of a time such as `22:30`. */
export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

export const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
