import { dateAt, momentOf, nextMidnight } from '../../machine/localtime/moments.ts'
import { compileExpression, type Variables } from './expression.ts'
import { EVERY_DEVICE, type Rule } from './pfwrule.ts'
import type { PfwState, PfwUsage } from './state.ts'
import type { TimeWindow } from './window.ts'

/** From the first moment to the last, which is not included. Milliseconds since 1970. */
interface Interval {
  readonly start: number
  readonly end: number
}

/** A week and a day: intervals that begin further ahead are not needed to find the next change. */
const DAYS_AHEAD = 8

/**
 * When the windows hold, from yesterday to eight days ahead, in order: windows that overlap or adjoin are one interval. `now` in
 * milliseconds since 1970; `zone` is an IANA name. When clocks change, a time that does not exist is the moment of the change;
 * of a time that exists twice, a start is the first and an end the second.
 */
export function intervalsOf(windows: readonly TimeWindow[], now: number, zone: string): Interval[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const found: Interval[] = []
  for (let day = -1; day <= DAYS_AHEAD; day++) {
    const date = today.add({ days: day })
    for (const { Days, Start, End } of windows) {
      if (Days[date.dayOfWeek % 7] !== 1) continue
      const start = momentOf(date, Start, zone, 'start')
      const end = momentOf(End > Start ? date : date.add({ days: 1 }), End, zone, 'end')
      if (end > start) found.push({ start, end })
    }
  }
  return merged(found)
}

function merged(intervals: readonly Interval[]): Interval[] {
  const all: Interval[] = []
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (last && start <= last.end) all[all.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    else all.push({ start, end })
  }
  return all
}

/** What else rules depend on. */
export interface Circumstances {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The time zone of the home, an IANA name. */
  readonly zone: string
  /** Whether a device is connected now. */
  readonly isOnline: (identity: string) => boolean
  readonly usage: (target: string) => PfwUsage | undefined
  /** For conditions by expression. */
  readonly variables: Variables
}

/** A rule with the name under which its minutes are counted. */
export interface TimedRule extends Pick<Rule, 'Id' | 'Disabled' | 'When' | 'Until' | 'Skips'> {
  readonly countedAs?: string
}

export interface RuleTime extends PfwState {
  /** The next moment at which time alone may change the state; undefined if none. Milliseconds since 1970. */
  readonly changesAt: number | undefined
  /** The next window; undefined if it holds at all times, or never again. */
  readonly next: Interval | undefined
}

const WEEK_MS = 7 * 24 * 3_600_000

/** Whether a rule holds now, and until when. Pure. */
export function timeOfRule(rule: TimedRule, { now, zone, isOnline, usage, variables }: Circumstances): RuleTime {
  const { Id: id, When, Until } = rule
  const intervals = When.Times.length > 0 ? intervalsOf(When.Times, now, zone) : []
  const current = intervals.find(({ start, end }) => start <= now && now < end)
  const next = intervals.find(({ start }) => start > now)
  const skips = rule.Skips.filter((skip) => skip.Until * 1000 > now)
  const ends = Until > 0 ? Until * 1000 : Number.POSITIVE_INFINITY
  const midnight = When.UsedMinutes > 0 ? nextMidnight(now, zone) : Number.POSITIVE_INFINITY
  const forAll = skips.filter(({ Device }) => Device === EVERY_DEVICE)
  const holds =
    !rule.Disabled &&
    now < ends &&
    (When.Times.length === 0 || current !== undefined) &&
    When.Online.every(({ Device, Is }) => isOnline(Device) === Is) &&
    (When.UsedMinutes === 0 || usedToday(usage(rule.countedAs ?? id), now, zone) >= When.UsedMinutes) &&
    (!When.Expression || compileExpression(When.Expression, 'Expression')(variables)) &&
    forAll.length === 0
  // The windows of a week that leave no gap have no end.
  const isEndless = current !== undefined && current.end - now > WEEK_MS
  const until = Math.min((isEndless ? undefined : current?.end) ?? Number.POSITIVE_INFINITY, ends, midnight)
  const changes = [
    ...(current ? [current.end] : []),
    ...(next ? [next.start] : []),
    ends,
    midnight,
    ...skips.map((skip) => skip.Until * 1000),
  ].filter((at) => at > now)
  const changesAt = Math.min(...changes)
  return {
    id,
    holds,
    until: holds && Number.isFinite(until) ? until : undefined,
    skipped: holds ? skips.map(({ Device }) => Device).sort() : [],
    changesAt: !rule.Disabled && Number.isFinite(changesAt) ? changesAt : undefined,
    next,
  }
}

/** The minutes that were used on the day of `now`. */
export const usedToday = (usage: PfwUsage | undefined, now: number, zone: string): number =>
  usage && usage.date === dateAt(now, zone) ? usage.minutes : 0

/** `Until` of a skip that postpones a rule by `minutes`: from now while it holds, else from its next start. Unix seconds. */
export function postponed(rule: TimedRule, device: string, minutes: number, circumstances: Circumstances): number {
  const { now } = circumstances
  const running = rule.Skips.find((skip) => skip.Device === device && skip.Until * 1000 > now)
  const time = timeOfRule({ ...rule, Skips: [] }, circumstances)
  const from = running ? running.Until * 1000 : time.holds ? now : (time.next?.start ?? now)
  return Math.ceil(from / 1000) + minutes * 60
}
