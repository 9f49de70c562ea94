import { phrase } from '../../phrases/phrase.ts'
import { MULTICAST_NET, parseSubnet } from '../../values/subnet.ts'
import { addressesOf, disablesAddresses, ownNets } from '../ends.ts'
import type { Frame, Uplink } from '../network.ts'
import { outgoingOf, serverOf } from '../tunnels.ts'
import { HOOKS } from './hooks.ts'
import { opened, rulesFor } from './pfwmatch.ts'
import {
  ACCEPT,
  ARRIVED,
  because,
  type Chain,
  DROP,
  drop,
  FROM_UPLINK,
  goto,
  is,
  jump,
  MARK,
  notWithin,
  type PacketRule,
  rule,
  verdictOf,
  when,
  within,
} from './rule.ts'
import { byCustom, from, fromOutside, fromTunnels, fromUplinks } from './where.ts'

/** A client without an address broadcasts its DHCP requests: RFC 2131 4.1. No other packet may have a foreign source address. */
const DHCP_REQUEST = [
  is('source', '0.0.0.0'),
  is('destination', '255.255.255.255'),
  is('UDP source port', 68),
  is('UDP port', 67),
]
const FOREIGN = because('identity', phrase('firewall.onlyRouterFromInternet'))

/** Checks the sender before connection tracking, and before the kernel routes a packet or replies with an error. */
export const arrivalChains = (frame: Frame): Chain[] => [
  {
    name: 'from_uplink',
    rules: [
      rule(when('not IPv4'), DROP),
      rule(within('source', ownNets(frame)), drop('spoof'), FOREIGN),
      notForUs(frame),
      rule({ kind: 'packet mark', copy: 0, add: ARRIVED | FROM_UPLINK }),
    ],
  },
  {
    name: 'arrival',
    // Before the kernel reassembles fragments: it would combine fragments of different senders.
    hook: HOOKS.arrival,
    rules: [
      ...(frame.lanIp ? [rule(is('destination', frame.lanIp), jump('pages'))] : []),
      // Before the look-up by address and MAC, which no packet of an uplink needs.
      ...fromUplinks(frame, goto('from_uplink')),
      // Set before the checks, which saves a rule: packets that fail a check are dropped.
      rule(
        { kind: 'packet mark', copy: 0, add: ARRIVED },
        verdictOf('ethernet_filter', 'source', 'input link', 'source MAC'),
      ),
      ...fromPeers(frame),
      rule(is('input link', 'lo'), ACCEPT),
      rule(DHCP_REQUEST, verdictOf('dhcp_access', 'input link', 'source MAC')),
      ...frame.wired.map((link) => rule(is('input link', link), DHCP_REQUEST, ACCEPT)),
      ...frame.customs.filter(disablesAddresses).map((custom) => rule(from(custom), drop('forward'), byCustom(custom))),
      ...frame.customs.filter((custom) => !disablesAddresses(custom)).map((custom) => rule(from(custom), ACCEPT)),
      ...fromTunnels(frame, goto('from_uplink')),
      rule(drop('mac'), because('identity', phrase('firewall.noDeviceAtAddress'))),
    ],
  },
]

/** Peers of the VPN server have no MAC. WireGuard drops packets from an address that does not belong to the key. */
function fromPeers(frame: Frame): PacketRule[] {
  const server = serverOf(frame)
  if (!server) return []
  const here = is('input link', server.link)
  return [
    rule(here, verdictOf('vpn_filter', 'source', 'input link')),
    rule(here, drop('mac'), because('identity', phrase('firewall.noDeviceAtAddress'))),
  ]
}

/**
 * From an uplink, only packets for the router's own addresses and for multicast groups are accepted: for others the kernel
 * would send errors to unknown senders. While the uplink has no address, only packets for the home are dropped.
 */
function notForUs(frame: Frame): PacketRule {
  const own = [
    ...frame.uplinks.flatMap(addressesOf),
    ...outgoingOf(frame).flatMap(({ addresses }) => addresses),
  ].flatMap((ip) => parseSubnet(`${ip}/32`) ?? [])
  const match = frame.uplinks.some(({ address }) => address === undefined)
    ? within('destination', ownNets(frame))
    : notWithin('destination', [...own, MULTICAST_NET])
  return rule(match, drop('local'), FOREIGN)
}

/**
 * Selects an uplink for each connection if there are several: the one on which it was received, the one that a rule of the programmable
 * firewall names, or a working one by the hash of its two addresses. The mark selects a routing table (`drivers/links`). With one uplink
 * there are no such chains.
 */
export function balanceChains(frame: Frame): Chain[] {
  if (frame.uplinks.length < 2) return []
  const ready = frame.uplinks.filter(({ address, router }) => address && router)
  const well = ready.filter((uplink) => uplink.well)
  const ways = well.length > 0 ? well : ready
  return [
    // Only the first packet of a connection is compared with the rules.
    {
      name: 'choose_uplink',
      rules: [
        ...(ways.length > 0 ? [rule({ kind: 'spread', marks: ways.map(({ mark }) => mark) })] : []),
        ...chosenByRules(frame, ways),
      ],
    },
    {
      name: 'balance',
      hook: HOOKS.balance,
      rules: [
        ...frame.uplinks.map(({ link, mark }) =>
          rule(is('input link', link), when('new'), { kind: 'connection mark', keep: 0, add: mark }),
        ),
        ...fromOutside(frame, ACCEPT),
        rule(when('new'), notWithin('destination', frame.nets), jump('choose_uplink')),
        rule({ kind: 'packet mark', copy: MARK.uplink, add: ARRIVED }),
      ],
    },
    {
      name: 'answer',
      hook: HOOKS.answer,
      rules: [rule(when('bound to an uplink'), { kind: 'packet mark', copy: MARK.uplink, add: 0 })],
    },
  ]
}

/** The last match counts, so the rules are in the reverse order: of those in the list, the first one decides. */
const chosenByRules = (frame: Frame, ways: readonly Uplink[]): PacketRule[] =>
  rulesFor('out', frame)
    .toReversed()
    .flatMap((one) => {
      const { action } = one
      const way = action.Kind === 'uplink' && ways.find(({ link }) => link === action.Uplink)
      if (!way) return []
      return opened(one).map((match) => rule(match, { kind: 'connection mark', keep: 0, add: way.mark }))
    })
