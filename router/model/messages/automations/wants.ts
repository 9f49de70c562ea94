import { Invalid } from '../../../errors.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import { nextTime } from '../../machine/localtime/moments.ts'
import { LIMITS, type Wants } from './automation.ts'

/** Events about automations would start them again and again. */
const OWN = 'automation:'

/** What a script has registered, checked. Throws `Invalid`. */
export function checkedWants(given: { readonly [K in keyof Wants]: readonly unknown[] }): Wants {
  const { Topics, Every, At } = given
  const count = Topics.length + Every.length + At.length
  if (count === 0) throw bad(phrase('messages.scriptRegistersNothing'))
  if (count > LIMITS.registrations) throw bad(phrase('messages.scriptRegistersTooMuch', LIMITS.registrations))
  return {
    Topics: unique(Topics.map(topic)),
    Every: unique(Every.map(minutes)),
    At: unique(At.map(timeOfDay)),
  }
}

/** Whether an event with this topic starts the automation. */
export const wantsTopic = ({ Topics }: Pick<Wants, 'Topics'>, topic: string): boolean =>
  !topic.startsWith(OWN) &&
  Topics.some((one) => (one.endsWith('*') ? topic.startsWith(one.slice(0, -1)) : topic === one))

const bad = (reason: Phrase): Invalid => new Invalid(reason, 'Source')
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 80)

function topic(given: unknown): string {
  if (typeof given !== 'string' || !/^[\w:.-]{2,127}[\w:.*-]$/.test(given))
    throw bad(phrase('messages.scriptTopic', shown(given)))
  if (given.startsWith(OWN)) throw bad(phrase('messages.scriptOwnTopic', OWN))
  return given
}

function minutes(given: unknown): number {
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 1 || given > 1440)
    throw bad(phrase('messages.scriptMinutes', shown(given)))
  return given
}

function timeOfDay(given: unknown): string {
  if (typeof given !== 'string' || !/^([01]\d|2[0-3]):[0-5]\d$/.test(given))
    throw bad(phrase('messages.scriptTimeOfDay', shown(given)))
  return given
}

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
