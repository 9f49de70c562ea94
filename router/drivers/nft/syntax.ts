import { DNS_TIMEOUT } from '../../compiler/firewall/limits.ts'
import {
  ALL_BITS,
  EXIT,
  type Expression,
  FROM_UPLINK,
  type Hook,
  type Key,
  MARK,
  type PacketCondition,
  type PacketField,
  type PacketRule,
} from '../../compiler/firewall/rule.ts'
import { FIREWALL } from '../../compiler/firewall/ruleset.ts'
import type { ElementVerdict, KeyType, SetDeclaration } from '../../compiler/firewall/set.ts'
import { numberToIp } from '../../values/ip.ts'
import { formatSubnet, type Subnet } from '../../values/subnet.ts'

/** Our table. It contains all our objects and no others. */
export const TABLE_NAME = FIREWALL.table
export const TABLE = `${FIREWALL.family} ${TABLE_NAME}`

const FIELDS: Readonly<Record<PacketField, string>> = {
  source: 'ip saddr',
  destination: 'ip daddr',
  'input link': 'iifname',
  'output link': 'oifname',
  'source MAC': 'ether saddr',
  protocol: 'meta l4proto',
  port: 'th dport',
  'TCP port': 'tcp dport',
  'UDP port': 'udp dport',
  'TCP source port': 'tcp sport',
  'UDP source port': 'udp sport',
  opener: 'ct original ip saddr',
  responder: 'ct reply ip saddr',
}

const CONDITIONS: Readonly<Record<PacketCondition, string>> = {
  new: 'ct state new',
  'new or established': 'ct state new,established',
  established: 'ct state established',
  related: 'ct state related',
  invalid: 'ct state invalid',
  confirmed: 'ct status confirmed',
  assured: 'ct status assured',
  translated: 'ct status dnat',
  inbound: `ct mark & ${MARK.inbound} != 0`,
  hairpin: `ct mark & ${MARK.hairpin} != 0`,
  proxied: `ct mark & ${MARK.proxied} != 0`,
  redirected: `ct mark & ${MARK.redirected} != 0`,
  'bound to an uplink': `ct mark & ${MARK.uplink} != 0`,
  'from an uplink': `meta mark & ${FROM_UPLINK} != 0`,
  'for an exit': `meta mark & ${EXIT} != 0`,
  'not IPv4': 'meta nfproto != ipv4',
  // More fragments, or an offset: RFC 791 3.1.
  fragment: 'ip frag-off & 0x3fff != 0',
  'ACK without SYN': 'tcp flags & (syn | ack) == ack',
  'no TCP reset': 'tcp flags ! rst',
  'ICMP echo request': 'icmp type echo-request',
  'ICMP error': 'icmp type { destination-unreachable, time-exceeded, parameter-problem }',
  'source not local': 'fib saddr type != local',
}

/**
 * By default the kernel chooses another seed whenever the rule is written. Connections between the same two addresses would then
 * move to another uplink, and a service that binds a session to the client's address would end it.
 */
const SPREAD_SEED = 21_328

interface TimeoutPolicy {
  readonly protocol: 'tcp' | 'udp'
  readonly seconds: Readonly<Record<string, number>>
}

/** Timeouts of connections by state, for each policy: ct timeout objects. */
export const TIMEOUTS: Readonly<Record<string, TimeoutPolicy>> = {
  // The kernel calls a UDP connection replied after two seconds of packets both ways; until then the other time counts.
  [DNS_TIMEOUT.udp]: { protocol: 'udp', seconds: { unreplied: 3, replied: 3 } },
  // A SYN that the resolver's full queue dropped also has an entry. A repeated SYN makes a new one.
  [DNS_TIMEOUT.tcp]: {
    protocol: 'tcp',
    seconds: {
      ...{
        syn_sent: 5,
        syn_recv: 5,
        established: 120,
        fin_wait: 3,
        close_wait: 3,
        last_ack: 3,
        time_wait: 3,
        close: 3,
      },
    },
  },
}

/** The timeout policies for `add ct timeout`: the name, then the policy. */
export const timeoutTexts: readonly string[] = Object.entries(TIMEOUTS).map(([name, { protocol, seconds }]) => {
  const states = Object.entries(seconds).map(([state, value]) => `${state} : ${value}`)
  return `${name} { protocol ${protocol}; l3proto ip; policy = { ${states.join(', ')} }; }`
})

export const hookText = ({ type, at, priority, policy }: Hook): string =>
  `type ${type} hook ${at} priority ${priority}; policy ${policy};`

/** A rule in nft syntax. The comment of its counter belongs to the whole rule, and comes last. */
export function ruleText(rule: PacketRule): string {
  const comment = rule.find((one) => one.kind === 'count')?.comment
  const text = rule.flatMap((one) => expressionText(one) ?? [])
  return [...text, ...(comment ? [`comment "${comment}"`] : [])].join(' ')
}

const SYN = 'tcp flags & (syn | rst) == syn'

