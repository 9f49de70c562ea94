import type { Frame } from '../network.ts'
import { HOOKS } from './hooks.ts'
import {
  ACCEPT,
  type Chain,
  drop,
  goto,
  is,
  isIn,
  isNot,
  jump,
  type PacketRule,
  type Rate,
  RETURN,
  rule,
  when,
} from './rule.ts'
import type { SetDeclaration } from './set.ts'
import { fromOutside, toOutside } from './where.ts'

/**
 * Settings of the kernel's memory for fragments, which all senders share: it stores the fragments of incomplete packets, and drops
 * all fragments of new packets while the memory is full. With the kernel's defaults, 4 MiB and 30 seconds, one sender of 140 first
 * fragments per second fills it.
 */
export const FRAGMENT_SECONDS = 2
export const FRAGMENT_BYTES = 64 * 1024 * 1024

/** The kernel's memory for a full-sized fragment: the buffer of the driver and the bookkeeping. With most drivers it is half. */
export const BYTES_OF_FRAGMENT = 4608

/**
 * Fragments per second, and the largest burst. The memory has at most `burst + perSecond * FRAGMENT_SECONDS` fragments of a sender
 * that completes no packet.
 */
export const FRAGMENT_RATES = {
  /** From a device, or of all senders behind another link: 24 Mbit/s of full-sized fragments. */
  home: { perSecond: 2000, burst: 1000 },
  /** From one address outside that the home sends packets to. */
  peer: { perSecond: 1000, burst: 500 },
  /** From all addresses of this kind: their packets may have a forged source address. */
  peers: { perSecond: 2000, burst: 1000 },
  /** From all other addresses outside. */
  strangers: { perSecond: 500, burst: 500 },
} as const satisfies Readonly<Record<string, Rate>>

const OF_DEVICES = 'fragments_home'
const OF_LINKS = 'fragments_link'
const OF_PEERS = 'fragments_peer'
const PEERS = 'fragment_peers'
const OPENERS = 'opened_peers'

/** A rate has refilled after this time. */
const RATE_SECONDS = 10
/** Most connections are shorter, and fragments renew it. */
const PEER_SECONDS = 3600
const MOST_SENDERS = 65_535
/**
 * New addresses that one device, or the router, adds to the peers. Over the rate its further peers stay strangers: otherwise one
 * device that opens connections to 65,535 addresses would leave no room for the peers of others.
 */
export const NEW_PEERS: Rate = { perSecond: 2, burst: 1000 }

export const fragmentSets = ({ customs }: Pick<Frame, 'customs'>): [string, SetDeclaration][] => [
  [OF_DEVICES, { keys: ['ipv4_addr'], dynamic: { size: MOST_SENDERS, timeoutSeconds: RATE_SECONDS } }],
  ...(customs.length > 0
    ? [
        [OF_LINKS, { keys: ['ifname'], dynamic: { size: MOST_SENDERS, timeoutSeconds: RATE_SECONDS } }] satisfies [
          string,
          SetDeclaration,
        ],
      ]
    : []),
  [OF_PEERS, { keys: ['ipv4_addr'], dynamic: { size: MOST_SENDERS, timeoutSeconds: RATE_SECONDS } }],
  [PEERS, { keys: ['ipv4_addr'], dynamic: { size: MOST_SENDERS, timeoutSeconds: PEER_SECONDS } }],
  [
    OPENERS,
    { keys: ['ipv4_addr'], dynamic: { size: MOST_SENDERS, timeoutSeconds: NEW_PEERS.burst / NEW_PEERS.perSecond } },
  ],
]

/**
 * Limits the fragments of each sender before the kernel stores them for reassembly, so that no sender fills the memory. The sender of
 * a fragment from the home was checked by `arrival`. One from outside can have any source address; as connections are not known
 * before reassembly, those of addresses that the home sends to are limited apart from all others.
 */
export const fragmentChains = (frame: Frame): Chain[] => [
  {
    name: 'fragments',
    hook: HOOKS.fragments,
    rules: [rule(when('fragment'), goto('limit_fragments'))],
  },
  {
    name: 'limit_fragments',
    rules: [
      rule(is('input link', 'lo'), ACCEPT),
      ...fromOutside(frame, goto('limit_outside_fragments')),
      ...ofLinks(frame),
      rule({ kind: 'over rate', set: OF_DEVICES, field: 'source', rate: FRAGMENT_RATES.home }, drop('fragment')),
    ],
  },
  {
    name: 'limit_outside_fragments',
    rules: [
      rule(isIn(PEERS, 'source'), goto('limit_peer_fragments')),
      rule({ kind: 'over total rate', rate: FRAGMENT_RATES.strangers }, drop('fragment')),
    ],
  },
  {
    name: 'limit_peer_fragments',
    rules: [
      rule({ kind: 'remember', set: PEERS, field: 'source' }),
      rule({ kind: 'over rate', set: OF_PEERS, field: 'source', rate: FRAGMENT_RATES.peer }, drop('fragment')),
      rule({ kind: 'over total rate', rate: FRAGMENT_RATES.peers }, drop('fragment')),
    ],
  },
  {
    name: 'remember_peer',
    rules: [
      rule({ kind: 'over rate', set: OPENERS, field: 'source', rate: NEW_PEERS }, RETURN),
      rule({ kind: 'remember', set: PEERS, field: 'destination' }),
    ],
  },
]

/** Senders behind another link may use any address of its network. */
function ofLinks({ customs }: Frame): PacketRule[] {
  const links = [...new Set(customs.map(({ link }) => link))]
  if (links.length === 0) return []
  const here = is('input link', ...links)
  const rate = { kind: 'over rate', set: OF_LINKS, field: 'input link', rate: FRAGMENT_RATES.home } as const
  return [rule(here, rate, drop('fragment')), rule(here, ACCEPT)]
}

/** For the first packet of a connection that leaves the home. TCP sends no fragments: RFC 9293 3.7.2. */
export const REMEMBER_PEER: PacketRule = rule(isNot('protocol', 'tcp'), jump('remember_peer'))

/** The peers of WireGuard open their connections from outside. The router sends packets to those with a valid key only. */
export function rememberVpnPeers(frame: Frame): PacketRule[] {
  const ports = frame.tunnels.filter(({ port }) => port > 0).map(({ port }) => port)
  if (ports.length === 0) return []
  return toOutside(frame, is('UDP source port', ...ports), { kind: 'remember', set: PEERS, field: 'destination' })
}
