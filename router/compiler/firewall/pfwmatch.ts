import type { Frame, PfwRule } from '../network.ts'
import { destinationSets } from '../pfwrules.ts'
import { because, type Expression, is, isIn, type PacketRule, RECEIVER, rule, SENDER, within } from './rule.ts'

/** Whether packets of a chain can match a rule: those to the internet, from it, or within the home. */
type Way = 'out' | 'in' | 'lan'
const PLACES: Readonly<Record<Way, readonly PfwRule['place'][]>> = {
  out: ['internet', 'anywhere', 'listed'],
  in: ['internet', 'anywhere', 'listed'],
  lan: ['home', 'anywhere', 'listed'],
}

export const canMatch = (way: Way, { place }: PfwRule): boolean => PLACES[way].includes(place)

/** The rules that packets of a chain can match, in their order. */
export const rulesFor = (way: Way, { pfw }: Pick<Frame, 'pfw'>): PfwRule[] => pfw.filter((one) => canMatch(way, one))

/** The reason that `/explain` returns for a rule. */
export const pfwReason = ({ id }: PfwRule): Expression => because('rule', `pfwRules ${id}`)

/** What an address at one end of a packet is compared with: one of the lists has to have it. */
export function lists(one: PfwRule, end: 'source' | 'destination'): Expression[][] {
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
export const opened = (one: PfwRule): PacketRule[] =>
  lists(one, 'destination').map((list) => rule(isIn(one.set, ...SENDER), list, portsOf(one)))
/** Those that its destinations open to the devices. */
export const received = (one: PfwRule): PacketRule[] =>
  lists(one, 'source').map((list) => rule(isIn(one.set, ...RECEIVER), list))

/** A rule for some ports is about connections that its devices open. */
export const hasPorts = ({ protocol, ports }: PfwRule): boolean => protocol !== 'any' || ports !== 'any'
