import type { DnsCounts } from '../../../../router/model/dns/querylog/toplist.ts'
import { locale } from '../../../parts/values/locale.ts'

/** A bar of the chart: an hour or a day. */
export interface QueryBar {
  readonly key: string
  readonly name: string
  readonly total: number
  readonly blocked: number
}

/** Up to this number of hours, each has a bar; above it, each day has one. */
const MOST_HOURS = 48
const hourName = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: '2-digit', minute: '2-digit' })
const dayName = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' })

/** Counts by hour as bars, by the clock of the browser. */
export function queryBarsOf(counts: DnsCounts): QueryBar[] {
  const areDays = counts.length > MOST_HOURS
  const nameOf = (Start: string): string => (areDays ? dayName : hourName).format(new Date(Start))
  // When the clock is set back, two hours have the same name.
  const periods = Map.groupBy(counts, ({ Start }) => (areDays ? nameOf(Start) : Start))
  return [...periods.values()].map((hours) => ({
    key: hours[0]!.Start,
    name: nameOf(hours[0]!.Start),
    total: hours.reduce((sum, { TotalQueries }) => sum + TotalQueries, 0),
    blocked: hours.reduce((sum, { BlockedQueries }) => sum + BlockedQueries, 0),
  }))
}
