import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { line, padded } from '../../../values/text.ts'
import { MASK } from '../../home/devices/device.ts'
import { del, get, post, put } from '../../operation.ts'
import { RemotePeerUpdate, TunnelName, TunnelUpdate } from '../../vpn/tunnels/contract.ts'
import { ADDRESS } from '../../vpn/wireguard/contract.ts'
import { BlockForm, ForwardForm, GroupForm, TagForm } from './clientrule.ts'
import { TASKS, TaskConfig, TaskInput } from './clienttask.ts'
import { PauseLength } from './pause.ts'
import { Conditions, EVERY_DEVICE, Identity, MOST_MINUTES, MOST_RULES, Rule, RuleInput } from './pfwrule.ts'

const tag = 'firewall'
const BASE = '/plugins/pfw'
/** Maximum number of variables. */
export const MOST_VARIABLES = 128

const KEY_EXAMPLE = 'HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ='
const off = 'The extension PFW is switched off'
const id = z
  .string()
  .regex(/^[0-9a-f]{8}$/u, schemaPhrase('firewall.ruleId'))
  .meta({ description: 'The identifier of the rule', example: '6f1c9a02' })
const n = z.coerce
  .number()
  .int()
  .min(0)
  .max(MOST_RULES)
  .meta({ description: 'The place in the list, from 0', example: 0 })

const task = z.enum(TASKS).meta({ description: 'The task', example: 'uplink-check' })

/** A rule with its present state. */
export const RuleEntry = z
  .object({
    ...Rule.omit({ Order: true, Number: true }).shape,
    Holds: z.boolean().meta({ description: 'Whether the rule holds now, at least for one device' }),
    HoldsUntil: z.int().meta({ description: 'Unix seconds: when it ends; 0 if it does not hold, or has no end' }),
    NextStart: z.int().meta({ description: 'Unix seconds: the start of the next window of `Times`; 0 for none' }),
    UsedToday: z
      .int()
      .meta({ description: 'Minutes that its devices have used the internet today, with `UsedMinutes`' }),
  })
  .meta({ id: 'PfwRuleEntry' })
export type RuleEntry = z.input<typeof RuleEntry>

/** Whose internet is paused, and for how long. */
export const PauseInput = z
  .strictObject({ ...Conditions.pick({ Devices: true, Groups: true, Tags: true }).shape, ...PauseLength.shape })
  .meta({ id: 'PfwPauseInput', example: { Groups: ['family'], Until: '07:00' } })
export type PauseInput = z.output<typeof PauseInput>

const publicKey = { description: 'The public key of the other end', example: KEY_EXAMPLE }
const endpoint = { description: 'Host and UDP port of the other end', example: 'oslo.vpn.example.org:51820' }

const SiteVpn = z
  .object({
    Name: z.string().meta({ description: 'The name of the tunnel', example: 'oslo' }),
    Interface: z.string().meta({ description: 'The link in the kernel', example: 'wg1' }),
    Disabled: z.boolean().meta({ description: 'The tunnel is switched off' }),
    Address: z.string().meta({ description: 'The first address of the router inside the tunnel', example: '10.2.0.2' }),
    PrivateKey: z.string().meta({ description: `Always \`${MASK}\``, example: MASK }),
    PeerPublicKey: z.string().meta(publicKey),
    PresharedKey: z.string().meta({ description: `\`${MASK}\` if there is one`, example: '' }),
    Endpoint: z.string().meta(endpoint),
    DNS: z.string().meta({ description: 'Resolvers inside the tunnel, separated by commas', example: '10.2.0.1' }),
  })
  .meta({ id: 'PfwSiteVPN' })
export type SiteVpn = z.input<typeof SiteVpn>