function expressionText(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'is': {
      const { field, values, not } = expression
      return `${FIELDS[field]} ${not ? '!= ' : ''}${oneOf(isName(field) ? values.map(quoted) : values)}`
    }
    case 'within':
      return `${FIELDS[expression.field]} ${expression.not ? '!= ' : ''}${oneOf(expression.nets.map(netText))}`
    case 'condition':
      return CONDITIONS[expression.condition]
    case 'in':
      return `${keyText(expression.key)} @${expression.set}`
    case 'verdict of':
      return `${keyText(expression.key)} vmap @${expression.map}`
    case 'count':
      return 'counter'
    case 'connection mark':
      return `ct mark set ${markText(expression.keep, expression.add)}`
    case 'packet mark':
      return `meta mark set ${markText(expression.copy, expression.add)}`
    case 'spread': {
      const shares = expression.marks.map((mark, share) => `${share} : ${mark}`)
      return `ct mark set jhash ip saddr . ip daddr mod ${shares.length} seed ${SPREAD_SEED} map { ${shares.join(', ')} }`
    }
    case 'translate':
      return `dnat ip to ${expression.to}${expression.port === undefined ? '' : `:${expression.port}`}`
    case 'translate by':
      return `dnat ip to ${keyText(expression.key)} map @${expression.map}`
    case 'remember':
      return `update @${expression.set} { ${FIELDS[expression.field]} }`
    case 'over rate': {
      const { set, field, rate } = expression
      return `update @${set} { ${FIELDS[field]} limit rate over ${rate.perSecond}/second burst ${rate.burst} packets }`
    }
    case 'over byte rate': {
      const { set, field, bytesPerSecond, burst } = expression
      return `update @${set} { ${FIELDS[field]} limit rate over ${bytesPerSecond} bytes/second burst ${burst} bytes }`
    }
    case 'over total rate':
      return `limit rate over ${expression.rate.perSecond}/second burst ${expression.rate.burst} packets`
    case 'log':
      // With a space at its end, as in the kernel's own log. The kernel sends this many entries together.
      return `log prefix "${expression.what} " group ${expression.group} snaplen ${expression.bytes} queue-threshold 32`
    case 'over count': {
      const { set, full, field, most } = expression
      return `add @${set} { ${FIELDS[field]} ct count over ${most} } add @${full} { ${FIELDS[field]} }`
    }
    case 'timeout':
      return `ct timeout set "${expression.policy}"`
    case 'jump':
    case 'goto':
      return `${expression.kind} ${expression.chain}`
    case 'reject':
      return expression.answer === 'TCP reset' ? 'reject with tcp reset' : 'reject with icmp type admin-prohibited'
    case 'untracked':
      return 'notrack'
    case 'clamp segments':
      return `${SYN} tcp option maxseg size set rt mtu`
    case 'clamp segments to':
      return `${SYN} tcp option maxseg size set ${expression.bytes}`
    case 'because':
      return undefined
    default:
      return expression.kind
  }
}

const quoted = (text: string): string => `"${text}"`
const isName = (field: PacketField): boolean => field === 'input link' || field === 'output link'
const oneOf = (values: readonly string[]): string => (values.length === 1 ? values[0]! : `{ ${values.join(', ')} }`)

const netText = (net: Subnet): string => (net.prefix === 32 ? numberToIp(net.base) : formatSubnet(net))

const keyText = (key: Key): string =>
  key
    .map((part) =>
      typeof part === 'string'
        ? FIELDS[part]
        : `${FIELDS[part.field]} & ${numberToIp(2 ** 32 - 2 ** (32 - part.bits))}`,
    )
    .join(' . ')

function markText(keep: number, add: number): string {
  if (keep === 0) return String(add)
  const kept = keep === ALL_BITS ? 'ct mark' : `ct mark & ${keep}`
  return add === 0 ? kept : `${kept} | ${add}`
}

/** The parts of an element's key: names of links in quotes. */
export const elementText = (key: readonly string[], types: readonly (KeyType | string)[]): string =>
  key.map((part, i) => (types[i] === 'ifname' ? quoted(part) : part)).join(' . ')

export const verdictText = (verdict: ElementVerdict): string =>
  verdict.kind === 'jump' ? `jump ${verdict.chain}` : verdict.kind

export const setKind = ({ value }: Pick<Declared, 'value'>): 'set' | 'map' => (value ? 'map' : 'set')

export function setText({ keys, value, interval, counter, size: most, dynamic }: Declared): string {
  const type = `type ${keys.join(' . ')}${value ? ` : ${value}` : ''};${most ? ` size ${most};` : ''}`
  const { size, timeoutSeconds } = dynamic ?? {}
  const limits =
    timeoutSeconds === undefined
      ? ` flags dynamic; size ${size};`
      : ` flags dynamic,timeout; size ${size}; timeout ${timeoutSeconds}s;`
  return `{ ${type}${interval ? ' flags interval;' : ''}${counter ? ' counter;' : ''}${dynamic ? limits : ''} }`
}

/** The part of a declaration that the kernel stores. */
export interface Declared {
  readonly keys: readonly string[]
  readonly value?: string | undefined
  readonly interval?: boolean | undefined
  readonly counter?: boolean | undefined
  readonly size?: number | undefined
  readonly dynamic?: SetDeclaration['dynamic']
}
