import { type Described, describe } from './describe.ts'
import type { Household } from './household.ts'
import { keyOfEvent, type ListedEvent } from './storedEvent.ts'

/** A line of a list of events: an event, and those before it that say the same. */
export interface EventLine {
  /** The time of the newest one. */
  readonly at: string
  /** Stays the same when newer ones arrive. */
  readonly key: string
  /** The newest one. */
  readonly event: ListedEvent
  readonly described: Described
  readonly count: number
  /** The time of the oldest one. */
  readonly since: string
}

/** Events with the same sentence are one line if each follows the previous one within this time. */
const APART_MS = 10 * 60_000

/** The lines of a list of events, newest first: a device that tries again every second must not hide everything else. */
export function linesOf(events: readonly ListedEvent[], household: Household, apartMs = APART_MS): EventLine[] {
  const lines: EventLine[] = []
  const latest = new Map<string, number>()
  for (const event of events) {
    const described = describe(event.Topic, event.Event, household)
    const same = `${event.Topic} ${described.words}`
    const index = latest.get(same)
    const line = index === undefined ? undefined : lines[index]
    const key = keyOfEvent(event)
    if (index !== undefined && line && Date.parse(line.since) - Date.parse(event.Time) <= apartMs)
      lines[index] = { ...line, key, count: line.count + 1, since: event.Time }
    else {
      latest.set(same, lines.length)
      lines.push({ at: event.Time, key, event, described, count: 1, since: event.Time })
    }
  }
  return lines
}
