import type { Core } from '../../../core.ts'
import { nextTurn } from '../../../machine/turns.ts'
import type { RuleContent } from '../../../model/messages/alerts/given.ts'
import { render, type TemplateNames } from '../../../model/messages/alerts/render.ts'
import type { TrialResult } from '../../../model/messages/alerts/trialresult.ts'
import { compileRule } from './rule.ts'

const HOUR_MS = 3_600_000
/** More events are not evaluated: at some microseconds each, this takes about a second. */
const MOST_EVENTS = 200_000
/** So many are evaluated in a turn of the event loop. */
const EVENTS_AT_ONCE = 500
const MOST_EXAMPLES = 10

/** A stored event. */
export interface TrialEvent {
  readonly topic: string
  /** RFC 3339. */
  readonly time: string
  readonly payload: unknown
}

/** The part of the event store that a trial reads. */
export interface PastEvents {
  /** Events whose topics begin with `prefix`, since a time in milliseconds since 1970; oldest first. */
  since(prefix: string, time: number): AsyncIterable<TrialEvent>
  /** Whether events of this topic are stored. */
  keeps(prefix: string): boolean
}

/** Evaluates a rule on the stored events of the last hours. Throws `Invalid` for a rule that cannot be compiled. */
export async function tryRule(
  rule: RuleContent,
  hours: number,
  { clock, events, names }: Pick<Core, 'clock'> & { readonly events: PastEvents; readonly names: TemplateNames },
): Promise<TrialResult> {
  const { evaluate } = compileRule(rule, 'Rule.')
  const now = clock.now()
  const since = now - hours * HOUR_MS
  const fired: TrialEvent[] = []
  let [Events, Fired] = [0, 0]
  for await (const event of events.since(rule.TopicPrefix, since)) {
    if (event.topic.startsWith('alert:')) continue
    if (Events === MOST_EVENTS) break
    Events++
    if (evaluate(event.payload)) {
      Fired++
      fired.push(event)
      if (fired.length > MOST_EXAMPLES) fired.shift()
    }
    if (Events % EVENTS_AT_ONCE === 0) await nextTurn()
  }
  const [action] = rule.Actions
  return {
    Since: new Date(since).toISOString(),
    Until: new Date(now).toISOString(),
    Events,
    Fired,
    IsComplete: Events < MOST_EVENTS,
    IsStored: events.keeps(rule.TopicPrefix),
    Examples: fired.reverse().map(({ time, topic, payload }) => ({
      Time: time,
      Topic: topic,
      Title: render(action?.MessageTitle ?? '', payload, names),
      Body: render(action?.MessageBody ?? '', payload, names, 'body'),
      Event: payload,
    })),
  }
}
