import { locale } from '../../../parts/values/locale.ts'
import { dnsOverTimeTexts as words } from '../../../texts/dns/querylog.ts'
import type { LoggedQuestion } from './question.ts'

/** The queries of a day by the clock of the browser. */
export interface QueryDay {
  /** Its date, for example `2026-03-01`. */
  readonly key: string
  readonly name: string
  readonly questions: readonly LoggedQuestion[]
}

const DAY_MS = 24 * 3600_000
const dateOf = (ms: number): string => {
  const date = new Date(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Queries, newest first, by day; `now` in milliseconds since 1970. */
export function questionsByDay(questions: readonly LoggedQuestion[], now: number): QueryDay[] {
  return [...Map.groupBy(questions, ({ at }) => dateOf(at))].map(([key, questions]) => ({
    key,
    name: nameOf(key, questions[0]!.at, now),
    questions,
  }))
}

function nameOf(key: string, at: number, now: number): string {
  if (key === dateOf(now)) return words.today
  // Noon is on the day before also when the day before had 25 hours.
  if (key === dateOf(new Date(now).setHours(12) - DAY_MS)) return words.yesterday
  return new Date(at).toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long' })
}
