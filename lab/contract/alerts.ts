import assert from 'node:assert/strict'
import { z } from 'zod'
import { type Check, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const action = z.strictObject({
  SendNotification: z.boolean(),
  StoreAlert: z.boolean(),
  StoreTopicSuffix: z.string(),
  BucketSuffix: z.string(),
  MessageTitle: z.string(),
  MessageBody: z.string(),
  NotificationType: z.string(),
  ActionType: z.string(),
  GrabEvent: z.boolean(),
  GrabValues: z.boolean(),
  GrabFields: z.array(z.string()),
})
const rule = z.strictObject({
  TopicPrefix: z.string().min(1),
  MatchAnyOne: z.boolean(),
  InvertRule: z.boolean(),
  Conditions: z.array(z.strictObject({ JPath: z.string() })),
  Actions: z.array(action),
  Name: z.string().min(1),
  Disabled: z.boolean(),
  RuleId: z.uuid(),
})
const rules = (count: number) => json(z.array(rule).length(count))
const ready = z.array(
  z.strictObject({
    Id: z.string(),
    Name: z.string(),
    Description: z.string(),
    TopicPrefix: z.string(),
    NotificationType: z.string(),
    Enabled: z.boolean(),
    Rules: z.array(z.strictObject({ RuleId: z.uuid(), Name: z.string() })),
    Devices: z.array(z.string()).optional(),
  }),
)
const switched = (count: number) => json(ready.refine((all) => all.filter(({ Enabled }) => Enabled).length === count))
const changed = z.strictObject({ Changed: z.int().nonnegative() })

/** As the specification shows one. */
const given = {
  TopicPrefix: 'nft:drop:mac',
  MatchAnyOne: false,
  InvertRule: false,
  Conditions: [{ JPath: '$[?(@.type=="user")]' }],
  Actions: [
    {
      SendNotification: true,
      StoreAlert: true,
      BucketSuffix: '',
      MessageTitle: 'MAC address violation',
      MessageBody: 'from {{IP.SrcIP#Device}}',
      NotificationType: 'warning',
      ActionType: '',
      GrabEvent: true,
      GrabValues: false,
      GrabFields: ['MAC'],
    },
  ],
  Name: 'MAC filter',
  Disabled: false,
}
const [does] = given.Actions
const many = (count: number) => Array.from({ length: count }, () => ({ JPath: '$[0]' }))

// biome-ignore format: a table
export const ALERTS: Row[] = [
  ['GET',    '/alerts',    none,                                                        200, rules(10)],
  ['PUT',    '/alerts',    given,                                                       200, rules(11)],
  ['PUT',    '/alerts',    { TopicPrefix: 'wan:', Actions: [{ MessageTitle: 'x', StoreTopicSuffix: 'y' }] }, 200, rules(12)],
  ['PUT',    '/alerts/10', { ...given, Name: 'changed' },                               200, rules(12)],
  ['PUT',    '/alerts/10', { Disabled: true },                                          200, rules(12)],
  ['PUT',    '/alerts/12', given,                                                       200, rules(13)],
  ['PUT',    '/alerts/99', given,                                                       200, rules(14)],
  ['DELETE', '/alerts/13', none,                                                        200, rules(13)],
  ['DELETE', '/alerts/13', none,                                                        400, line],
  ['DELETE', '/alerts/0?RuleId=gone', none,                                             400, line],
  ['DELETE', '/alerts/-1', none,                                                        400, line],
  ['DELETE', '/alerts/x',  none,                                                        400, line],
  ['PUT',    '/alerts/1.5', given,                                                      400, line],
  ['PUT',    '/alerts/0',  { ...given, RuleId: 'gone' },                                400, line],
  ['PUT',    '/alerts/99', { Disabled: true },                                          400, line],
  ['PUT',    '/alerts',    none,                                                        400, line],
  ['PUT',    '/alerts',    raw('[]'),                                                   400, line],
  ['PUT',    '/alerts',    Array.from({ length: 10_000 }, () => ({ TopicPrefix: 'a' })), 400, line],
  ['PUT',    '/alerts',    { ...given, TopicPrefix: '' },                               400, line],
  ['PUT',    '/alerts',    { ...given, TopicPrefix: 'alert:' },                         400, line],
  ['PUT',    '/alerts',    { ...given, TopicPrefix: 'a\nb' },                           400, line],
  ['PUT',    '/alerts',    { ...given, Actions: [] },                                   400, line],
  ['PUT',    '/alerts',    { ...given, Name: '', Actions: [{ ...does, MessageTitle: '' }] }, 400, line],
  ['PUT',    '/alerts',    { ...given, Conditions: [{ JPath: '' }] },                   400, line],
  ['PUT',    '/alerts',    { ...given, Conditions: [{ JPath: '$[?(@.a==' }] },          400, line],
  ['PUT',    '/alerts',    { ...given, Conditions: [{ JPath: '$......a' }] },           400, line],
  ['PUT',    '/alerts',    { ...given, Conditions: [{ JPath: `$${'..*'.repeat(50)}` }] }, 400, line],
  ['PUT',    '/alerts',    { ...given, Conditions: many(10_000) },                      400, line],
  ['PUT',    '/alerts',    { ...given, Actions: [{ ...does, NotificationType: 'loud' }] }, 400, line],
  ['PUT',    '/alerts',    { ...given, Actions: [{ ...does, GrabFields: ['/(/'] }] },   400, line],
  ['PUT',    '/alerts',    { ...given, Actions: [{ ...does, StoreTopicSuffix: 'a', BucketSuffix: 'b' }] }, 400, line],
  ['PUT',    '/alerts',    { ...given, Actions: [{ ...does, MessageTitle: 'x'.repeat(301) }] }, 400, line],
  ['PUT',    '/alerts',    { ...given, Extra: true },                                   400, line],
  ['PUT',    '/alerts/trial', { Rule: given },                                          200, jsonWith({ Fired: 0 })],
  ['PUT',    '/alerts/trial', { Rule: given, Hours: 721 },                              400, line],
  ['PUT',    '/alerts/trial', { Rule: { ...given, Conditions: [{ JPath: '$[' }] } },    400, line],
  ['PUT',    '/alerts/state', { State: 'Read' },                                        200, json(changed)],
  ['PUT',    '/alerts/state', { State: 'Resolved', Device: '02:00:00:00:00:99', Max: '2026-03-01T08:00:00Z' }, 200, json({ Changed: 0 })],
  ['PUT',    '/alerts/state', { State: '' },                                            400, line],
  ['PUT',    '/alerts/state', { State: 'Read', Max: 'yesterday' },                      400, line],
  ['PUT',    '/alerts/state', { State: 'Read', Device: 'x'.repeat(129) },               400, line],
  ['PUT',    '/alerts/state', none,                                                     400, line],
  ['GET',    '/alerts/mutes', none,                                                     200, json([])],
  ['PUT',    '/alerts/mutes', { RuleId: 'gone', Seconds: 0 },                           200, json([])],
  ['PUT',    '/alerts/mutes', { RuleId: 'gone', Seconds: 60 },                          404, line],
  ['PUT',    '/alerts/mutes', { RuleId: 'gone', Seconds: -1 },                          400, line],
  ['GET',    '/alerts/ready', none,                                                     200, switched(0)],
  ['PUT',    '/alerts/ready/port-scan', { Enabled: true },                              200, switched(1)],
  ['PUT',    '/alerts/ready/device-offline', { Enabled: true, Devices: [] },            200, switched(2)],
  ['PUT',    '/alerts/ready/device-offline', { Devices: ['02:00:00:00:00:99'] },        400, line],
  ['PUT',    '/alerts/ready/port-scan', { Enabled: true, Devices: [] },                 400, line],
  ['PUT',    '/alerts/ready/port-scan', { Enabled: 'yes' },                             400, line],
  ['PUT',    '/alerts/ready/port-scan', { Enabled: false },                             200, switched(1)],
  ['PUT',    '/alerts/ready/nothing', { Enabled: true },                                400, line],
  ['GET',    '/alerts',    none,                                                        200, rules(17)],
]

/** A TypeScript declaration file. */
const declarations: Check = ({ headers, text }) => {
  assert.equal(headers['content-type'], 'text/plain')
  assert.match(text, /^declare const api: Api$/m)
}

// biome-ignore format: a table
export const AUTOMATIONS: readonly Row[] = [
  ['GET',    '/automations',               none,               200, json([])],
  ['GET',    '/automations/none',          none,               404, line],
  ['GET',    '/automations/a%2Fb',         none,               400, line],
  ['GET',    '/automations/none/log',      none,               404, line],
  ['GET',    '/automations/a%2Fb/log',     none,               400, line],
  ['PUT',    '/automations/none/enabled',  { Enabled: true },  404, line],
  ['PUT',    '/automations/none/enabled',  { Enabled: 'yes' }, 400, line],
  ['PUT',    '/automations/none/enabled',  {},                 400, line],
  ['PUT',    '/automations/none/run',      none,               404, line],
  ['PUT',    '/automations/none/run',      { Topic: '' },      400, line],
  ['PUT',    '/automations/none/run',      { Event: {} },      400, line],
  ['DELETE', '/automations/none',          none,               404, line],
  ['DELETE', '/automations/a%2Fb',         none,               400, line],
  ['PUT',    '/automations/none',          {},                 401, line],
  ['PUT',    '/automations/none/dryrun',   {},                 401, line],
  ['GET',    '/automations_types',         none,               200, declarations],
]
