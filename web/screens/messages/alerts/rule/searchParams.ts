/** What the editor of a rule shows: a stored rule, a new one from an event, or the choice of an event. */
export interface WantedRule {
  readonly rule?: string
  /** The key of an event in the store. */
  readonly topic?: string
  readonly at?: string
  /** A new rule without an event. */
  readonly scratch?: true
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 300) : undefined

/** Parses URL parameters; invalid ones are ignored. */
export function wantedRuleOf({ rule, topic, at, scratch }: Record<string, unknown>): WantedRule {
  const all = { rule: text(rule), topic: text(topic), at: text(at), scratch: scratch === true || undefined }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
