import { z } from 'zod'

/** The most rules in total. Each is checked for every event of its topic. */
export const MOST_ALERT_RULES = 1000
export const MOST_CONDITIONS = 32
export const MOST_ACTIONS = 8
export const MOST_FIELDS = 64

/** How an alert is shown; empty for the default of the client. */
export const NotificationType = z
  .enum(['', 'info', 'success', 'warning', 'error', 'danger'])
  .meta({ description: 'How the alert is shown; empty for the default of the client' })
export type NotificationType = z.infer<typeof NotificationType>

export const AlertCondition = z
  .object({
    JPath: z.string().meta({
      description:
        'A JSONPath (RFC 9535) over a list that holds the event: it matches if it selects anything. Also permitted: `=~` ' +
        'with a regular expression',
      example: '$[?(@.type=="user")]',
    }),
  })
  .meta({ id: 'ConditionEntry' })
export type AlertCondition = z.infer<typeof AlertCondition>

/** Selects stored alerts that are unread: other clients leave `State` empty or set `New`. */
export const UNREAD = '$[?(@.State != "Read" && @.State != "Resolved")]'

/** An action as stored. */
export const AlertAction = z.object({
  SendNotification: z
    .boolean()
    .meta({ description: 'Send the alert to `/ws` and to the places where notifications go' }),
  StoreAlert: z
    .boolean()
    .meta({ description: 'Publish the alert as the event `alert:<topic>:<suffix>`, which the event store keeps' }),
  StoreTopicSuffix: z.string().meta({ description: 'The last part of the topic of the alert; may be empty' }),
  MessageTitle: z.string().meta({
    description:
      'The title. Clients replace `{{Field.Sub}}` with the value in the event, and `{{Field#Device}}` with the device ' +
      'that has this address; also `#DeviceName`, `#DeviceIP`, `#DeviceMAC`, `#DeviceIcon` and `#Interface`, and `#Bytes` for an amount of data',
    example: 'Wrong password',
  }),
  MessageBody: z
    .string()
    .meta({ description: 'The text, a template as `MessageTitle`', example: '{{name}} from {{ip}}' }),
  NotificationType,
  ActionType: z.string().meta({ description: 'Not evaluated; kept for clients' }),
  GrabEvent: z.boolean().meta({ description: 'Copy the event into the alert' }),
  GrabValues: z.boolean().meta({ description: 'Copy what the conditions select into the alert' }),
  GrabFields: z.array(z.string()).meta({
    description:
      'With GrabEvent: copy only these fields. A path such as `IP.SrcIP` copies one field of a field; `/expression/` copies ' +
      'the fields whose names match a regular expression (RE2)',
  }),
})
export type AlertAction = z.infer<typeof AlertAction>

/** An action as shown: the suffix has the names of API 0.3.0 and of later clients. */
export const ShownAction = AlertAction.extend({
  BucketSuffix: z.string().meta({ description: 'The same as StoreTopicSuffix' }),
}).meta({ id: 'ActionConfig' })

const shape = {
  TopicPrefix: z
    .string()
    .meta({ description: 'The rule is for events whose topics begin with this text', example: 'auth:failure' }),
  MatchAnyOne: z.boolean().meta({ description: 'One matching condition is enough; otherwise all have to match' }),
  InvertRule: z
    .boolean()
    .meta({ description: 'The rule applies if its conditions do not. Without conditions it always applies' }),
  Conditions: z.array(AlertCondition).meta({ description: 'Conditions; a rule without any applies to all events' }),
  Name: z.string().meta({ description: 'The name of the rule', example: 'Wrong password' }),
  Disabled: z.boolean().meta({ description: 'The rule is disabled' }),
  RuleId: z.string().meta({ description: 'Identifies the rule', example: '3d1fcb80-1a94-4c4a-a1f5-a7d3f3bb4f0b' }),
}

/** A rule as stored. `Order` is its place in the list; `Ready` the ready-made alert that it belongs to, or empty. */
export const AlertRule = z.object({
  ...shape,
  Actions: z.array(AlertAction),
  Order: z.int().nonnegative(),
  Ready: z.string(),
})
export type AlertRule = z.infer<typeof AlertRule>

/** A rule as shown. */
export const AlertSetting = z
  .object({ ...shape, Actions: z.array(ShownAction).meta({ description: 'What happens, in this order' }) })
  .meta({ id: 'AlertSetting' })
export type AlertSetting = z.infer<typeof AlertSetting>

/** A rule that does not notify until a time, for all events or for those of one device. */
export const Mute = z
  .object({
    RuleId: z.string().meta({ description: 'The rule', example: '3d1fcb80-1a94-4c4a-a1f5-a7d3f3bb4f0b' }),
    Device: z.string().meta({
      description: 'The identity of the device whose events do not notify; empty for all events',
      example: '02:11:22:33:44:55',
    }),
    Until: z.int().meta({ description: 'Unix seconds' }),
  })
  .meta({ id: 'AlertMute' })
export type Mute = z.infer<typeof Mute>

export const show = ({ Order: _order, Ready: _ready, Actions, ...rule }: AlertRule): AlertSetting => ({
  ...rule,
  Actions: Actions.map((action) => ({ ...action, BucketSuffix: action.StoreTopicSuffix })),
})

/** The key of a rule: rules are stored in the order of the list. */
export const keyOfRule = ({ Order }: Pick<AlertRule, 'Order'>): string => String(Order).padStart(10, '0')

/** The rules in the order of the list. */
export const alertRulesInOrder = (rules: Iterable<AlertRule>): AlertRule[] =>
  [...rules].sort((a, b) => a.Order - b.Order)

export const AlertSettings = z.object({
  /** The default rules were added; rules that the owner has deleted do not come back. */
  HasDefaults: z.boolean(),
  Mutes: z.array(Mute),
})
export type AlertSettings = z.infer<typeof AlertSettings>

export const defaultAlerts = (): AlertSettings => ({ HasDefaults: false, Mutes: [] })
