import { isDeepStrictEqual } from 'node:util'
import { defaultRules } from '../../../model/messages/alerts/defaults.ts'
import type { RuleContent } from '../../../model/messages/alerts/given.ts'

/**
 * Whether a stored rule is a default one that is unchanged, apart from its name and switch, and a given rule does the same: the same
 * events, stored and sent alike. A client that offers its templates under other names would otherwise send each alert twice.
 */
export function isDefaultAgain(present: RuleContent, given: RuleContent): boolean {
  const shipped = defaultRules().find(({ TopicPrefix }) => TopicPrefix === present.TopicPrefix)
  return shipped !== undefined && sameContent(present, shipped) && sameEffect(given, shipped)
}

const sameContent = (a: RuleContent, b: RuleContent): boolean =>
  sameEffect(a, b) && isDeepStrictEqual(a.Actions, b.Actions)

const sameEffect = (a: RuleContent, b: RuleContent): boolean => isDeepStrictEqual(effectOf(a), effectOf(b))

const effectOf = ({ TopicPrefix, MatchAnyOne, InvertRule, Conditions, Actions }: RuleContent): unknown[] => [
  ...[TopicPrefix, InvertRule, Conditions.length > 1 && MatchAnyOne],
  Conditions.map(({ JPath }) => JPath.replace(/\s/gu, '').replaceAll("'", '"')),
  Actions.map(({ SendNotification, StoreAlert, StoreTopicSuffix }) => [SendNotification, StoreAlert, StoreTopicSuffix]),
]
