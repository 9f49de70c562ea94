import { definedParams, searchText } from '../../../../parts/values/searchParam.ts'

/** What the editor of a rule shows: a stored rule, a new one from an event, or the choice of an event. */
export interface WantedAlertRule {
  readonly rule?: string
  /** The key of an event in the store. */
  readonly topic?: string
  readonly at?: string
  /** A new rule without an event. */
  readonly scratch?: true
}

/** Parses URL parameters; invalid ones are ignored. */
export function wantedRuleOf({ rule, topic, at, scratch }: Record<string, unknown>): WantedAlertRule {
  return definedParams({
    rule: searchText(rule),
    topic: searchText(topic),
    at: searchText(at),
    scratch: scratch === true || undefined,
  })
}
