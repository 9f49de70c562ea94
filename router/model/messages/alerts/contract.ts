import { z } from 'zod'
import { del, get, put } from '../../operation.ts'
import { AlertSetting, MOST_ALERT_RULES, Mute } from './alert.ts'
import { AlertChange, GivenAlert } from './given.ts'
import { ReadyAlert, ReadyId } from './readyalert.ts'
import { MOST_TRIAL_HOURS, TrialResult } from './trialresult.ts'

const tag = 'alerts'
const index = z.coerce
  .number()
  .int()
  .min(0)
  .max(1_000_000)
  .meta({ description: 'The place of the rule in the list, from 0', example: 1 })
const list = z.array(AlertSetting)
const BAD_RULE =
  'No topic, name or action; a condition that is not a JSONPath; a field that is not a regular expression; or too many rules'
const gone = 'RuleId names a rule that was deleted'

/** Rules that make alerts out of events. */
export const alerts = {
  list: get('/alerts', { roles: ['viewer'], tag, summary: 'Alert rules', description: 'In their order.', reply: list }),
  add: put('/alerts', {
    tag,
    summary: 'Add an alert rule',
    description:
      `Appends the rule, with a new RuleId. At most ${MOST_ALERT_RULES} rules. Returns all rules. A rule that does the same as an ` +
      'unchanged default rule, for the same topic and conditions, takes its place instead.',
    body: GivenAlert,
    reply: list,
    errors: { 400: BAD_RULE },
  }),
  replace: put('/alerts/{index}', {
    tag,
    summary: 'Change an alert rule',
    description:
      'A body with TopicPrefix and Actions replaces the rule; otherwise fields that are left out keep their values. The ' +
      'RuleId stays. An index after the last rule appends a rule. Indexes change when another client deletes a rule: with ' +
      'RuleId, the rule with this id is changed, wherever it is. Returns all rules.',
    params: { index },
    body: AlertChange,
    reply: list,
    errors: { 400: `${BAD_RULE}; ${gone}` },
  }),
  remove: del('/alerts/{index}', {
    tag,
    summary: 'Delete an alert rule',
    description: 'Returns all other rules.',
    params: { index },
    query: {
      RuleId: z
        .string()
        .max(64)
        .optional()
        .meta({ description: 'The rule to delete, if it is no longer at the index' }),
    },
    reply: list,
    errors: { 400: `No rule has this index; ${gone}` },
  }),
  ready: get('/alerts/ready', {
    roles: ['viewer'],
    tag,
    summary: 'Ready-made alerts',
    description: 'Alerts that one switch turns on.',
    reply: z.array(ReadyAlert),
  }),
  switch: put('/alerts/ready/{id}', {
    tag,
    summary: 'Switch a ready-made alert on or off',
    description:
      'Switched on, its rules are added to `/alerts`, where they can be edited. Switched off, they are disabled; switched on again, ' +
      'they are enabled, and those that were deleted are added again. Returns all ready-made alerts.',
    params: { id: ReadyId },
    body: z
      .strictObject({
        Enabled: z.boolean().nullish().meta({ description: 'Whether it is on; by default as before' }),
        Devices: z.array(z.string().max(64)).max(1000).nullish().meta({
          description: 'Only for `device-offline`: the identities of the devices that should always be online',
        }),
      })
      .meta({ id: 'ReadyAlertUpdate', example: { Enabled: true } }),
    reply: z.array(ReadyAlert),
    errors: { 400: 'No such ready-made alert, an unknown device, or Devices for another alert' },
  }),
  trial: put('/alerts/trial', {
    tag,
    summary: 'Test an alert rule',
    description:
      'Evaluates a rule on the stored events of the last hours: how often it would have applied. Nothing is saved or sent.',
    audit: false,
    body: z
      .strictObject({
        Rule: GivenAlert.meta({ description: 'The rule, as for `PUT /alerts`' }),
        Hours: z
          .int()
          .min(1)
          .max(MOST_TRIAL_HOURS)
          .nullish()
          .meta({ description: 'How far back; by default one day', example: 24 }),
      })
      .meta({
        id: 'AlertTrial',
        example: {
          Rule: {
            TopicPrefix: 'auth:failure',
            Name: 'Wrong password',
            Actions: [{ SendNotification: true, MessageTitle: 'Wrong password' }],
          },
          Hours: 24,
        },
      }),
    reply: TrialResult,
    errors: { 400: BAD_RULE },
  }),
  setState: put('/alerts/state', {
    tag,
    summary: 'Set the state of all alerts',
    description:
      'Marks stored alerts as read or as resolved: those of all rules, also the ones that a client has not loaded. `Read` changes ' +
      'unread alerts only, `Resolved` all that are not resolved. To change one alert, replace it in the event store.',
    body: z
      .strictObject({
        State: z.enum(['Read', 'Resolved']).meta({ description: 'The new state', example: 'Read' }),
        Device: z.string().max(128).nullish().meta({
          description:
            'The MAC address or public key of a device: only alerts that contain its addresses, as in `GET /events`',
        }),
        Max: z.iso.datetime({ offset: true }).nullish().meta({
          description:
            'Only alerts up to this time, in RFC 3339, such as the time of the newest one that is shown; by default all',
        }),
      })
      .meta({ id: 'AlertStateUpdate', example: { State: 'Read', Max: '2026-03-01T08:05:34.983000000Z' } }),
    reply: z
      .object({ Changed: z.int().min(0).meta({ description: 'The number of changed alerts', example: 3 }) })
      .meta({ id: 'AlertStateChange' }),
    errors: { 400: 'Another state, or a time that is not in RFC 3339' },
  }),
  mutes: get('/alerts/mutes', {
    roles: ['viewer'],
    tag,
    summary: 'Muted alert rules',
    description: 'Muted rules still store alerts, but do not notify.',
    reply: z.array(Mute),
  }),
  mute: put('/alerts/mutes', {
    tag,
    summary: 'Mute an alert rule',
    description:
      'Until a time, for all events or for those of one device. The other rules of the same ready-made alert are muted too, such as ' +
      'the one for online again. Returns all mutes.',
    body: z
      .strictObject({
        RuleId: z.string().max(64).meta({ description: Mute.shape.RuleId.description }),
        Device: z.string().max(64).nullish().meta({ description: Mute.shape.Device.description }),
        Seconds: z.int().min(0).max(31_536_000).meta({ description: 'For how long; 0 ends it', example: 86_400 }),
      })
      .meta({
        id: 'AlertMuteUpdate',
        example: { RuleId: '3d1fcb80-1a94-4c4a-a1f5-a7d3f3bb4f0b', Device: '02:11:22:33:44:55', Seconds: 86_400 },
      }),
    reply: z.array(Mute),
    errors: { 400: 'Too many mutes', 404: 'No such rule, or no such device' },
  }),
}
