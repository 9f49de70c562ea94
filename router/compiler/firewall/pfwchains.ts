import { PRIVATE_NETS } from '../../values/subnet.ts'
import type { Frame, PfwRule } from '../network.ts'
import { destinationSets, hasSet } from '../pfwrules.ts'
import { outgoingOf } from '../tunnels.ts'
import { HOOKS } from './hooks.ts'
import { canMatch, hasPorts, lists, opened, pfwReason, received, rulesFor } from './pfwmatch.ts'
import { fromRedirected, notProxied } from './proxy.ts'
import {
  ACCEPT,
  type Chain,
  DROP,
  drop,
  is,
  isIn,
  notWithin,
  type PacketRule,
  RECEIVER,
  refuse,
  rule,
  SENDER,
  when,
  within,
} from './rule.ts'
import { HERE, type SetDeclaration } from './set.ts'

/** The sets of the devices that rules hold for, those of destinations, and those that count the bytes of each device. */
export const pfwSets = ({ pfw }: Pick<Frame, 'pfw'>): [string, SetDeclaration][] =>
  pfw.flatMap((one): [string, SetDeclaration][] => [
    ...(hasSet(one) ? [[one.set, { keys: HERE }] satisfies [string, SetDeclaration]] : []),
    ...(hasDestinations(one) ? destinationSets(one) : []).map(({ name, all }): [string, SetDeclaration] => [
      name,
      { keys: ['ipv4_addr'], interval: true, networks: { all } },
    ]),
    ...rates(one).map(({ set }): [string, SetDeclaration] => [
      set,
      { keys: ['ipv4_addr'], dynamic: { size: MOST_DEVICES, timeoutSeconds: RATE_TIMEOUT_SECONDS } },
    ]),
  ])

/** A tunnel without a number, whose exits are all in use, has no rules. */
const hasDestinations = (one: PfwRule): boolean => hasSet(one) || one.number > 0

const MOST_DEVICES = 16_384
/** A rate expires when its burst has refilled. */
const RATE_TIMEOUT_SECONDS = 60

/** To the internet: the first rule that matches decides. */
export const pfwOut = (frame: Frame): PacketRule[] =>
  rulesFor('out', frame).flatMap((one) => {
    if (one.action.Kind === 'block') return opened(one).map((match) => rule(match, refuse('pfw'), pfwReason(one)))
    if (one.action.Kind !== 'allow') return [...notProxied(one), ...fromRedirected(one)]
    // A private network beyond the uplink has to be listed.
    const isPublic = one.place === 'listed' ? [] : [notWithin('destination', PRIVATE_NETS)]
    return opened(one).map((match) => rule(match, isPublic, ACCEPT, pfwReason(one)))
  })

/** From the internet to a device, by a port forward. */
export const pfwIn = (frame: Frame): PacketRule[] =>
  rulesFor('in', frame).flatMap((one) =>
    one.action.Kind === 'block' && !hasPorts(one)
      ? received(one).map((match) => rule(match, drop('pfw'), pfwReason(one)))
      : [],
  )

/** Within the home, also what a rule has sent there. A block is for both directions. */
export const pfwLan = (frame: Frame): PacketRule[] =>
  frame.pfw.flatMap((one) => {
    if (one.action.Kind === 'redirect') return fromRedirected(one)
    if (!canMatch('lan', one)) return []
    // Networks of other sites have to be listed.
    const isHome = one.place === 'listed' ? [] : [within('destination', frame.nets)]
    if (one.action.Kind === 'allow') return opened(one).map((match) => rule(match, isHome, ACCEPT, pfwReason(one)))
    if (one.action.Kind !== 'block') return []
    const both = [...opened(one), ...(hasPorts(one) ? [] : received(one))]
    return both.map((match) => rule(match, refuse('pfw'), pfwReason(one)))
  })

interface Rated {
  readonly set: string
  readonly end: 'source' | 'destination'
  readonly bytesPerSecond: number
}

/** The rates of a rule: from the device, and to it. */
function rates({ set, action }: PfwRule): Rated[] {
  if (action.Kind !== 'limit') return []
  const { UpMbit, DownMbit } = action
  const rated = (end: Rated['end'], direction: string, mbit: number | null | undefined): Rated[] =>
    mbit ? [{ set: `${set}_${direction}`, end, bytesPerSecond: Math.round(mbit * 125_000) }] : []
  return [...rated('source', 'up', UpMbit), ...rated('destination', 'down', DownMbit)]
}

/**
 * The kernel joins segments to packets of up to 64 KiB, two of which have to fit. It adds the amount of one second to a burst in
 * bytes (`nft_limit_init`).
 */
const LEAST_BURST = 128 * 1024

/** Drops packets over a rate. Before all other rules for forwarded packets, which accept those of open connections. */
export function bandwidthChains(frame: Frame): Chain[] {
  const rules = frame.pfw.flatMap((one) => rates(one).flatMap((rated) => overRate(one, rated, frame)))
  return rules.length === 0
    ? []
    : [
        {
          name: 'bandwidth',
          hook: HOOKS.bandwidth,
          rules,
        },
      ]
}

/** No packet is in two lists of a rule, and is counted twice: `hosts` has none of the addresses of `networks`. */
function overRate(one: PfwRule, { set, end, bytesPerSecond }: Rated, frame: Frame): PacketRule[] {
  const isUp = end === 'source'
  const outside = [...frame.uplinks, ...outgoingOf(frame)].map(({ link }) => link)
  const beyond = isUp ? [is('output link', ...outside)] : when('from an uplink')
  return lists(one, isUp ? 'destination' : 'source').map((list) =>
    rule(
      isIn(one.set, ...(isUp ? SENDER : RECEIVER)),
      one.place === 'internet' ? beyond : [],
      list,
      {
        kind: 'over byte rate',
        set,
        field: end,
        bytesPerSecond,
        burst: Math.max(1, LEAST_BURST - bytesPerSecond),
      },
      DROP,
    ),
  )
}
