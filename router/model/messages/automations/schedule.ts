import { nextTime } from '../../machine/localtime/moments.ts'
import type { Wants } from './automation.ts'

const MINUTE_MS = 60_000

/** The times at which an automation runs: `every` at multiples of its minutes, `at` in a time zone. Milliseconds since 1970. */
interface Times {
  readonly Kind: 'every' | 'at'
  readonly Name: string
  /** The first one after this time. */
  readonly next: (after: number, zone: string) => number
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
  ...At.map((time) => ({
    Kind: 'at' as const,
    Name: time,
    next: (after: number, zone: string) => nextTime(time, after, zone),
  })),
]
