import type { Frame } from '../network.ts'
import { HOOKS } from './hooks.ts'
import {
  ACCEPT,
  type Chain,
  drop,
  goto,
  is,
  isIn,
  jump,
  type PacketField,
  type PacketRule,
  type Rate,
  rule,
  when,
} from './rule.ts'
import type { SetDeclaration } from './set.ts'
import { fromOutside } from './where.ts'

/**
 * The timeout policies of DNS connections. A response over UDP ends the exchange; over TCP the limit does not count closed
 * connections.
 */
export const DNS_TIMEOUT = { udp: 'dns', tcp: 'dns_tcp' } as const

/** The limits for connections of one `key`, so that one device cannot fill the kernel's connection table. */
interface Limit {
  readonly key: PacketField
  readonly rate: Rate
  /** Maximum of open connections. Closed ones with an entry in the table do not count. */
  readonly most: number
}

/**
 * A web page opens some hundred connections, file sharing keeps some thousand open. The rate also limits the cost of counting:
 * for each new connection the kernel walks all of its key.
 */
const LIMITS = {
  /** From a device, or from an address behind another link, to anywhere but the router. */
  forwarded: { key: 'source', rate: { perSecond: 200, burst: 2000 }, most: 4096 },
  /** From the internet to a device that a port is forwarded to. */
  inbound: { key: 'destination', rate: { perSecond: 500, burst: 2000 }, most: 4096 },
  /**
   * DNS queries, also those to other resolvers. Each has an entry for three seconds, so the rate limits a device to 2,500. The
   * count is for connections that stay open.
   */
  dns: { key: 'source', rate: { perSecond: 500, burst: 1000 }, most: 4096 },
  /** Other services of the router. */
  router: { key: 'source', rate: { perSecond: 100, burst: 500 }, most: 512 },
  /** From one address in the internet to open services of the router, so that one sender leaves room for others. */
  remote: { key: 'source', rate: { perSecond: 100, burst: 200 }, most: 512 },
  /** From the internet to open services of the router. */
  uplink: { key: 'input link', rate: { perSecond: 500, burst: 1000 }, most: 2048 },
} as const satisfies Readonly<Record<string, Limit>>
type LimitName = keyof typeof LIMITS

const rateSet = (name: LimitName): string => `opened_${name}`
const countSet = (name: LimitName): string => `open_${name}`
const fullSet = (name: LimitName): string => `full_${name}`

/** A rate expires after a minute, when its burst has refilled. */
const RATE_TIMEOUT_SECONDS = 60
/**
 * After a key has reached its limit, it is not counted for this time. To count, the kernel walks all its connections, 0.8 ms for
 * 4,096, and adds the new one, which is then dropped. It removes ended ones from the count only with later connections: up to 64
 * at a time, or 8 before Linux 6.19 (CONNCOUNT_GC_MAX_NODES).
 */
const FULL_SECONDS = 1
const MOST_KEYS = 65_535

/** The sets that count packets. */
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

/** Drops connections over the limit without a reply, which would cause even more packets. */
function limit(name: LimitName): PacketRule[] {
  const { key, rate, most } = LIMITS[name]
  return [
    rule({ kind: 'over rate', set: rateSet(name), field: key, rate }, drop('limit')),
    rule(isIn(fullSet(name), key), drop('limit')),
    rule({ kind: 'over count', set: countSet(name), full: fullSet(name), field: key, most }, drop('limit')),
  ]
}

/**
 * Limits for new connections. Chains of type `nat` run only for the first packet of each connection, after it was admitted, so
 * other packets do not pay for the limits. The router's own connections are not limited.
 */
export const limitChains = (frame: Frame): Chain[] => [
  { name: 'limit_inbound', rules: limit('inbound') },
  {
    name: 'limit_forwarded',
    rules: [rule(when('inbound'), goto('limit_inbound')), ...limit('forwarded')],
  },
  { name: 'limit_uplink', rules: [...limit('remote'), ...limit('uplink')] },
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
    hook: HOOKS.limit_input,
    rules: [
      rule(is('input link', 'lo'), ACCEPT),
      ...fromOutside(frame, goto('limit_uplink')),
      rule(is('protocol', 'tcp', 'udp'), is('port', 53), goto('limit_dns')),
      ...limit('router'),
    ],
  },
]

/** The routing table shows whether the router itself sent a packet. */
export const LIMIT_FORWARDED: PacketRule = rule(when('source not local'), jump('limit_forwarded'))
