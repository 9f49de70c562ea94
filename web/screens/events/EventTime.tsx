import { locale } from '../../parts/values/locale.ts'

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** The time of an event: with the day if it was not today. `time` is RFC 3339. */
export function EventTime({ time, className = '' }: { time: string; className?: string | undefined }) {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return null
  const isToday = at.toDateString() === new Date().toDateString()
  return (
    <time className={className} dateTime={time} title={at.toLocaleString(locale)}>
      {(isToday ? clock : day).format(at)}
    </time>
  )
}
