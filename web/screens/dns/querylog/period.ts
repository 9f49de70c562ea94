import type { WantedLog } from './searchParams.ts'

export const QUERY_PERIODS = ['today', 'yesterday', 'day', 'range'] as const
export type QueryPeriod = (typeof QUERY_PERIODS)[number]

/** Times in milliseconds since 1970; undefined without a limit. */
export interface TimeSpan {
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