/** `Interface`, which present clients send back, is ignored: the router chooses it. */
const SiteVpnInput = z
  .object({
    Name: z
      .union([z.literal(''), TunnelName])
      .nullish()
      .meta({
        description: 'The name of the tunnel; it cannot be changed. Absent or empty: unchanged, or a new one',
        example: 'oslo',
      }),
    Address: TunnelUpdate.shape.Addresses.unwrap().unwrap().element.meta({
      description: 'The router’s address inside the tunnel; a prefix length is ignored',
      example: '10.2.0.2',
    }),
    PrivateKey: z
      .union([z.enum(['', MASK]), TunnelUpdate.shape.PrivateKey.unwrap().unwrap()])
      .nullish()
      .meta({
        description: `Absent, empty or \`${MASK}\`: unchanged; for a new tunnel the router generates one`,
      }),
    PeerPublicKey: RemotePeerUpdate.shape.PublicKey,
    PresharedKey: RemotePeerUpdate.shape.PresharedKey,
    PeerPresharedKey: RemotePeerUpdate.shape.PresharedKey.meta({ description: 'The same as `PresharedKey`' }),
    Endpoint: RemotePeerUpdate.shape.Endpoint,
    PeerEndpoint: RemotePeerUpdate.shape.Endpoint.meta({ description: 'The same as `Endpoint`' }),
    DNS: z
      .string()
      .max(128)
      .regex(padded(`(?:${ADDRESS}(?:\\s*,\\s*${ADDRESS}){0,3})?`), schemaPhrase('firewall.addressList'))
      .nullish()
      .meta({
        description: 'Resolvers inside the tunnel, separated by commas. Absent: unchanged',
        example: '10.2.0.1',
      }),
    Disabled: z.boolean().default(false).meta({ description: 'Switches the tunnel off' }),
  })
  .meta({
    id: 'PfwSiteVPNInput',
    example: {
      ...{ Name: 'oslo', Address: '10.2.0.2', DNS: '10.2.0.1' },
      ...{ Endpoint: 'oslo.vpn.example.org:51820', PeerPublicKey: KEY_EXAMPLE },
    },
  })
export type SiteVpnInput = z.output<typeof SiteVpnInput>

const VariableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/u, schemaPhrase('firewall.variableName'))
  .meta({ description: 'The name of the variable', example: 'away' })
const VariableValue = z
  .union([line(256), z.number(), z.boolean()], schemaPhrase('firewall.variableValue', 256))
  .meta({ description: 'The value; it is kept as a text', example: 'yes' })
const Variables = z.record(z.string(), z.string()).meta({ description: 'The values by name', example: { away: 'yes' } })
const variableParams = { name: VariableName }

export const PfwConfig = z
  .object({
    ForwardingRules: z
      .array(ForwardForm)
      .meta({ description: 'Rules with other actions than those of the lists below' }),
    BlockRules: z.array(BlockForm).meta({ description: 'Rules with the action `block`' }),
    TagRules: z.array(TagForm).meta({ description: 'Rules with the action `tag`' }),
    GroupRules: z.array(GroupForm).meta({ description: 'Rules with the action `group`' }),
    SiteVPNs: z
      .array(SiteVpn)
      .meta({ description: 'The outgoing tunnels, by place; `/vpn/tunnels` has all their settings' }),
    Variables: Variables,
    APIToken: z.string().meta({ description: 'Always `*masked*`: the rules need no token', example: '*masked*' }),
    TimeZone: z.string().meta({ description: 'The time zone of all times of rules', example: 'Europe/Oslo' }),
  })
  .meta({ id: 'PfwConfig' })

/** Why a rule is rejected. */
export const wrong =
  'An invalid field, an unknown device, group or tunnel, a time in the past, countries with too many addresses, or more ' +
  `than ${MOST_RULES} rules`
/** Why the countries and networks of a rule cannot be compiled. */
const missingData = 'The data on countries and networks is missing'

const wrongTunnel = 'An invalid setting, a name that is in use, or another name than at this place'

/** Operations on a list of the configuration by place, as present clients have them. */
const list = <P extends string, F extends z.ZodType>(path: P, key: string, form: F) => ({
  add: put(`${BASE}/${path}`, {
    tag,
    summary: `Add a rule to ${key}`,
    description: 'The rule becomes the last one.',
    body: form,
    reply: z.array(form),
    errors: { 400: wrong, 404: off, 503: missingData },
  }),
  replace: put(`${BASE}/${path}/{n}`, {
    tag,
    summary: `Replace a rule of ${key}`,
    description:
      'The place after the last one adds a rule. Fields that are sent as they were read keep everything that the rule has, also what ' +
      'this form cannot show, such as several devices.',
    params: { n },
    body: form,
    reply: z.array(form),
    errors: { 400: wrong, 404: `No such place. ${off}`, 503: missingData },
  }),
  remove: del(`${BASE}/${path}/{n}`, {
    tag,
    summary: `Delete a rule of ${key}`,
    params: { n },
    reply: z.array(form),
    errors: { 404: `No such place. ${off}` },
  }),
})
const block = list('block', 'BlockRules', BlockForm)
const forward = list('forward', 'ForwardingRules', ForwardForm)
const tagList = list('tag', 'TagRules', TagForm)
const group = list('group', 'GroupRules', GroupForm)

