import { alertPhrases } from '../../../phrases/en/alerts.ts'
import { defaultRules } from './defaults.ts'
import type { RuleContent } from './given.ts'
import { allReadyRules } from './ready.ts'

/** A text of the router’s own alerts. */
export type AlertCode = keyof typeof alertPhrases

const CODES: ReadonlyMap<string, AlertCode> = new Map(
  Object.entries(alertPhrases).map(([code, text]) => [text, code as AlertCode]),
)
const OWN = Map.groupBy([...defaultRules(), ...allReadyRules()], ({ TopicPrefix }) => TopicPrefix)

/** The router’s own rules for events of this topic. */
const rulesFor = (topic: string): readonly RuleContent[] =>
  [...OWN].flatMap(([prefix, rules]) => (topic.startsWith(prefix) ? rules : []))

/**
 * The code of a title or text that is the router’s own one for alerts about this topic. Rules are stored and edited as texts: API 0.3.0
 * has no other form. Undefined for texts of other rules.
 */
export function codeOfTemplate(topic: string, template: unknown): AlertCode | undefined {
  const code = typeof template === 'string' ? CODES.get(template) : undefined
  const isOwn = ({ Actions }: RuleContent): boolean =>
    Actions.some(({ MessageTitle, MessageBody }) => MessageTitle === template || MessageBody === template)
  return code && rulesFor(topic).some(isOwn) ? code : undefined
}

/** The code of the name of a rule that the router has added, and that was not renamed. */
export function codeOfRuleName(topic: string, name: string): AlertCode | undefined {
  const rule = rulesFor(topic).find(({ Name }) => Name === name)
  return rule && (CODES.get(name) ?? CODES.get(rule.Actions[0]?.MessageTitle ?? ''))
}
