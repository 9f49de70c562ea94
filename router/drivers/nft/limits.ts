import type { Frame } from '../../compiler/network.ts'
import { type Chain, fromUplinks, MARK } from './match.ts'
import type { Declaration } from './sets.ts'

/** How many connections may be opened and be open by one `key`, so that nobody fills the kernel's table of them for all. */
interface Limit {
  readonly key: 'ip saddr' | 'ip daddr' | 'iifname'
  readonly perSecond: number
  readonly burst: number
  /** At a time. Those that are closed but still remembered by the kernel do not count. */
  readonly most: number
}

/**
 * A page opens some hundred connections, file sharing keeps some thousand open. The rate is also what bounds the work of
 * counting: for each new connection the kernel walks those that its key has.
 */
const LIMITS = {
  /** From a device, or from an address behind another link, to anywhere but the router. */
  forwarded: { key: 'ip saddr', perSecond: 200, burst: 2000, most: 4096 },
  /** From the internet to a device that a port is forwarded to. */
  inbound: { key: 'ip daddr', perSecond: 500, burst: 2000, most: 4096 },
  /** Each is remembered for three seconds: `TIMEOUTS`. */
  dns: { key: 'ip saddr', perSecond: 2000, burst: 4000, most: 4096 },
  /** Anything else of the router. */
  router: { key: 'ip saddr', perSecond: 100, burst: 500, most: 512 },
  /** From the internet to what is open there. */
  uplink: { key: 'iifname', perSecond: 500, burst: 1000, most: 2048 },
} as const satisfies Readonly<Record<string, Limit>>
type LimitName = keyof typeof LIMITS

/**
 * An answer to a DNS query ends the exchange: nothing follows that the connection would have to be remembered for. The
 * kernel calls a UDP connection replied after two seconds of packets both ways; until then the other time counts.
 */
export const TIMEOUTS: Readonly<Record<string, string>> = {
  dns: '{ protocol udp; l3proto ip; policy = { unreplied : 3, replied : 3 }; }',
}

const rateSet = (name: LimitName): string => `opened_${name}`
const countSet = (name: LimitName): string => `open_${name}`

/** A rate is forgotten after a minute, when nothing of it is left to count. */
const RATE_TIMEOUT_SECONDS = 60
const MOST_KEYS = 65_535

/** The sets in which packets are counted. */
export function limitDeclarations(): [string, Declaration][] {
  return (Object.keys(LIMITS) as LimitName[]).flatMap((name): [string, Declaration][] => {
    const keys = [LIMITS[name].key === 'iifname' ? 'ifname' : 'ipv4_addr'] as const
    return [
      [rateSet(name), { keys, dynamic: { size: MOST_KEYS, timeoutSeconds: RATE_TIMEOUT_SECONDS } }],
      [countSet(name), { keys, dynamic: { size: MOST_KEYS } }],
    ]
  })
}

/** A connection over the limit is not answered: whoever opens too many is not to cause even more packets. */
function limit(name: LimitName): string[] {
  const { key, perSecond, burst, most } = LIMITS[name]
  const drop = 'counter drop comment "drop:limit"'
  return [
    `update @${rateSet(name)} { ${key} limit rate over ${perSecond}/second burst ${burst} packets } ${drop}`,
    `add @${countSet(name)} { ${key} ct count over ${most} } ${drop}`,
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
    rules: [`ct mark & ${MARK.inbound} != 0 goto limit_inbound`, ...limit('forwarded')],
  },
  { name: 'limit_uplink', rules: limit('uplink') },
  { name: 'limit_dns', rules: ['meta l4proto udp ct timeout set "dns"', ...limit('dns')] },
  {
    name: 'limit_input',
    hook: 'nat hook input priority 100; policy accept',
    rules: [
      'iifname "lo" accept',
      ...fromUplinks(frame, 'goto limit_uplink'),
      'meta l4proto { tcp, udp } th dport 53 goto limit_dns',
      ...limit('router'),
    ],
  },
]

/** Whether a packet that leaves was sent by the router itself is asked of its routes. */
export const LIMIT_FORWARDED = 'fib saddr type != local jump limit_forwarded'
