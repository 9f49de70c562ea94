import { titled } from '../../model/home/devices/titled.ts'
import { groupChain, groupMaps, tagSet } from '../../model/home/groups/group.ts'
import { phrase } from '../../phrases/phrase.ts'
import { PRIVATE_NETS, parseSubnet, UNROUTABLE_NETS } from '../../values/subnet.ts'
import type { RuleSet } from '../configrules.ts'
import { addedNets, disablesAddresses } from '../ends.ts'
import { LAN_BRIDGE } from '../links.ts'
import type { Frame } from '../network.ts'
import { sharedSet, usersSet } from '../sites.ts'
import { outgoingOf } from '../tunnels.ts'
import { closedToInternet, exitRules } from './exits.ts'
import { geoRules } from './geo.ts'
import { HOOKS } from './hooks.ts'
import { pfwIn, pfwLan, pfwOut } from './pfwchains.ts'
import { policyRules } from './policies.ts'
import { fromProxied, lostProxied } from './proxy.ts'
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
  type PacketRule,
  RECEIVER,
  RETURN,
  refuse,
  rule,
  SENDER,
  verdictOf,
  when,
  within,
} from './rule.ts'
import { tagChain } from './set.ts'
import { isInRules } from './slots.ts'
import { byCustom, customsWithPolicy, from, fromSetup, SETUP_ONLY, to, toOutside, toSetup, toUplinks } from './where.ts'

/**
 * Limits the maximum segment size that each end announces in its SYN (RFC 9293 3.7.1) to the MTU of the links in both
 * directions. Only the first two packets of a connection reach this rule. It never increases the value.
 */
const CLAMP_SEGMENTS = rule({ kind: 'clamp segments' })

const NO_DEVICE = because('default', phrase('firewall.noDeviceAtAddress'))

/**
 * Forwarded packets. Packets of admitted connections are accepted first; for the first packet of a new one the maps are
 * looked up, in the order of the specification. Packets that nothing admits are refused.
 */
export const forwardChains = (frame: Frame): Chain[] => [
  // Devices get a reply immediately, so that programs do not wait for a timeout; the internet gets none.
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
      ...customsWithPolicy(frame.customs, 'lan_upstream')
        .filter(({ policies }) => policies.includes('wan'))
        .map((custom) => rule(from(custom), RETURN)),
      rule(
        refuse('private'),
        because('default', phrase('firewall.uplinkLanNeedsPolicies', titled('wan'), titled('lan_upstream'))),
      ),
    ],
  },
  forwardOut(frame),
  forwardLan(frame),
  {
    name: 'forward',
    hook: HOOKS.forward,
    rules: [
      ...fromSetup(frame, drop('forward'), SETUP_ONLY),
      ...toSetup(frame, drop('forward'), SETUP_ONLY),
      rule(when('from an uplink'), goto('forward_in')),
      ...(frame.exits.length > 0 ? [rule(when('for an exit'), goto('forward_exit'))] : []),
      ...toUplinks(frame, goto('forward_out')),
      rule(goto('forward_lan')),
    ],
  },
]

/** From the household, ICMP errors about a connection are accepted only from its two ends: there is no router behind them. */
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
    ...clampArriving(frame),
    rule(when('confirmed'), isIn('incoming_traffic_wan', 'destination'), ACCEPT),
    ...uncounted(frame, rule(when('confirmed'), ACCEPT)),
    rule(when('invalid'), DROP),
    ...blocks(frame).map((set) => rule(isInRules(set), drop('block'))),
    ...geoRules(frame, 'source', drop('geo')),
    ...toOutside(frame, DROP, because('default', phrase('firewall.noPortForward'))),
    ...unreachable(frame, DROP, drop('forward')),
    ...pfwIn(frame),
    ...closedToInternet(frame),
    rule(when('translated', 'inbound'), ACCEPT),
    rule(drop('forward'), because('default', phrase('firewall.noPortForward'))),
  ],
})

/** The headers of IPv4 and TCP without options. */
const HEADERS = 40

/**
 * The same for uplinks and tunnels with smaller packets: with several ways out, the kernel looks up the other direction of the connection
 * without its mark, which may find another link.
 */
const clampArriving = ({ uplinks, tunnels }: Frame): PacketRule[] =>
  [...uplinks, ...outgoingOf({ tunnels })].flatMap(({ link, mtu }) =>
    mtu === undefined ? [] : [rule(is('input link', link), { kind: 'clamp segments to', bytes: mtu - HEADERS })],
  )

/** To the internet. */
const forwardOut = (frame: Frame): Chain => ({
  name: 'forward_out',
  rules: [
    ...admitted(frame, isIn('outgoing_traffic_wan', 'source')),
    ...blocks(frame).map((set) => rule(isInRules(set), refuse('block'))),
    ...geoRules(frame, 'destination', refuse('geo')),
    rule(
      within('destination', UNROUTABLE_NETS),
      refuse('forward'),
      because('default', phrase('firewall.noRouteToAddress')),
    ),
    ...lostProxied(frame),
    ...toQuarantineHost(frame),
    ...pfwOut(frame),
    ...endpoints(frame),
    ...exitRules(frame),
    rule(within('destination', PRIVATE_NETS), jump('upstream_private')),
    ...policyRules('forward_out', frame),
    ...customsWithPolicy(frame.customs, 'wan').map((custom) => rule(from(custom), ACCEPT, byCustom(custom))),
    rule(refuse('forward'), because('default', phrase('firewall.policyLacking', titled('wan')))),
  ],
})

