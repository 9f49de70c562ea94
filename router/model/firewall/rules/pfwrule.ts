import { z } from 'zod'
import { type Phrase, phrase, schemaPhrase } from '../../../phrases/phrase.ts'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { isUnicastMac } from '../../../values/mac.ts'
import { AnyMac } from '../../../values/mac-schema.ts'
import { filledLine } from '../../../values/text.ts'
import { OnlineServiceId } from '../../dns/blocklists/services/catalogue.ts'
import { isPublicKey } from '../../home/devices/device.ts'
import { Label, Labels } from '../../home/groups/group.ts'
import { PluginName } from '../../plugins/installed/plugin.ts'
import { Net } from '../config/configrule.ts'
import { Ports } from '../config/port-schema.ts'
import { Country } from '../geoblock/config.ts'
import { MOST_EXPRESSION } from './expression.ts'
import { kindOf, type RuleKind } from './rulekind.ts'
import { TimeWindow } from './window.ts'

/** Maximum number of rules: each is compared with the first packet of a connection. */
export const MOST_RULES = 256
const MOST_DEVICES = 256
const MOST_WINDOWS = 32
const MOST_SERVICES = 64
/** The longest pause of a rule. */
export const MOST_MINUTES = 7 * 24 * 60

/** In place of the identity of a device: all of them. */
export const EVERY_DEVICE = '*'

const IDENTITY_RULE = schemaPhrase('firewall.deviceIdentity')
/** A device by its MAC address, in lower case, or its VPN key. */
export const Identity = z
  .string()
  .max(64)
  .transform((text) => AnyMac.safeParse(text.trim()).data ?? text.trim())
  .refine((text) => isUnicastMac(text) || isPublicKey(text), IDENTITY_RULE)
  .meta({ 'x-rule': 'A unicast MAC address, or a WireGuard public key', example: '02:11:22:33:44:55' })

const Unix = z.int().nonnegative()

/** The conditions of a rule. All of them have to hold. */
export const Conditions = z
  .strictObject({
    Devices: z.array(Identity).max(MOST_DEVICES).default([]).meta({
      description: 'Devices that the rule is about. If there are no `Devices`, `Tags` and `Groups`, it is about all',
    }),
    Tags: Labels.default([]).meta({ description: 'Also devices with one of these tags', example: ['kids'] }),
    Groups: Labels.default([]).meta({ description: 'Also devices in one of these groups', example: [] }),
    Times: z.array(TimeWindow).max(MOST_WINDOWS).default([]).meta({
      description: 'The times of the week at which the rule holds; empty for all times',
    }),
    Online: z
      .array(
        z.strictObject({
          Device: Identity.meta({ description: 'Another device' }),
          Is: z
            .boolean()
            .default(true)
            .meta({ description: 'True if it has to be connected, false if it must not be' }),
        }),
      )
      .max(16)
      .default([])
      .meta({ description: 'Whether other devices have to be connected', example: [] }),
    UsedMinutes: z
      .int()
      .min(0)
      .max(24 * 60)
      .default(0)
      .meta({
        description:
          'The rule holds for the rest of the day once these devices have used the internet for so many minutes together; 0 ' +
          'for no such condition',
      }),
    Expression: z.string().max(MOST_EXPRESSION).optional().meta({
      description:
        'An expression over the variables of `/plugins/pfw/variable/{name}` that has to be true; absent or empty for no such condition',
      example: 'away == "yes" && guests < 3',
    }),
  })
  .meta({ id: 'PfwConditions' })
export type Conditions = z.infer<typeof Conditions>

const DOMAIN_LABEL = '[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?'
export const DestinationDomain = z
  .string()
  .max(253)
  .regex(new RegExp(`^\\s*${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})+\\.?\\s*$`, 'u'), schemaPhrase('firewall.domain'))
  .transform((text) => text.trim().toLowerCase().replace(/\.$/, ''))

/** The destinations of a rule. */
export const Destination = z
  .strictObject({
    Place: z
      .enum(['internet', 'home', 'anywhere', 'listed'])
      .default('internet')
      .meta({
        description:
          '`internet`: everything beyond the uplinks and tunnels. `home`: other devices. `anywhere`: both. `listed`: the ' +
          'destinations below. The router itself is never included',
      }),
    Networks: z.array(Net).max(256).default([]).meta({ description: 'IPv4 addresses and networks', example: [] }),
    Domains: z.array(DestinationDomain).max(256).default([]).meta({
      description: 'Domains with their subdomains: the addresses that the resolver answers with',
      example: [],
    }),
    Countries: z
      .array(Country)
      .max(256)
      .default([])
      .meta({ description: 'Countries of ISO 3166-1, by the data of `/lookup`', example: [] }),
    ASNs: z
      .array(z.int().min(1).max(4_294_967_295))
      .max(256)
      .default([])
      .meta({ description: 'Networks by their number (RFC 1930)', example: [] }),
    Protocol: z.enum(['any', 'tcp', 'udp']).default('any').meta({ description: 'The transport protocol' }),
    Port: Ports.default('any').meta({ description: 'A port, a range, or `any`', example: 'any' }),
  })
  .meta({ id: 'PfwDestination' })
