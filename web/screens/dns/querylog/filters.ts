import { DECISIONS } from '../../../../router/model/dns/querylog/filter.ts'
import { timeSpanOf } from './period.ts'
import type { WantedLog } from './searchParams.ts'

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