/** Within the household, and to and from networks behind other links. */
const forwardLan = (frame: Frame): Chain => ({
  name: 'forward_lan',
  rules: [
    ...admitted(frame, isIn('outgoing_traffic_lan', 'source'), isIn('incoming_traffic_lan', 'destination')),
    ...blocks(frame).map((set) => rule(isInRules(set), refuse('block'))),
    ...unreachable(frame, refuse('forward'), refuse('forward')),
    ...fromProxied(frame),
    ...toQuarantineHost(frame),
    ...pfwLan(frame),
    ...endpoints(frame),
    ...siteRules(frame),
    ...sharedGroups(frame),
    ...customsWithPolicy(frame.customs, 'lan').flatMap((custom) => [
      rule(from(custom), within('destination', frame.nets), ACCEPT, byCustom(custom)),
      rule(isIn('quarantine', ...SENDER), to(custom), goto('refuse')),
      rule(within('source', frame.nets), to(custom), ACCEPT, byCustom(custom)),
    ]),
    rule(when('translated', 'hairpin'), verdictOf('internet_access', ...SENDER)),
    ...customsWithPolicy(frame.customs, 'wan').map((custom) =>
      rule(when('translated', 'hairpin'), from(custom), ACCEPT),
    ),
    ...notForSites(frame),
    rule(notWithin('destination', frame.nets), refuse('forward'), because('default', phrase('firewall.noRouteToLink'))),
    ...policyRules('forward_lan', frame),
    rule(refuse('forward'), because('default', phrase('firewall.nothingShared', titled('lan')))),
  ],
})

/** Accepts packets of admitted connections. Those of devices are counted. */
const admitted = (frame: Frame, ...counted: readonly Expression[]): PacketRule[] => [
  // Nearly all packets: of ICMP, only errors about such a connection match.
  rule(when('assured'), isNot('protocol', 'icmp'), counted, ACCEPT),
  // One-way UDP, such as a stream to a recorder, is never assured.
  rule(is('protocol', 'udp'), when('confirmed'), counted, ACCEPT),
  CLAMP_SEGMENTS,
  rule(when('new or established', 'confirmed'), counted, ACCEPT),
  ...uncounted(frame, rule(when('new or established', 'confirmed'), ACCEPT)),
  rule(when('invalid'), DROP),
  rule(when('related'), goto('icmp_errors')),
]

/** A rule for packets without a device at either end. They occur only with networks behind other links. */
const uncounted = ({ customs }: Frame, accept: PacketRule): PacketRule[] => (customs.length > 0 ? [accept] : [])

const blocks = ({ ruleSets }: Frame): RuleSet[] => ruleSets.filter(({ kind }) => kind === 'forward block')

/** Packets to addresses without a device, to devices in quarantine, and to disabled networks. */
const unreachable = (frame: Frame, toNoDevice: Verdict, toClosed: Verdict): PacketRule[] => [
  // ARP for each address of a large network would evict the gateway from the neighbour table.
  rule(is('output link', LAN_BRIDGE), toNoDevice, NO_DEVICE),
  ...(frame.additional.length > 0 ? [rule(within('destination', addedNets(frame)), toNoDevice, NO_DEVICE)] : []),
  rule(isIn('quarantine', ...RECEIVER), toClosed),
  ...frame.customs.filter(disablesAddresses).map((custom) => rule(to(custom), toClosed, byCustom(custom))),
]
type Verdict = Expression | readonly Expression[]

/** Packets to the host that every domain resolves to in quarantine. */
function toQuarantineHost({ filter }: Frame): PacketRule[] {
  const host = parseSubnet(`${filter.rules.quarantineHost}/32`)
  const why = because('default', phrase('firewall.quarantineHost'))
  return host ? [rule(isIn('quarantine', ...SENDER), within('destination', [host]), ACCEPT, why)] : []
}

/** Endpoints that a tag of the sender permits. */
const endpoints = ({ tags, customs }: Frame): PacketRule[] => [
  ...tags.map((tag) => rule(isIn(tagSet(tag), ...SENDER), jump(tagChain(tag)))),
  ...customs.flatMap((custom) =>
    custom.tags.filter((tag) => tags.includes(tag)).map((tag) => rule(from(custom), jump(tagChain(tag)))),
  ),
]

/** Connections to other homes, and from them. */
const siteRules = ({ sites }: Frame): PacketRule[] =>
  sites.flatMap((site) => {
    const { name, link, nets } = site
    const why = because('rule', `sites ${name}`)
    return [
      rule(is('output link', link), within('destination', nets), isIn(usersSet(site), ...SENDER), ACCEPT, why),
      rule(is('input link', link), within('source', nets), isIn(sharedSet(site), ...RECEIVER), ACCEPT, why),
    ]
  })

/** The reasons for packets that neither the site nor another rule permits. */
const notForSites = ({ sites }: Frame): PacketRule[] =>
  sites.flatMap(({ name, link, nets }) => [
    rule(
      is('output link', link),
      within('destination', nets),
      refuse('forward'),
      because('default', phrase('firewall.siteNotUsed', name)),
    ),
    rule(
      is('input link', link),
      within('source', nets),
      refuse('forward'),
      because('default', phrase('firewall.siteNotShared', name)),
    ),
  ])

/** Groups of the sender. The chain of each group looks up the receiver. */
const sharedGroups = ({ groups, customs }: Frame): PacketRule[] =>
  groups
    .filter(({ enabled }) => enabled)
    .flatMap(({ name }) => [
      rule(verdictOf(groupMaps(name).source, ...SENDER)),
      ...customs.filter((one) => one.groups.includes(name)).map((custom) => rule(from(custom), jump(groupChain(name)))),
    ])
