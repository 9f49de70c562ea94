import type { Scale } from '../../../../router/model/traffic/usage/calendar.ts'
import type { TrafficUsage } from '../../../../router/model/traffic/usage/usage.ts'
import { locale } from '../../../parts/values/locale.ts'

type Shown = Pick<TrafficUsage, 'Scale' | 'Since' | 'Until' | 'Zone'>

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const FORMATS = {
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
} as const satisfies Record<Scale, Intl.DateTimeFormatOptions>

/** How long the router keeps hours, days and months. */
const KEPT_MS = { hour: 366 * DAY_MS, day: 397 * DAY_MS, month: 397 * DAY_MS } as const

/** From the first to the last period, by the clock of the router. */
export const spanName = ({ Scale, Since, Until, Zone }: Shown): string =>
  new Intl.DateTimeFormat(locale, { ...FORMATS[Scale], timeZone: Zone }).formatRange(
    new Date(Since),
    new Date(Date.parse(Until) - 1),
  )

/** The end of the span before this one; undefined if the router has no older periods. `now` in milliseconds since 1970. */
export const earlierEnd = ({ Scale, Since }: Shown, now: number): string | undefined =>
  Date.parse(Since) > now - KEPT_MS[Scale] ? Since : undefined

/** The end of a span of as many periods after this one; undefined for the latest span. */
export function laterEnd({ Scale, Since, Until, Zone }: Shown, now: number): string | undefined {
  const until = Date.parse(Until)
  let end = until + (until - Date.parse(Since))
  if (Scale !== 'hour') end = nearestMidnight(end, Zone)
  // Twelve months later is the same day of a year that may have a day more or less.
  if (Scale === 'month') end = nearestMidnight(end - nearestFirst(end, Zone) * DAY_MS, Zone)
  return end < now ? new Date(end).toISOString() : undefined
}

/** The number of a field of the local time. */
const local = (ms: number, timeZone: string, field: 'day' | 'hour' | 'minute'): number =>
  Number(new Intl.DateTimeFormat('en', { [field]: 'numeric', hourCycle: 'h23', timeZone }).format(ms))

function nearestMidnight(ms: number, zone: string): number {
  const hours = local(ms, zone, 'hour') + local(ms, zone, 'minute') / 60
  return ms - (hours < 12 ? hours : hours - 24) * HOUR_MS
}

/** Days since the first of a month, negative before it. */
function nearestFirst(ms: number, zone: string): number {
  const day = local(ms, zone, 'day')
  if (day < 15) return day - 1
  return -[1, 2, 3, 4].find((days) => local(ms + days * DAY_MS, zone, 'day') === 1)!
}
