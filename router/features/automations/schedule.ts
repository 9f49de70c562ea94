import type { Wants } from './automation.ts'
import type { Trigger } from './protocol.ts'

const MINUTE_MS = 60_000

/** The times at which an automation runs: `every` at multiples of its minutes, `at` in local time. Milliseconds since 1970. */
interface Times {
  readonly Kind: 'every' | 'at'
  readonly Name: string
  /** The first one after this time. */
  readonly next: (after: number) => number
}

export const timesOf = ({ Every, At }: Pick<Wants, 'Every' | 'At'>): Times[] => [
  ...Every.map((minutes) => {
    const period = minutes * MINUTE_MS
    return {
      Kind: 'every' as const,
      Name: String(minutes),
      next: (after: number) => (Math.floor(after / period) + 1) * period,
    }
  }),
  ...At.map((time) => ({ Kind: 'at' as const, Name: time, next: (after: number) => nextTimeOfDay(time, after) })),
]

/** On the day of a change of the clock, a time that is skipped is an hour later, and one that occurs twice is the first. */
function nextTimeOfDay(time: string, after: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const date = new Date(after)
  date.setHours(hours, minutes, 0, 0)
  if (date.getTime() <= after) {
    date.setDate(date.getDate() + 1)
    date.setHours(hours, minutes, 0, 0)
  }
  return date.getTime()
}

/** In words, for the log. */
export const triggerText = ({ Kind, Name }: Pick<Trigger, 'Kind' | 'Name'>): string =>
  Kind === 'topic' ? Name : Kind === 'at' ? `at ${Name}` : `every ${Name} minutes`
