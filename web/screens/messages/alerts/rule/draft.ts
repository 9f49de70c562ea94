import type { AlertSetting } from '../../../../../router/model/messages/alerts/alert.ts'
import type { Payload } from '../../events/fields.ts'
import { conditionFor, leafOf, leavesOf, pathWords } from '../condition.ts'
import type { AlertRuleInput } from '../rules/useAlertRules.ts'

export const LEVELS = ['info', 'success', 'warning', 'error', 'danger'] as const
export type AlertLevel = (typeof LEVELS)[number]

/** A rule while it is edited. Only its first action has fields in the form; others are kept. */
export interface AlertRuleDraft {
  readonly name: string
  readonly topic: string
  /** JSONPaths. */
  readonly conditions: readonly string[]
  readonly isAny: boolean
  readonly isInverted: boolean
  readonly level: AlertLevel
  readonly title: string
  readonly text: string
  readonly isNotified: boolean
  readonly isStored: boolean
  readonly suffix: string
  /** Names of fields, separated by commas. */
  readonly grabbed: string
}

type Action = AlertSetting['Actions'][number]

/** A new rule for events like this one; `name` is its sentence. */
export const draftFrom = (topic: string, name: string): AlertRuleDraft => ({
  name: name.slice(0, 100),
  topic,
  conditions: [],
  isAny: false,
  isInverted: false,
  level: 'warning',
  title: '',
  text: '',
  isNotified: true,
  isStored: true,
  suffix: '',
  grabbed: '',
})

/** The draft of a stored rule. */
export function draftOf({
  Name,
  TopicPrefix,
  Conditions,
  MatchAnyOne,
  InvertRule,
  Actions: [action],
}: AlertSetting): AlertRuleDraft {
  return {
    name: Name,
    topic: TopicPrefix,
    conditions: Conditions.map(({ JPath }) => JPath),
    isAny: MatchAnyOne,
    isInverted: InvertRule,
    level: LEVELS.find((level) => level === action?.NotificationType) ?? 'info',
    title: action?.MessageTitle === Name ? '' : (action?.MessageTitle ?? ''),
    text: action?.MessageBody ?? '',
    isNotified: action?.SendNotification ?? false,
    isStored: action?.StoreAlert ?? false,
    suffix: action?.StoreTopicSuffix ?? '',
    grabbed: action?.GrabFields?.join(', ') ?? '',
  }
}

/** The rule of a draft. `before` is the stored rule: fields that the form does not have are kept. */
export function ruleOf(draft: AlertRuleDraft, before?: AlertSetting): AlertRuleInput {
  const [first, ...others] = before?.Actions ?? []
  return {
    TopicPrefix: draft.topic.trim(),
    Name: draft.name.trim(),
    MatchAnyOne: draft.isAny,
    InvertRule: draft.isInverted,
    Conditions: draft.conditions.map((JPath) => ({ JPath })),
    Disabled: before?.Disabled ?? false,
    Actions: [
      {
        ...(first && withoutAlias(first)),
        SendNotification: draft.isNotified,
        StoreAlert: draft.isStored,
        StoreTopicSuffix: draft.suffix.trim(),
        MessageTitle: draft.title.trim() || draft.name.trim(),
        MessageBody: draft.text,
        NotificationType: draft.level,
        // The list of alerts shows the event as a sentence, and offers actions for its device.
        GrabEvent: first?.GrabEvent ?? true,
        GrabFields: draft.grabbed.split(/[\s,]+/).filter((name) => name !== ''),
      },
      ...others.map(withoutAlias),
    ],
  }
}

/** `BucketSuffix` repeats `StoreTopicSuffix`. */
const withoutAlias = ({ BucketSuffix: _same, ...action }: Action): Omit<Action, 'BucketSuffix'> => action

/** A condition as the form shows it: as a field with its value, or as a JSONPath. */
export interface ConditionLine {
  readonly condition: string
  /** For example `IP.SrcIP`; undefined for a JSONPath. */
  readonly path: string | undefined
  readonly value: string
  readonly isOn: boolean
  /** Not a field of the event, or one that people seldom ask for. */
  readonly isSeldom: boolean
}

/** Fields of packets that are seldom useful as conditions. */
const SELDOM =
  /^(?:Ethernet\.DstMAC|Ethernet\.HwType|IP\.(?:Version|Protocol|TTL|TOS|Id|Length)|(?:TCP|UDP)\.(?!DstPort$).*|Prefix|Action|Timestamp|time|.*\.ID)$/

/** The fields of an event as conditions to choose from, and after them the conditions that are none of its fields. */
export function conditionLinesOf(event: Payload, conditions: readonly string[]): ConditionLine[] {
  const offered = leavesOf(event).map((leaf) => ({
    condition: conditionFor(leaf),
    path: pathWords(leaf.path),
    value: String(leaf.value),
    isSeldom: leaf.value === '' || SELDOM.test(pathWords(leaf.path)),
  }))
  const known = new Set(offered.map(({ condition }) => condition))
  const others = conditions
    .filter((condition) => !known.has(condition))
    .map((condition) => {
      const leaf = leafOf(condition)
      return { condition, path: leaf && pathWords(leaf.path), value: leaf ? String(leaf.value) : '', isSeldom: false }
    })
  return [...offered, ...others].map((line) => ({ ...line, isOn: conditions.includes(line.condition) }))
}
