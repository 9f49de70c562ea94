import { titled } from '../../features/devices/title.ts'
import { groupMaps, tagSet } from '../../features/groups/group.ts'
import { PRIVATE_NETS, parseSubnet, UNROUTABLE_NETS } from '../../values/subnet.ts'
import { addedNets, isDisabled } from '../ends.ts'
import { LAN_BRIDGE } from '../links.ts'
import type { Frame } from '../network.ts'
import type { RuleSet } from '../rules.ts'
import { policyRules } from './policies.ts'
import {
  ACCEPT,
  because,
  type Chain,
  DROP,
  drop,
  type Expression,
  goto,
  is,
  isIn,
  isNot,
  jump,
  notWithin,
  PRIORITY,
  RECEIVER,
  RETURN,
  type Rule,
  refuse,
  rule,
  SENDER,
  verdictOf,
  when,
  within,
} from './rule.ts'
import { groupChain, tagChain } from './set.ts'
import { isInRules } from './slots.ts'
import { byCustom, from, to, toUplinks, withPolicy } from './where.ts'

/**
 * Each end announces in its SYN how large a segment may be (RFC 9293 3.7.1): no larger than the MTU of the links in both
 * directions. Only the first two packets of a connection reach this rule. It never makes the value larger.
 */
const CLAMP_SEGMENTS = rule({ kind: 'clamp segments' })

const NOBODY = because('default', 'nobody has this address now')

/**
 * What is forwarded. A packet of a connection already admitted is accepted first; for the first packet of a new one the maps
 * are looked up, in the order of the specification. What nothing admits is refused.
 */
export const forwardChains = (frame: Frame): Chain[] => [
  // Devices get an answer immediately, so that programs do not wait for a timeout; the internet gets none.
  {
    name: 'refuse',
    rules: [
      rule(is('protocol', 'tcp'), { kind: 'reject', answer: 'TCP reset' }),
      rule({ kind: 'reject', answer: 'ICMP prohibited' }),
    ],
  },
  icmpErrors(frame),
  ...frame.groups.map(({ name }) => ({
    name: groupChain(name),
    rules: [
      rule(verdictOf(groupMaps(name).destination, ...RECEIVER)),
      ...frame.customs
        .filter(({ groups }) => groups.includes(name))
        .map((custom) => rule(to(custom), ACCEPT, because('group', name))),
    ],
  })),
  ...frame.tags.map((tag) => ({
    name: tagChain(tag),
    rules: frame.ruleSets
      .filter((set) => set.kind === 'endpoint' && set.tag === tag)
      .map((set) => rule(isInRules(set), ACCEPT)),
  })),
  forwardIn(frame),
  {
    name: 'upstream_private',
    rules: [
      ...policyRules('upstream_private', frame),
      ...withPolicy(frame.customs, 'lan_upstream')
        .filter(({ policies }) => policies.includes('wan'))
        .map((custom) => rule(from(custom), RETURN)),
      rule(
        refuse('private'),
        because(
          'default',
          `a private address beyond the uplink needs the policies ${titled('wan')} and ${titled('lan_upstream')}`,
        ),
      ),
    ],
  },
  forwardOut(frame),
  forwardLan(frame),
  {
    name: 'forward',
    hook: { type: 'filter', at: 'forward', priority: PRIORITY.filter, policy: 'drop' },
    rules: [
      rule(when('from an uplink'), goto('forward_in')),
      ...toUplinks(frame, goto('forward_out')),
      rule(goto('forward_lan')),
    ],
  },
]

/** From the household an error about a connection is taken from its two ends alone: there is no router behind them. */
const icmpErrors = ({ customs }: Frame): Chain => ({
  name: 'icmp_errors',
  rules: [
    ...(['opener', 'responder'] as const).flatMap((end) => [
      rule(isIn('itself', end, 'source'), ACCEPT),
      ...customs.map((custom) => rule(from(custom), within(end, [custom.net]), ACCEPT)),
    ]),
    rule(drop('spoof')),
  ],
})

/** From the internet. */
const forwardIn = (frame: Frame): Chain => ({
  name: 'forward_in',
  rules: [
    rule(when('assured'), isIn('incoming_traffic_wan', 'destination'), ACCEPT),
    CLAMP_SEGMENTS,
    rule(when('confirmed'), isIn('incoming_traffic_wan', 'destination'), ACCEPT),
    ...uncounted(frame, rule(when('confirmed'), ACCEPT)),
    rule(when('invalid'), DROP),
    ...blocks(frame).map((set) => rule(isInRules(set), drop('block'))),
    ...toUplinks(frame, DROP, because('default', 'nothing is forwarded to it')),
    ...unreachable(frame, DROP, drop('forward')),
    rule(when('translated', 'inbound'), ACCEPT),
    rule(drop('forward'), because('default', 'nothing is forwarded to it')),
  ],
})

