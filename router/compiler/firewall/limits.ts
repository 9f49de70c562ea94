import type { Frame } from '../network.ts'
import {
  ACCEPT,
  type Chain,
  drop,
  type Field,
  goto,
  is,
  isIn,
  jump,
  PRIORITY,
  type Rate,
  type Rule,
  rule,
  when,
} from './rule.ts'
import type { SetDeclaration } from './set.ts'
import { fromUplinks } from './where.ts'

/**
 * The policies for the time that the kernel keeps the entry of a DNS query. An answer over UDP ends the exchange; over TCP, the
 * limit does not count entries of closed connections.
 */
export const DNS_TIMEOUT = { udp: 'dns', tcp: 'dns_tcp' } as const

/** How many connections may be opened and be open by one `key`, so that nobody fills the kernel's table of them for all. */
interface Limit {
  readonly key: Field
  readonly rate: Rate
  /** At a time. Those that are closed but still remembered by the kernel do not count. */
  readonly most: number
}

/**
 * A page opens some hundred connections, file sharing keeps some thousand open. The rate is also what bounds the work of
 * counting: for each new connection the kernel walks those that its key has.
 */
const LIMITS = {
  /** From a device, or from an address behind another link, to anywhere but the router. */
  forwarded: { key: 'source', rate: { perSecond: 200, burst: 2000 }, most: 4096 },
  /** From the internet to a device that a port is forwarded to. */
  inbound: { key: 'destination', rate: { perSecond: 500, burst: 2000 }, most: 4096 },
  /**
   * DNS queries, also those for other resolvers. Each takes an entry for three seconds, so the rate alone keeps a device
   * below 2,500. The count is for connections that stay open.
   */
  dns: { key: 'source', rate: { perSecond: 500, burst: 1000 }, most: 4096 },
  /** Anything else of the router. */
  router: { key: 'source', rate: { perSecond: 100, burst: 500 }, most: 512 },
  /** From the internet to what is open there. */
  uplink: { key: 'input link', rate: { perSecond: 500, burst: 1000 }, most: 2048 },
} as const satisfies Readonly<Record<string, Limit>>
type LimitName = keyof typeof LIMITS

const rateSet = (name: LimitName): string => `opened_${name}`
const countSet = (name: LimitName): string => `open_${name}`
const fullSet = (name: LimitName): string => `full_${name}`

/** A rate is forgotten after a minute, when nothing of it is left to count. */
const RATE_TIMEOUT_SECONDS = 60
/**
 * For so long nothing more of a key is counted once its connections are too many. To count, the kernel walks all of them, 0.8 ms
 * for 4,096; and it adds the new one, which it then drops, to those that it counts until it finds that they have ended: up to
 * 64 of them with a later connection, or 8 before Linux 6.19 (CONNCOUNT_GC_MAX_NODES).
 */
const FULL_SECONDS = 1
const MOST_KEYS = 65_535

/** The sets in which packets are counted. */
export function limitSets(): [string, SetDeclaration][] {
  return (Object.keys(LIMITS) as LimitName[]).flatMap((name): [string, SetDeclaration][] => {
    const keys = [LIMITS[name].key === 'input link' ? 'ifname' : 'ipv4_addr'] as const
    return [
      [rateSet(name), { keys, dynamic: { size: MOST_KEYS, timeoutSeconds: RATE_TIMEOUT_SECONDS } }],
      [countSet(name), { keys, dynamic: { size: MOST_KEYS } }],
      [fullSet(name), { keys, dynamic: { size: MOST_KEYS, timeoutSeconds: FULL_SECONDS } }],
    ]
  })
}

/** A connection over the limit is not answered: whoever opens too many is not to cause even more packets. */
function limit(name: LimitName): Rule[] {
  const { key, rate, most } = LIMITS[name]
  return [
    rule({ kind: 'over rate', set: rateSet(name), field: key, rate }, drop('limit')),
    rule(isIn(fullSet(name), key), drop('limit')),
    rule({ kind: 'over count', set: countSet(name), full: fullSet(name), field: key, most }, drop('limit')),
  ]
}

/**
 * Limits for new connections. Chains of type `nat` are run for the first packet of each, after it was admitted: what is
 * limited here costs no other packet anything. The router's own connections are not limited.
 */
export const limitChains = (frame: Frame): Chain[] => [
  { name: 'limit_inbound', rules: limit('inbound') },
  {
    name: 'limit_forwarded',
    rules: [rule(when('inbound'), goto('limit_inbound')), ...limit('forwarded')],
  },
  { name: 'limit_uplink', rules: limit('uplink') },
  {
    name: 'limit_dns',
    rules: [
      rule(is('protocol', 'udp'), { kind: 'timeout', policy: DNS_TIMEOUT.udp }),
      rule(is('protocol', 'tcp'), { kind: 'timeout', policy: DNS_TIMEOUT.tcp }),
      ...limit('dns'),
    ],
  },
  {
    name: 'limit_input',
    hook: { type: 'nat', at: 'input', priority: PRIORITY.srcnat, policy: 'accept' },
    rules: [
      rule(is('input link', 'lo'), ACCEPT),
      ...fromUplinks(frame, goto('limit_uplink')),
      rule(is('protocol', 'tcp', 'udp'), is('port', 53), goto('limit_dns')),
      ...limit('router'),
    ],
  },
]

/** Whether a packet that leaves was sent by the router itself is decided by its routes. */
export const LIMIT_FORWARDED: Rule = rule(when('source not local'), jump('limit_forwarded'))
