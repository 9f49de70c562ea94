import { randomUUID } from 'node:crypto'
import { Invalid } from '../../../errors.ts'
import { type AlertRule, alertRulesInOrder, keyOfRule, MOST_ALERT_RULES } from '../../../model/messages/alerts/alert.ts'
import type { RuleContent } from '../../../model/messages/alerts/given.ts'
import { missingRules } from '../../../model/messages/alerts/ready.ts'
import type { ReadyId } from '../../../model/messages/alerts/readyalert.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'

type Rules = Pick<Draft, 'alerts'>

export function* alertRulesOf(draft: Rules): Generator<AlertRule> {
  for (const [, rule] of draft.alerts.rows()) yield rule
}

export const putAlertRule = (draft: Rules, rule: AlertRule): void => draft.alerts.put(keyOfRule(rule), rule)

/** Adds a rule after the others. Throws `Invalid` if there are too many. */
export function append(draft: Rules, content: RuleContent, Ready = ''): void {
  const rules = [...alertRulesOf(draft)]
  if (rules.length >= MOST_ALERT_RULES) throw new Invalid(phrase('messages.alertRulesFull', MOST_ALERT_RULES))
  const Order = Math.max(-1, ...rules.map((rule) => rule.Order)) + 1
  putAlertRule(draft, { ...content, RuleId: randomUUID(), Order, Ready })
}

/** Adds the rules of a ready-made alert, or enables or disables those that it has. Throws `Invalid` if there are too many. */
export function switchReady(draft: Rules, id: ReadyId, isOn: boolean): void {
  const present = alertRulesInOrder(alertRulesOf(draft)).filter(({ Ready }) => Ready === id)
  if (isOn) for (const content of missingRules(id, present)) append(draft, content, id)
  for (const rule of present) if (rule.Disabled === isOn) putAlertRule(draft, { ...rule, Disabled: !isOn })
}

/** Switches a ready-made alert on, unless it has rules, which the owner may have disabled, or there is no room for more. */
export function switchOnFirst(draft: Rules, id: ReadyId): void {
  const rules = [...alertRulesOf(draft)]
  if (rules.length < MOST_ALERT_RULES && !rules.some(({ Ready }) => Ready === id)) switchReady(draft, id, true)
}