export type Destination = z.infer<typeof Destination>

const Mbit = z.number().min(0.1).max(10_000)

/** What a rule does while it holds. */
export const Action = z
  .discriminatedUnion('Kind', [
    z.strictObject({ Kind: z.literal('block').meta({ description: 'Connections are refused, open ones are closed' }) }),
    z.strictObject({
      Kind: z
        .literal('allow')
        .meta({ description: 'Connections are permitted, whatever later rules and policies say' }),
    }),
    z.strictObject({
      Kind: z.literal('dns').meta({ description: 'A domain resolves to something else' }),
      Domain: DestinationDomain.meta({ description: 'The domain, with its subdomains', example: 'video.example.org' }),
      ResultIP: Ipv4Address.nullish().meta({ description: 'The address that it resolves to' }),
      ResultCNAME: DestinationDomain.nullish().meta({
        description: 'Or the name that it is an alias of',
        example: 'safe.example.org',
      }),
    }),
    z.strictObject({
      Kind: z.literal('services').meta({ description: 'The domains of online services do not exist' }),
      Services: z
        .array(OnlineServiceId)
        .min(1)
        .max(MOST_SERVICES)
        .meta({
          description: 'The services, from `/plugins/dns/block/services`',
          example: ['tiktok', 'roblox'],
        }),
    }),
    z.strictObject({
      Kind: z.literal('safesearch').meta({ description: 'Search engines leave out adult content' }),
      Google: z.boolean().default(true).meta({ description: 'SafeSearch of Google is on' }),
      Bing: z.boolean().default(true).meta({ description: 'SafeSearch of Bing is strict' }),
      DuckDuckGo: z.boolean().default(true).meta({ description: 'Safe search of DuckDuckGo is strict' }),
      YouTube: z
        .enum(['off', 'moderate', 'strict'])
        .default('off')
        .meta({ description: 'Restricted Mode of YouTube', example: 'moderate' }),
    }),
    z.strictObject({
      Kind: z.literal('tunnel').meta({ description: 'Traffic leaves through a tunnel only' }),
      Tunnel: filledLine(32).meta({ description: 'The name of the tunnel', example: 'oslo' }),
    }),
    z.strictObject({
      Kind: z.literal('uplink').meta({
        description:
          'With several uplinks, new connections leave by this one while it works, and by the others otherwise. Open connections keep theirs',
      }),
      Uplink: filledLine(32).meta({ description: 'The link of the uplink, as in `/wan/status`', example: 'wan1' }),
    }),
    z.strictObject({
      Kind: z.literal('proxy').meta({
        description:
          'Connections to the TCP ports 80 and 443 are sent to a plugin, and HTTP/3 (UDP 443) is refused. While the plugin is ' +
          'disabled or deleted, these connections are refused',
      }),
      Plugin: PluginName.meta({ description: 'The name of the plugin', example: 'mitmproxy' }),
      Port: z.int().min(1).max(65_535).default(8080).meta({
        description: 'The TCP port at which the first service of the plugin receives them',
        example: 8080,
      }),
    }),
    z.strictObject({
      Kind: z.literal('redirect').meta({
        description:
          'TCP and UDP connections to the destinations are sent to another address, and permitted. DNS queries and connections to the ' +
          'home keep their destination',
      }),
      IP: Ipv4Address.meta({ description: 'The address that they are sent to', example: '192.168.2.10' }),
      Port: z
        .int()
        .min(1)
        .max(65_535)
        .optional()
        .meta({ description: 'The port that they are sent to; absent for the same port', example: 8443 }),
    }),
    z.strictObject({
      Kind: z.literal('tag').meta({ description: 'The devices have a tag' }),
      Tag: Label.refine((tag) => tag !== '', schemaPhrase('field.notEmpty')).meta({
        description: 'The tag',
        example: 'print',
      }),
      Tags: Labels.optional().meta({ description: 'Further tags; absent for none', example: [] }),
    }),
    z.strictObject({
      Kind: z.literal('group').meta({ description: 'The devices are in a group' }),
      Group: Label.refine((group) => group !== '', schemaPhrase('field.notEmpty')).meta({
        description: 'The group',
        example: 'family',
      }),
      Groups: Labels.optional().meta({ description: 'Further groups; absent for none', example: [] }),
    }),
    z.strictObject({
      Kind: z.literal('family').meta({ description: 'The devices use the upstream resolvers for families' }),
    }),
    z.strictObject({
      Kind: z.literal('limit').meta({ description: 'Packets over the rate are dropped, for each device' }),
      DownMbit: Mbit.nullish().meta({ description: 'Mbit/s to the device; absent for no limit', example: 5 }),
      UpMbit: Mbit.nullish().meta({ description: 'Mbit/s from the device; absent for no limit', example: 1 }),
    }),
    z.strictObject({
      Kind: z
        .literal('notify')
        .meta({ description: 'The event `pfw:notify` is published when the rule begins to hold' }),
    }),
  ])
  .meta({ id: 'PfwAction', example: { Kind: 'block' } })
