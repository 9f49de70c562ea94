import { locale } from '../../../parts/values/locale.ts'
import { dayFormat, secondFormat } from '../../../parts/values/time.ts'

/** The time of an event: with the day if it was not today. `time` is RFC 3339. */
export function EventTime({ time, className = '' }: { time: string; className?: string | undefined }) {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return null
  const isToday = at.toDateString() === new Date().toDateString()
  return (
    <time className={className} dateTime={time} title={at.toLocaleString(locale)}>
      {(isToday ? secondFormat : dayFormat).format(at)}
    </time>
  )
}
