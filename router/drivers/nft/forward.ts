import { addedNets, isDisabled } from '../../compiler/ends.ts'
import type { Custom, Frame } from '../../compiler/network.ts'
import { groupMaps, tagSet } from '../../features/groups/group.ts'
import { formatSubnet, PRIVATE_NETS, UNROUTABLE_NETS } from '../../values/subnet.ts'
import { LOOP } from '../links/listing.ts'
import { ADMITTED, ASSURED, type Chain, from, fromUplinks, MARK, setOf, to, toUplinks } from './match.ts'
import { isIn } from './rules.ts'
import { groupChain, tagChain } from './sets.ts'

/**
 * Each end tells the other in its SYN how large a segment may be (RFC 9293 3.7.1): no larger than the links it leaves and
 * came by can carry. Only the two first packets of a connection come to this rule. It never makes the value larger.
 */
const CLAMP_SEGMENTS = 'tcp flags & (syn | rst) == syn tcp option maxseg size set rt mtu'

/**
 * What is routed. A packet of a connection already admitted goes on first; for the first packet of a new one the maps are
 * asked, in the order of the specification. What nothing admits is refused.
 */
export function forwardChains(frame: Frame): Chain[] {
  const nets = setOf(frame.nets)
  const { customs } = frame
  const may = (policy: Custom['policies'][number]): Custom[] =>
    customs.filter(({ policies }) => policies.includes(policy))
  const disabled = customs.filter(isDisabled)
  const privately = may('lan_upstream').filter(({ policies }) => policies.includes('wan'))
  // What is behind other links is counted nowhere.
  const uncounted = customs.length > 0 ? [''] : []
  const goingOn = (counted: string): string[] => [
    `meta l4proto != icmp ${ASSURED} ${counted} accept`,
    CLAMP_SEGMENTS,
    ...[` ${counted}`, ...uncounted].map((match) => `ct state new,established ${ADMITTED}${match} accept`),
    'ct state vmap { invalid : drop, related : goto icmp_errors }',
  ]
  const blocks = frame.ruleSets
    .filter(({ kind }) => kind === 'forward block')
    .map((set) => `${isIn(set)} counter goto refuse comment "drop:block"`)
  const blocksInward = blocks.map((rule) => rule.replace('goto refuse', 'drop'))
  const nobodies = frame.additional.length > 0 ? [`ip daddr ${setOf(addedNets(frame))}`] : []
  const { quarantineHost } = frame.filter.rules
  const toQuarantineHost = quarantineHost ? [`ip saddr . iifname @quarantine ip daddr ${quarantineHost} accept`] : []
  const endpoints = [
    ...frame.tags.map((tag) => `ip saddr . iifname @${tagSet(tag)} jump ${tagChain(tag)}`),
    ...customs.flatMap((custom) =>
      custom.tags.filter((tag) => frame.tags.includes(tag)).map((tag) => `${from(custom)} jump ${tagChain(tag)}`),
    ),
  ]

  return [
    // A device is told at once that it may not, so that what runs on it does not wait; nobody outside is told anything.
    { name: 'refuse', rules: ['meta l4proto tcp reject with tcp reset', 'reject with icmp type admin-prohibited'] },
    // From the household an error about a connection is taken from its two ends alone: there is no router behind them.
    {
      name: 'icmp_errors',
      rules: ['original', 'reply']
        .flatMap((way) => [
          `ct ${way} ip saddr . ip saddr @itself accept`,
          ...customs.map((custom) => `${from(custom)} ct ${way} ip saddr ${formatSubnet(custom.net)} accept`),
        ])
        .concat('counter drop comment "drop:spoof"'),
    },
    ...frame.groups.map(({ name }) => ({
      name: groupChain(name),
      rules: [
        `ip daddr . oifname vmap @${groupMaps(name).destination}`,
        ...customs.filter(({ groups }) => groups.includes(name)).map((custom) => `${to(custom)} accept`),
      ],
    })),
    ...frame.tags.map((tag) => ({
      name: tagChain(tag),
      rules: frame.ruleSets
        .filter((set) => set.kind === 'endpoint' && set.tag === tag)
        .map((set) => `${isIn(set)} accept`),
    })),
    {
      name: 'forward_in',
      rules: [
        `${ASSURED} ip daddr @incoming_traffic_wan accept`,
        CLAMP_SEGMENTS,
        ...[' ip daddr @incoming_traffic_wan', ...uncounted].map((to) => `${ADMITTED}${to} accept`),
        'ct state invalid drop',
        ...blocksInward,
        ...toUplinks(frame, 'drop'),
        // Where nobody is. Asking for each of a large network's addresses would crowd the gateway out of the neighbour table.
        `oifname "${LOOP}" drop`,
        ...nobodies.map((nobody) => `${nobody} drop`),
        'ip daddr . oifname @quarantine counter drop comment "drop:forward"',
        ...disabled.map((custom) => `${to(custom)} counter drop comment "drop:forward"`),
        `ct status dnat ct mark & ${MARK.inbound} != 0 accept`,
        'counter drop comment "drop:forward"',
      ],
    },
    {
      name: 'upstream_private',
      rules: [
        'ip saddr . iifname vmap @upstream_private_rfc1918_allowed',
        ...privately.map((custom) => `${from(custom)} return`),
        'counter goto refuse comment "drop:private"',
      ],
    },
    {
      name: 'forward_out',
      rules: [
        ...goingOn('ip saddr @outgoing_traffic_wan'),
        ...blocks,
        `ip daddr ${setOf(UNROUTABLE_NETS)} counter goto refuse comment "drop:forward"`,
        ...toQuarantineHost,
        ...endpoints,
        `ip daddr ${setOf(PRIVATE_NETS)} jump upstream_private`,
        'ip saddr . iifname vmap @internet_access',
        ...may('wan').map((custom) => `${from(custom)} accept`),
        'counter goto refuse comment "drop:forward"',
      ],
    },
    {
      name: 'forward_lan',
      rules: [
        ...goingOn('ip saddr @outgoing_traffic_lan ip daddr @incoming_traffic_lan'),
        ...blocks,
        `oifname "${LOOP}" counter goto refuse comment "drop:forward"`,
        ...nobodies.map((nobody) => `${nobody} counter goto refuse comment "drop:forward"`),
        'ip daddr . oifname @quarantine counter goto refuse comment "drop:forward"',
        ...disabled.map((custom) => `${to(custom)} counter goto refuse comment "drop:forward"`),
        ...toQuarantineHost,
        ...endpoints,
        ...frame.groups
          .filter(({ enabled }) => enabled)
          .flatMap(({ name }) => [
            `ip saddr . iifname vmap @${groupMaps(name).source}`,
            ...customs
              .filter(({ groups }) => groups.includes(name))
              .map((custom) => `${from(custom)} jump ${groupChain(name)}`),
          ]),
        ...may('lan').flatMap((custom) => [
          `${from(custom)} ip daddr ${nets} accept`,
          `ip saddr . iifname @quarantine ${to(custom)} goto refuse`,
          `ip saddr ${nets} ${to(custom)} accept`,
        ]),
        `ct status dnat ct mark & ${MARK.hairpin} != 0 ip saddr . iifname vmap @internet_access`,
        ...may('wan').map((custom) => `ct status dnat ct mark & ${MARK.hairpin} != 0 ${from(custom)} accept`),
        `ip daddr != ${nets} counter goto refuse comment "drop:forward"`,
        'ip saddr . iifname vmap @lan_access',
        'counter goto refuse comment "drop:forward"',
      ],
    },
    {
      name: 'forward',
      hook: 'filter hook forward priority filter; policy drop',
      rules: [...fromUplinks(frame, 'goto forward_in'), ...toUplinks(frame, 'goto forward_out'), 'goto forward_lan'],
    },
  ]
}