/** To the internet. */
const forwardOut = (frame: Frame): Chain => ({
  name: 'forward_out',
  rules: [
    ...admitted(frame, isIn('outgoing_traffic_wan', 'source')),
    ...blocks(frame).map((set) => rule(isInRules(set), refuse('block'))),
    rule(
      within('destination', UNROUTABLE_NETS),
      refuse('forward'),
      because('default', 'no router leads to this address'),
    ),
    ...toQuarantineHost(frame),
    ...endpoints(frame),
    rule(within('destination', PRIVATE_NETS), jump('upstream_private')),
    ...policyRules('forward_out', frame),
    ...withPolicy(frame.customs, 'wan').map((custom) => rule(from(custom), ACCEPT, byCustom(custom))),
    rule(refuse('forward'), because('default', `it has no policy ${titled('wan')}`)),
  ],
})

/** Within the household, and to and from networks behind other links. */
const forwardLan = (frame: Frame): Chain => ({
  name: 'forward_lan',
  rules: [
    ...admitted(frame, isIn('outgoing_traffic_lan', 'source'), isIn('incoming_traffic_lan', 'destination')),
    ...blocks(frame).map((set) => rule(isInRules(set), refuse('block'))),
    ...unreachable(frame, refuse('forward'), refuse('forward')),
    ...toQuarantineHost(frame),
    ...endpoints(frame),
    ...sharedGroups(frame),
    ...withPolicy(frame.customs, 'lan').flatMap((custom) => [
      rule(from(custom), within('destination', frame.nets), ACCEPT, byCustom(custom)),
      rule(isIn('quarantine', ...SENDER), to(custom), goto('refuse')),
      rule(within('source', frame.nets), to(custom), ACCEPT, byCustom(custom)),
    ]),
    rule(when('translated', 'hairpin'), verdictOf('internet_access', ...SENDER)),
    ...withPolicy(frame.customs, 'wan').map((custom) => rule(when('translated', 'hairpin'), from(custom), ACCEPT)),
    rule(notWithin('destination', frame.nets), refuse('forward'), because('default', 'nothing leads to this link')),
    ...policyRules('forward_lan', frame),
    rule(
      refuse('forward'),
      because('default', `it has no policy ${titled('lan')}, and they share no group, tag or rule`),
    ),
  ],
})

/** Packets of connections that were admitted: counted for devices, and for other links accepted without. */
const admitted = (frame: Frame, ...counted: readonly Expression[]): Rule[] => [
  // Nearly all packets: of ICMP, only errors about such a connection match.
  rule(when('assured'), isNot('protocol', 'icmp'), counted, ACCEPT),
  // UDP that is not answered, such as a stream to a recorder, is never assured.
  rule(is('protocol', 'udp'), when('confirmed'), counted, ACCEPT),
  CLAMP_SEGMENTS,
  rule(when('new or established', 'confirmed'), counted, ACCEPT),
  ...uncounted(frame, rule(when('new or established', 'confirmed'), ACCEPT)),
  rule(when('invalid'), DROP),
  rule(when('related'), goto('icmp_errors')),
]

/** A rule for packets that no device sends or receives: there are such only behind other links. */
const uncounted = ({ customs }: Frame, accept: Rule): Rule[] => (customs.length > 0 ? [accept] : [])

const blocks = ({ ruleSets }: Frame): RuleSet[] => ruleSets.filter(({ kind }) => kind === 'forward block')

/** To addresses without a device, and to those that nothing may reach now. */
const unreachable = (frame: Frame, nobody: Verdict, closed: Verdict): Rule[] => [
  // Resolving each of a large network's addresses would crowd the gateway out of the neighbour table.
  rule(is('output link', LAN_BRIDGE), nobody, NOBODY),
  ...(frame.additional.length > 0 ? [rule(within('destination', addedNets(frame)), nobody, NOBODY)] : []),
  rule(isIn('quarantine', ...RECEIVER), closed),
  ...frame.customs.filter(isDisabled).map((custom) => rule(to(custom), closed, byCustom(custom))),
]
type Verdict = Expression | readonly Expression[]

/** Where names lead in quarantine. */
function toQuarantineHost({ filter }: Frame): Rule[] {
  const host = parseSubnet(`${filter.rules.quarantineHost}/32`)
  const why = because('default', 'it is the host that names lead to in quarantine')
  return host ? [rule(isIn('quarantine', ...SENDER), within('destination', [host]), ACCEPT, why)] : []
}

/** Places that a tag of the sender leads to. */
const endpoints = ({ tags, customs }: Frame): Rule[] => [
  ...tags.map((tag) => rule(isIn(tagSet(tag), ...SENDER), jump(tagChain(tag)))),
  ...customs.flatMap((custom) =>
    custom.tags.filter((tag) => tags.includes(tag)).map((tag) => rule(from(custom), jump(tagChain(tag)))),
  ),
]

/** Groups of the sender: the chain of each looks up the receiver. */
const sharedGroups = ({ groups, customs }: Frame): Rule[] =>
  groups
    .filter(({ enabled }) => enabled)
    .flatMap(({ name }) => [
      rule(verdictOf(groupMaps(name).source, ...SENDER)),
      ...customs.filter((one) => one.groups.includes(name)).map((custom) => rule(from(custom), jump(groupChain(name)))),
    ])
