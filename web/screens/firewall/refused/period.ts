export const REFUSAL_PERIODS = ['recent', 'night', 'day'] as const
export type RefusalPeriod = (typeof REFUSAL_PERIODS)[number]

const DAY_MS = 86_400_000
/** Hours of the clock of the browser between which a night is. */
const NIGHT = { begin: 18, end: 8 }

/** Times in milliseconds since 1970. */
export interface PeriodSpan {
  readonly from: number
  /** Undefined for a period that has not ended. */
  readonly to: number | undefined
}

/** The last 24 hours, the last night, or a day such as `2026-11-23`; without a day, today. By the clock of the browser. */
export function periodSpan(period: RefusalPeriod, day: string, now: number): PeriodSpan {
  if (period === 'recent') return { from: now - DAY_MS, to: undefined }
  const date = period === 'day' && day !== '' ? new Date(`${day}T00:00`) : new Date(new Date(now).setHours(0, 0, 0, 0))
  const at = (days: number, hours: number): number =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hours).getTime()
  const [from, to] = period === 'night' ? [at(-1, NIGHT.begin), at(0, NIGHT.end)] : [at(0, 0), at(1, 0)]
  return { from, to: to > now ? undefined : to }
}