export type Action = z.infer<typeof Action>
export type ActionKind = Action['Kind']

/** The fields of a rule that its owner sets. */
const given = {
  Name: filledLine(64).meta({ description: 'The name of the rule', example: 'Bedtime' }),
  Disabled: z.boolean().default(false).meta({ description: 'The rule is kept, and has no effect' }),
  When: Conditions.prefault({}).meta({ description: 'The conditions, all of which have to hold' }),
  To: Destination.prefault({}).meta({
    description:
      'The destinations, for `block`, `allow`, `tunnel`, `proxy`, `redirect` and `limit`; absent for the internet',
  }),
  Do: Action.meta({ description: 'What happens while the rule holds' }),
  Until: Unix.default(0).meta({ description: 'Unix seconds: the rule is then deleted; 0 for never', example: 0 }),
}

export const RuleInput = z
  .strictObject({
    ...given,
    Minutes: z
      .int()
      .min(1)
      .max(MOST_MINUTES)
      .nullish()
      .meta({ description: 'In place of `Until`: the rule is deleted so many minutes from now' }),
    First: z.boolean().nullish().meta({
      description:
        'True puts the rule before all others, so that it decides. Absent or false: a new rule is the last one, and another one keeps its place',
    }),
  })
  .meta({
    id: 'PfwRuleInput',
    example: {
      Name: 'Bedtime',
      When: { Tags: ['kids'], Times: [{ Days: [1, 1, 1, 1, 1, 0, 0], Start: '21:00', End: '07:00' }] },
      Do: { Kind: 'block' },
    },
  })
export type RuleInput = z.output<typeof RuleInput>

/** A time during which a rule does not hold for a device. */
export const Skip = z.object({
  Device: z.string().meta({ description: 'The MAC address or VPN key of the device; `*` for all', example: '*' }),
  Until: Unix.meta({ description: 'Unix seconds' }),
})
export type Skip = z.infer<typeof Skip>

/** A stored rule. */
export const Rule = z
  .object({
    ...given,
    Id: z.string().meta({ description: 'Given by the router, and never changed', example: '6f1c9a02' }),
    /** The place in the list: of several rules that match a packet, the first decides. */
    Order: z.int(),
    Skips: z.array(Skip).meta({ description: 'Devices for which it does not hold for a while, by `extend`' }),
    /** In the marks of packets, of a rule with a tunnel; else 0. */
    Number: z.int(),
  })
  .meta({ id: 'PfwRule' })
export type Rule = z.infer<typeof Rule>

/** The name of pauses that are made without one. */
export const PAUSE = 'Pause'
const WORDS = {
  schedule: 'firewall.causeSchedule',
  'daily limit': 'firewall.causeDailyLimit',
  pause: 'firewall.causePause',
  rule: 'firewall.causeRule',
} as const satisfies Record<RuleKind, string>

/** A rule in words, such as `the schedule Bedtime`; only `the pause` for a pause without its own name. */
export const ruleWords = (rule: Pick<Rule, 'Name' | 'When' | 'Until' | 'Do'>): Phrase => {
  const kind = kindOf(rule)
  return kind === 'pause' && rule.Name === PAUSE ? phrase('firewall.causeUnnamedPause') : phrase(WORDS[kind], rule.Name)
}

/** What of a rule selects devices. */
export type Selected = Pick<Conditions, 'Devices' | 'Tags' | 'Groups'>

/** Whether the rule is about all devices. */
export const isForAll = ({ Devices, Tags, Groups }: Selected): boolean =>
  Devices.length === 0 && Tags.length === 0 && Groups.length === 0

/** The place of the rules of personas. */
export const PERSONA_ORDER = -1

/** Rules in the order of evaluation. */
export const inOrder = <R extends Pick<Rule, 'Order' | 'Id'>>(rules: Iterable<R>): R[] =>
  [...rules].sort((a, b) => a.Order - b.Order || (a.Id < b.Id ? -1 : 1))