/** The programmable firewall: rules with conditions. */
export const pfw = {
  config: get(`${BASE}/config`, {
    roles: ['viewer'],
    tag,
    summary: 'Rules of the programmable firewall by kind',
    description:
      'As present clients read them. Any error means that it is switched off: that hides these lists, and the rules stay in force. ' +
      '`GET /plugins/pfw/rules` has all rules at any time.',
    reply: PfwConfig,
    errors: { 404: off },
  }),
  rules: get(`${BASE}/rules`, {
    roles: ['viewer', 'parent'],
    tag,
    summary: 'Rules of the programmable firewall',
    description:
      'In the order of evaluation: of several `block` and `allow` rules that match a connection, the first decides.',
    reply: z.array(RuleEntry),
  }),
  add: put(`${BASE}/rules`, {
    tag,
    summary: 'Add a rule to the programmable firewall',
    description:
      'While all conditions of `When` hold, `Do` applies to the devices: block or allow connections, answer a DNS query ' +
      'with another address, use a tunnel, add a tag or a group, limit the rate, or publish an event. Times are in the ' +
      'time zone of the router, also when clocks change. A rule that begins to hold closes open connections that it ' +
      'does not permit. With `Until` it is deleted then: a pause is a `block` with `Until`.',
    body: RuleInput,
    reply: RuleEntry,
    errors: { 400: wrong, 503: missingData },
  }),
  pause: put(`${BASE}/pause`, {
    roles: ['parent'],
    tag,
    summary: 'Pause the internet of devices, groups or tags',
    description:
      'Adds a `block` rule that ends, before all other rules. Open connections are closed. A running pause of the same devices, ' +
      'groups and tags is replaced. Deleting the rule ends it early. `Until` is the next such time on the clock of the router, also ' +
      'when clocks change.',
    body: PauseInput,
    reply: RuleEntry,
    errors: { 400: 'An invalid field, no device, group or tag, or an unknown one' },
  }),
  replace: put(`${BASE}/rules/{id}`, {
    tag,
    summary: 'Replace a rule of the programmable firewall',
    description: 'Absent fields get their defaults. The place, and times of `extend`, are kept.',
    params: { id },
    body: RuleInput,
    reply: RuleEntry,
    errors: { 400: wrong, 404: 'No such rule', 503: missingData },
  }),
  remove: del(`${BASE}/rules/{id}`, {
    roles: ['parent'],
    tag,
    summary: 'Delete a rule of the programmable firewall',
    params: { id },
    errors: { 404: 'No such rule' },
  }),
  extend: put(`${BASE}/rules/{id}/extend`, {
    roles: ['parent'],
    tag,
    summary: 'Postpone a rule, such as a bedtime by an hour',
    description:
      'While the rule holds, it ceases to hold for `Minutes`. Otherwise its next window begins so much later. A second ' +
      'call adds to the first. `Minutes` of 0 or less ends it.',
    params: { id },
    body: z
      .strictObject({
        Minutes: z.int().max(MOST_MINUTES).meta({ description: '0 or less ends it', example: 60 }),
        Device: z
          .union([z.literal(EVERY_DEVICE), Identity])
          .nullish()
          .meta({ description: 'Only for this device; absent or `*` for all' }),
      })
      .meta({ example: { Minutes: 60 } }),
    reply: RuleEntry,
    errors: { 400: 'An invalid field, or a device that the rule is not about', 404: 'No such rule' },
  }),
  tasks: get(`${BASE}/tasks/config`, {
    roles: ['viewer'],
    tag,
    summary: 'Repeated tasks, as present clients list them',
    reply: TaskConfig,
    errors: { 404: off },
  }),
  configureTask: put(`${BASE}/tasks/configure/{task}`, {
    tag,
    summary: 'Change a repeated task',
    description:
      'The task `uplink-check` is the monitoring of `/wan/config`. `wifi-scan` is not repeated: `/iw/dev/{interface}/scan` ' +
      'scans when it is called.',
    params: { task },
    body: TaskInput,
    reply: TaskConfig,
    errors: { 400: 'An invalid field, or a task that cannot be repeated', 404: off },
  }),
  runTask: put(`${BASE}/tasks/run/{task}`, {
    tag,
    summary: 'Run a repeated task now',
    description: 'Results of `uplink-check` are in `/wan/status` after a few seconds.',
    audit: false,
    params: { task },
    errors: { 400: 'A task that is disabled, or cannot be run', 404: off },
  }),

  variable: get(`${BASE}/variable/{name}`, {
    roles: ['viewer'],
    tag,
    summary: 'The value of a variable',
    params: variableParams,
    reply: z.string().meta({ example: 'yes' }),
    errors: { 404: `No such variable. ${off}` },
  }),
  setVariable: put(`${BASE}/variable/{name}`, {
    tag,
    summary: 'Set a variable of conditions',
    description:
      'Rules whose `Condition` depends on it begin or cease to hold before the call returns. Returns all variables.',
    params: variableParams,
    body: VariableValue,
    reply: Variables,
    errors: { 400: `An invalid value, or more than ${MOST_VARIABLES} variables`, 404: off },
  }),
  removeVariable: del(`${BASE}/variable/{name}`, {
    tag,
    summary: 'Delete a variable of conditions',
    description: 'In conditions, it is then an empty text. Returns the others.',
    params: variableParams,
    reply: Variables,
    errors: { 404: `No such variable. ${off}` },
  }),
  testExpression: post(`${BASE}/testExpression`, {
    tag,
    summary: 'Evaluate a condition with the present variables',
    audit: false,
    body: z
      .strictObject({
        Expression: z.string().meta({ description: 'The condition', example: 'away == "yes" && guests < 3' }),
        Variables: Variables.nullish().meta({ description: 'Values in place of the present ones; absent for none' }),
      })
      .meta({ id: 'PfwTestExpression', example: { Expression: 'away == "yes" && guests < 3' } }),
    reply: z.object({ Result: z.boolean().meta({ description: 'Whether it is true' }) }).meta({ id: 'PfwTestResult' }),
    errors: { 400: 'An expression that is not valid', 404: off },
  }),

  siteVpns: get(`${BASE}/sitevpns`, {
    roles: ['viewer'],
    tag,
    summary: 'Outgoing tunnels by place, as present clients list them',
    reply: z.array(SiteVpn),
    errors: { 404: off },
  }),
  addSiteVpn: put(`${BASE}/sitevpns`, {
    tag,
    summary: 'Add an outgoing tunnel',
    description:
      'A tunnel of `/vpn/tunnels` to all networks. Traffic uses it by a rule with the action `tunnel`, or an exit.',
    body: SiteVpnInput,
    reply: z.array(SiteVpn),
    errors: { 400: wrongTunnel, 404: off },
  }),
  replaceSiteVpn: put(`${BASE}/sitevpns/{n}`, {
    tag,
    summary: 'Replace an outgoing tunnel',
    description: 'Settings that only `/vpn/tunnels` has are kept. The place after the last one adds a tunnel.',
    params: { n },
    body: SiteVpnInput,
    reply: z.array(SiteVpn),
    errors: { 400: wrongTunnel, 404: `No such place. ${off}`, 409: 'It belongs to a site' },
  }),
  removeSiteVpn: del(`${BASE}/sitevpns/{n}`, {
    tag,
    summary: 'Delete an outgoing tunnel',
    params: { n },
    reply: z.array(SiteVpn),
    errors: { 404: `No such place. ${off}`, 409: 'A rule, an exit or a site uses it' },
  }),

  addBlock: block.add,
  replaceBlock: block.replace,
  removeBlock: block.remove,
  addForward: forward.add,
  replaceForward: forward.replace,
  removeForward: forward.remove,
  addTag: tagList.add,
  replaceTag: tagList.replace,
  removeTag: tagList.remove,
  addGroup: group.add,
  replaceGroup: group.replace,
  removeGroup: group.remove,
}
