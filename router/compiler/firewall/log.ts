import type { Frame } from '../network.ts'
import { HOOKS } from './hooks.ts'
import {
  ACCEPT,
  type Chain,
  DROP,
  type Drop,
  type Expression,
  goto,
  is,
  jump,
  type PacketRule,
  type Rate,
  RETURN,
  rule,
  when,
} from './rule.ts'
import type { SetDeclaration } from './set.ts'
import { fromOutside, toOutside } from './where.ts'

/** The NFLOG group that the daemon reads. Without a reader the kernel discards what is logged. */
export const LOG_GROUP = 21_328

/** The logged part of a packet: the headers, and most names in DNS queries. */
const SNAP_BYTES = 256

/**
 * The kernel logs this many packets of one sender, so that a flood does not hide the packets of others, and this many of each
 * chain, since a sender can forge its address. All others are only counted.
 */
const OF_SENDER: Rate = { perSecond: 5, burst: 30 }
const OF_CHAIN: Rate = { perSecond: 20, burst: 100 }

/** Where the source address is forged: senders are distinguished by their MAC addresses. */
const FORGED: readonly Drop[] = ['mac', 'spoof']

/**
 * Senders whose packets were logged within the last minute. If a set is full, only the limit of the chain applies to further
 * senders. A host on the internet can fill its set with invented addresses, so the senders of rejected packets have another one:
 * these are devices of the household, whose addresses were verified.
 */
const SENDERS = {
  dropped: { set: 'logged', field: 'source', key: 'ipv4_addr' },
  rejected: { set: 'logged_home', field: 'source', key: 'ipv4_addr' },
  forged: { set: 'logged_forged', field: 'source MAC', key: 'ether_addr' },
} as const
const MOST_SENDERS = 4096
const SENDER_SECONDS = 60

export const logSets = (): [string, SetDeclaration][] =>
  Object.values(SENDERS).map(({ set, key }) => [
    set,
    { keys: [key], dynamic: { size: MOST_SENDERS, timeoutSeconds: SENDER_SECONDS } },
  ])

/** Where packets are rejected with a reply. */
const REFUSED = ['input', 'forward', 'private', 'block', 'geo', 'pfw'] as const satisfies readonly Drop[]
/** Where they are dropped without one. */
const DROPPED = [
  ...['spoof', 'mac', 'local', 'input', 'forward', 'block', 'geo', 'pfw', 'limit', 'fragment', 'output'],
] as const satisfies readonly Drop[]

/** Packets of these are too frequent, and no attempt of anyone: they are counted and dropped without a log entry. */
const UNLOGGED: Partial<Record<Drop, readonly Expression[]>> = {
  // IPv6 of the household: devices send it all the time.
  mac: when('not IPv4'),
  // Broadcasts in the network of the provider.
  local: [is('destination', '255.255.255.255')],
}

/** The kernel logs this many connections of each kind. */
const OF_ALLOWED: Rate = { perSecond: 50, burst: 200 }

/** The chains in which dropped packets end, and those that log allowed connections. Packets of a connection that is open reach none of them. */
export const logChains = (frame: Frame): Chain[] => [...dropChains(frame), ...allowedChains(frame)]

function dropChains({ logging, pfw, geo }: Frame): Chain[] {
  /** The chains of the programmable firewall exist only with a rule, those of the geo block only while it is on. */
  const isUsed = (what: Drop): boolean => (what === 'pfw' ? pfw.length > 0 : what !== 'geo' || geo !== undefined)
  const chain = (verb: 'drop' | 'refuse', what: Drop, verdict: Expression): Chain => ({
    name: `${verb}_${what}`,
    rules: [...(logging.Dropped ? loggedDrop(what, verdict, sendersOf(verb, what)) : []), rule(verdict)],
  })
  return [
    ...DROPPED.filter(isUsed).map((what) => chain('drop', what, DROP)),
    ...REFUSED.filter(isUsed).map((what) => chain('refuse', what, goto('refuse'))),
  ]
}

const sendersOf = (verb: 'drop' | 'refuse', what: Drop): Senders =>
  FORGED.includes(what) ? SENDERS.forged : verb === 'refuse' ? SENDERS.rejected : SENDERS.dropped
type Senders = (typeof SENDERS)[keyof typeof SENDERS]

/** Logs the packet. One over a limit is counted, and gets the verdict. */
function loggedDrop(what: Drop, verdict: Expression, { set, field }: Senders): PacketRule[] {
  const unlogged = UNLOGGED[what]
  const counted = [{ kind: 'count', comment: `unlogged:${what}` }, verdict] as const
  return [
    ...(unlogged ? [rule(unlogged, counted)] : []),
    rule({ kind: 'over rate', set, field, rate: OF_SENDER }, counted),
    rule({ kind: 'over total rate', rate: OF_CHAIN }, counted),
    logPacket(`drop:${what}`),
  ]
}

/** Logs the packet. `what` is the front of its text, and the end of the topic of the event. */
export const logPacket = (what: string): PacketRule => rule({ kind: 'log', what, group: LOG_GROUP, bytes: SNAP_BYTES })

/** By the names of their topics: `wan:out` is to the internet, `lan:in` to the router, `lan:out` to a device of the household. */
function allowedChains(frame: Frame): Chain[] {
  const { WanIn, WanOut, LanIn, LanOut } = frame.logging
  const chain = (isOn: boolean, name: string, what: string): Chain[] =>
    isOn ? [{ name, rules: [rule({ kind: 'over total rate', rate: OF_ALLOWED }, RETURN), logPacket(what)] }] : []
  const forwarded = [
    ...toOutside(frame, WanOut ? goto('log_wan_out') : RETURN),
    rule(when('inbound'), WanIn ? goto('log_wan_in') : RETURN),
    ...(LanOut ? [rule(goto('log_lan_out'))] : []),
  ]
  const received = [
    rule(is('input link', 'lo'), ACCEPT),
    ...fromOutside(frame, WanIn ? goto('log_wan_in') : ACCEPT),
    ...(LanIn ? [rule(goto('log_lan_in'))] : []),
  ]
  return [
    ...chain(WanIn, 'log_wan_in', 'wan:in'),
    ...chain(WanOut, 'log_wan_out', 'wan:out'),
    ...chain(LanIn, 'log_lan_in', 'lan:in'),
    ...chain(LanOut, 'log_lan_out', 'lan:out'),
    ...(logsForwarded(frame) ? [{ name: 'log_forwarded', rules: forwarded }] : []),
    ...(WanIn || LanIn ? [{ name: 'log_input', hook: HOOKS.log_input, rules: received }] : []),
  ]
}

const logsForwarded = ({ logging: { WanIn, WanOut, LanOut } }: Pick<Frame, 'logging'>): boolean =>
  WanIn || WanOut || LanOut

/** For the first packet of a connection that is forwarded, after the limits. */
export const logForwarded = (frame: Pick<Frame, 'logging'>): PacketRule[] =>
  logsForwarded(frame) ? [rule(when('source not local'), jump('log_forwarded'))] : []
