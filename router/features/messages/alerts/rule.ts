import { compileJsonPath, type JsonPath } from '../../../events/jsonpath.ts'
import type { AlertAction, AlertRule } from '../../../model/messages/alerts/alert.ts'
import type { RuleContent } from '../../../model/messages/alerts/given.ts'
import { compileGrab, type Grab } from './grab.ts'

/** What an alert says: the payload of `alert:` events and of notifications. Title and body are templates. */
export interface AlertPayload {
  /** The topic of the event. */
  readonly Topic: string
  readonly RuleId: string
  readonly NotificationType?: string
  readonly Title?: string
  readonly Body?: string
  readonly Event?: Record<string, unknown>
  readonly Values?: unknown[]
  /** Empty for new. Clients set `Resolved` in the event store. */
  readonly State: ''
}

export interface CompiledAction {
  readonly action: AlertAction
  readonly grab: Grab
}

/** A rule that is ready to be evaluated. */
export interface CompiledRule {
  readonly TopicPrefix: string
  readonly actions: readonly CompiledAction[]
  /** What the conditions select in an event, if the rule applies to it; otherwise undefined. */
  evaluate(event: unknown): unknown[] | undefined
}

/** Compiles the conditions and the fields of a rule. Throws `Invalid`, which names the field; `at` is put before its name. */
export function compileRule(rule: RuleContent, at = ''): CompiledRule {
  const conditions = rule.Conditions.map(({ JPath }, index) => compileJsonPath(JPath, `${at}Conditions.${index}.JPath`))
  const actions = rule.Actions.map((action, index) => ({
    action,
    grab: compileGrab(action.GrabFields, `${at}Actions.${index}.GrabFields`),
  }))
  const needsValues = rule.Actions.some(({ GrabValues }) => GrabValues)
  const evaluate = needsValues ? selecting(conditions, rule) : matching(conditions, rule)
  return { TopicPrefix: rule.TopicPrefix, actions, evaluate }
}

type Mode = Pick<AlertRule, 'MatchAnyOne' | 'InvertRule'>

/** Stops at the first condition that decides. */
function matching(conditions: readonly JsonPath[], { MatchAnyOne, InvertRule }: Mode): CompiledRule['evaluate'] {
  if (conditions.length === 0) return () => []
  return (event) => {
    const isMatch = MatchAnyOne
      ? conditions.some((condition) => condition.matches(event))
      : conditions.every((condition) => condition.matches(event))
    return isMatch !== InvertRule ? [] : undefined
  }
}

function selecting(conditions: readonly JsonPath[], { MatchAnyOne, InvertRule }: Mode): CompiledRule['evaluate'] {
  if (conditions.length === 0) return () => []
  return (event) => {
    const matches = conditions.map((condition) => condition.matches(event))
    const isMatch = MatchAnyOne ? matches.includes(true) : !matches.includes(false)
    return isMatch !== InvertRule ? conditions.flatMap((condition) => condition.select(event)) : undefined
  }
}

/** The alert that an action makes of an event. Fields that are not set are left out. */
export function alertOf(
  topic: string,
  event: unknown,
  RuleId: string,
  { action, grab }: CompiledAction,
  values: unknown[],
): AlertPayload {
  const { NotificationType, MessageTitle, MessageBody, GrabEvent, GrabValues } = action
  return {
    Topic: topic,
    RuleId,
    ...(NotificationType && { NotificationType }),
    ...(MessageTitle && { Title: MessageTitle }),
    ...(MessageBody && { Body: MessageBody }),
    ...(GrabEvent && { Event: grab(event) }),
    ...(GrabValues && { Values: values }),
    State: '',
  }
}
