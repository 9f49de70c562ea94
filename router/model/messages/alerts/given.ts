import { z } from 'zod'
import { Invalid } from '../../../errors.ts'
import { phrase, schemaPhrase } from '../../../phrases/phrase.ts'
import { filledLine, line } from '../../../values/text.ts'
import {
  type AlertAction,
  AlertCondition,
  type AlertRule,
  AlertSetting,
  MOST_ACTIONS,
  MOST_CONDITIONS,
  MOST_FIELDS,
  NotificationType,
  ShownAction,
} from './alert.ts'

const { shape } = ShownAction
const flag = z.boolean().nullish()
const suffix = line(64)
  .nullish()
  .meta({ description: 'The last part of the topic of the alert, as StoreTopicSuffix or BucketSuffix; may be empty' })
const text = (most: number, described: z.ZodType) =>
  z.string().max(most, schemaPhrase('field.tooLong', most)).nullish().meta({ description: described.description })

export const GivenAction = z
  .strictObject({
    SendNotification: flag.meta({ description: shape.SendNotification.description }),
    StoreAlert: flag.meta({ description: shape.StoreAlert.description }),
    StoreTopicSuffix: suffix,
    BucketSuffix: suffix,
    MessageTitle: text(300, shape.MessageTitle),
    MessageBody: text(4000, shape.MessageBody),
    NotificationType: NotificationType.nullish(),
    ActionType: text(64, shape.ActionType),
    GrabEvent: flag.meta({ description: shape.GrabEvent.description }),
    GrabValues: flag.meta({ description: shape.GrabValues.description }),
    GrabFields: z.array(filledLine(128)).max(MOST_FIELDS).nullish().meta({ description: shape.GrabFields.description }),
  })
  .meta({ id: 'ActionConfigUpdate' })
type GivenAction = z.output<typeof GivenAction>

const setting = AlertSetting.shape
const description = (of: z.ZodType) => ({ description: of.description })

/** A rule as clients send it. */
export const GivenAlert = z
  .strictObject({
    TopicPrefix: filledLine(128).meta(description(setting.TopicPrefix)),
    MatchAnyOne: flag.meta(description(setting.MatchAnyOne)),
    InvertRule: flag.meta(description(setting.InvertRule)),
    Conditions: z
      .array(
        z
          .strictObject({ JPath: filledLine(1000).meta(description(AlertCondition.shape.JPath)) })
          .meta({ id: 'ConditionUpdate' }),
      )
      .max(MOST_CONDITIONS)
      .nullish()
      .meta(description(setting.Conditions)),
    Actions: z
      .array(GivenAction)
      .min(1, schemaPhrase('messages.actionNeeded'))
      .max(MOST_ACTIONS)
      .meta(description(setting.Actions)),
    Name: line(100).nullish().meta({ description: 'The name of the rule; by default the title of its first action' }),
    Disabled: flag.meta(description(setting.Disabled)),
    RuleId: z.string().max(64).nullish().meta({ description: 'The rule to change, if it is no longer at the index' }),
  })
  .meta({
    id: 'AlertUpdate',
    example: {
      TopicPrefix: 'auth:failure',
      Name: 'Wrong password',
      Conditions: [{ JPath: '$[?(@.type=="user")]' }],
      Actions: [
        {
          SendNotification: true,
          StoreAlert: true,
          MessageTitle: 'Wrong password',
          MessageBody: '{{name}} from {{ip}}',
          NotificationType: 'warning',
          GrabEvent: true,
        },
      ],
    },
  })
export type GivenAlert = z.output<typeof GivenAlert>

/** A change of a rule: with a topic and actions it replaces the rule, otherwise fields that are left out keep their values. */
export const AlertChange = GivenAlert.partial().meta({ id: 'AlertChange', example: { Disabled: true } })
export type AlertChange = z.output<typeof AlertChange>

/** The fields of a rule that clients set. */
export type RuleContent = Omit<AlertRule, 'Order' | 'Ready' | 'RuleId'>

/** The content of a new rule, or of `before` after a change. Throws `Invalid`, which names the field; `at` is put before its name. */
export function contentOfAlertRule(given: AlertChange, before?: RuleContent, at = ''): RuleContent {
  const isWhole = given.TopicPrefix !== undefined && given.Actions !== undefined
  const kept = isWhole ? undefined : before
  const TopicPrefix = given.TopicPrefix ?? kept?.TopicPrefix
  const Actions =
    given.Actions?.map((action, index) => settleAction(action, before?.Actions[index], `${at}Actions.${index}.`)) ??
    kept?.Actions
  if (TopicPrefix === undefined) throw new Invalid(phrase('field.missing'), `${at}TopicPrefix`)
  if (Actions === undefined) throw new Invalid(phrase('field.missing'), `${at}Actions`)
  if (TopicPrefix.startsWith('alert:')) throw new Invalid(phrase('messages.alertLoop'), `${at}TopicPrefix`)
  const Name = given.Name || kept?.Name || Actions[0]?.MessageTitle.trim().slice(0, 100)
  if (!Name) throw new Invalid(phrase('field.notEmpty'), `${at}Name`)
  return {
    TopicPrefix,
    MatchAnyOne: given.MatchAnyOne ?? kept?.MatchAnyOne ?? false,
    InvertRule: given.InvertRule ?? kept?.InvertRule ?? false,
    Conditions: given.Conditions ?? kept?.Conditions ?? [],
    Actions,
    Name,
    Disabled: given.Disabled ?? kept?.Disabled ?? false,
  }
}

const settleAction = (given: GivenAction, before: AlertAction | undefined, at: string): AlertAction => ({
  SendNotification: given.SendNotification ?? false,
  StoreAlert: given.StoreAlert ?? false,
  StoreTopicSuffix: suffixOf(given, before?.StoreTopicSuffix, `${at}BucketSuffix`),
  MessageTitle: given.MessageTitle ?? '',
  MessageBody: given.MessageBody ?? '',
  NotificationType: given.NotificationType ?? '',
  ActionType: given.ActionType ?? '',
  GrabEvent: given.GrabEvent ?? false,
  GrabValues: given.GrabValues ?? false,
  GrabFields: given.GrabFields ?? [],
})

/** A client that uses one of the two names sends the other one back unchanged. */
function suffixOf(given: GivenAction, before: string | undefined, field: string): string {
  const values = [...new Set([given.StoreTopicSuffix, given.BucketSuffix])].filter((value) => typeof value === 'string')
  const changed = values.length > 1 ? values.filter((value) => value !== (before ?? '')) : values
  if (changed.length > 1) throw new Invalid(phrase('messages.topicSuffixDiffers'), field)
  return changed[0] ?? ''
}
