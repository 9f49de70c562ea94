import { DECISIONS } from '../../../../router/model/dns/querylog/filter.ts'
import type { WantedLog } from './searchParams.ts'

export const QUERY_PERIODS = ['today', 'yesterday', 'day', 'range'] as const
export type QueryPeriod = (typeof QUERY_PERIODS)[number]

/** Times in milliseconds since 1970; undefined without a limit. */
interface TimeSpan {
  readonly from: number | undefined
  /** Not included. */
  readonly to: number | undefined
}

/** The period that is shown, by the clock of the browser. Midnights are those of the calendar, also when the clock changes. */
export function timeSpanOf({ period, day, from, to }: WantedLog, now: number): TimeSpan {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const timeOf = (text: string | undefined): number | undefined => {
    const time = Date.parse(text ?? '')
    return Number.isNaN(time) ? undefined : time
  }
  switch (period) {
    case 'today':
      return { from: midnight, to: undefined }
    case 'yesterday':
      return { from: previousMidnight(midnight), to: midnight }
    case 'day': {
      const begin = timeOf(day && `${day}T00:00`)
      return { from: begin, to: begin === undefined ? undefined : nextMidnight(begin) }
    }
    case 'range':
      return { from: timeOf(from), to: timeOf(to) }
    default:
      return { from: undefined, to: undefined }
  }
}

/** Whether a period ends before or when it begins. */
export const isReversed = ({ from, to }: TimeSpan): boolean => from !== undefined && to !== undefined && to <= from

function nextMidnight(midnight: number): number {
  const date = new Date(midnight)
  return date.setDate(date.getDate() + 1)
}

function previousMidnight(midnight: number): number {
  const date = new Date(midnight)
  return date.setDate(date.getDate() - 1)
}

/** The filters of a call. `now` in milliseconds since 1970. */
export function logFiltersOf(wanted: WantedLog, now: number) {
  const { client, words, blocked } = wanted
  const decision = DECISIONS.find((one) => one === wanted.decision)
  const { from, to } = timeSpanOf(wanted, now)
  return {
    ...(client !== undefined && { client }),
    ...(words?.trim() && { search: words.trim() }),
    ...(blocked ? { decision: 'blocked' as const } : decision && { decision }),
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(to !== undefined && { to: new Date(to).toISOString() }),
  }
}
