import { PRIVATE_NETS } from '../../values/subnet.ts'
import type { Frame, PfwRule } from '../network.ts'
import { destinationSets, hasSet } from '../pfw.ts'
import { outgoingOf } from '../tunnels.ts'
import { notProxied } from './proxy.ts'
import {
  ACCEPT,
  because,
  type Chain,
  DROP,
  drop,
  type Expression,
  is,
  isIn,
  notWithin,
  PRIORITY,
  RECEIVER,
  type Rule,
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

/** Whether packets of a chain can match a rule: those to the internet, from it, or within the home. */
type Way = 'out' | 'in' | 'lan'
const PLACES: Readonly<Record<Way, readonly PfwRule['place'][]>> = {
  out: ['internet', 'anywhere', 'listed'],
  in: ['internet', 'anywhere', 'listed'],
  lan: ['home', 'anywhere', 'listed'],
}

export const rulesFor = (way: Way, { pfw }: Pick<Frame, 'pfw'>): PfwRule[] =>
  pfw.filter(({ place }) => PLACES[way].includes(place))

/** The reason that `/explain` returns for a rule. */
export const pfwReason = ({ id }: PfwRule): Expression => because('rule', `pfwRules ${id}`)

/** What an address at one end of a packet is compared with: one of the lists has to have it. */
function lists(one: PfwRule, end: 'source' | 'destination'): Expression[][] {
  if (one.place !== 'listed') return [[]]
  const { nets, networks } = one
  return [
    ...(nets.length > 0 && !networks ? [[within(end, nets)]] : []),
    ...destinationSets(one).map(({ name }) => [isIn(name, end)]),
  ]
}

const portsOf = ({ protocol, ports }: PfwRule): Expression[] =>
  ports === 'any'
    ? protocol === 'any'
      ? []
      : [is('protocol', protocol)]
    : [is('protocol', ...(protocol === 'any' ? ['tcp', 'udp'] : [protocol])), is('port', ports)]

/** The connections that the devices of a rule open to its destinations. */
export const opened = (one: PfwRule): Rule[] =>
  lists(one, 'destination').map((list) => rule(isIn(one.set, ...SENDER), list, portsOf(one)))
/** Those that its destinations open to the devices. */
const received = (one: PfwRule): Rule[] => lists(one, 'source').map((list) => rule(isIn(one.set, ...RECEIVER), list))

/** A rule for some ports is about connections that its devices open. */
const hasPorts = ({ protocol, ports }: PfwRule): boolean => protocol !== 'any' || ports !== 'any'

/** To the internet: the first rule that matches decides. */
export const pfwOut = (frame: Frame): Rule[] =>
  rulesFor('out', frame).flatMap((one) => {
    if (one.action.Kind === 'block') return opened(one).map((match) => rule(match, refuse('pfw'), pfwReason(one)))
    if (one.action.Kind !== 'allow') return notProxied(one)
    // A private network beyond the uplink has to be listed.
    const isPublic = one.place === 'listed' ? [] : [notWithin('destination', PRIVATE_NETS)]
    return opened(one).map((match) => rule(match, isPublic, ACCEPT, pfwReason(one)))
  })

/** From the internet to a device, by a port forward. */
export const pfwIn = (frame: Frame): Rule[] =>
  rulesFor('in', frame).flatMap((one) =>
    one.action.Kind === 'block' && !hasPorts(one)
      ? received(one).map((match) => rule(match, drop('pfw'), pfwReason(one)))
      : [],
  )

/** Within the home. A block is for both directions. */
export const pfwLan = (frame: Frame): Rule[] =>
  rulesFor('lan', frame).flatMap((one) => {
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
          hook: { type: 'filter', at: 'forward', priority: PRIORITY.bandwidth, policy: 'accept' },
          rules,
        },
      ]
}

/** No packet is in two lists of a rule, and is counted twice: `hosts` has none of the addresses of `networks`. */
function overRate(one: PfwRule, { set, end, bytesPerSecond }: Rated, frame: Frame): Rule[] {
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
