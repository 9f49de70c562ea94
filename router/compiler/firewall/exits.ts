import { phrase } from '../../phrases/phrase.ts'
import { MULTICAST_NET, outermost, type Subnet } from '../../values/subnet.ts'
import { ownNets } from '../ends.ts'
import type { Frame, TunnelExit } from '../network.ts'
import { outgoingOf } from '../tunnels.ts'
import { HOOKS } from './hooks.ts'
import {
  ACCEPT,
  ARRIVED,
  because,
  type Chain,
  drop,
  exitMark,
  goto,
  isIn,
  type PacketRule,
  RECEIVER,
  refuse,
  rule,
  SENDER,
  when,
  within,
} from './rule.ts'
import type { SetDeclaration } from './set.ts'
import { HERE } from './set.ts'
import { toTunnels } from './where.ts'

/** The set of the devices that use an exit. */
export const exitSet = (number: number): string => `exit_${number}`
export const isExitSet = (name: string): boolean => /^exit_\d+$/.test(name)

export const exitSets = ({ exits }: Pick<Frame, 'exits'>): [string, SetDeclaration][] =>
  exits.map(({ number }) => [exitSet(number), { keys: HERE }])

/**
 * Marks packets for tunnels by their sender, each packet by itself: no state decides which way it takes. The mark selects the
 * routing table of the exit, and `forward` sends marked packets to tunnels only. After the translation of destinations, so that
 * a redirected query is marked too.
 */
export function exitChains(frame: Frame): Chain[] {
  const { exits } = frame
  if (exits.length === 0) return []
  const listed = exits.filter(({ all }) => !all)
  const whole = exits.filter(({ all }) => all)
  return [
    {
      name: 'exits',
      hook: HOOKS.exits,
      rules: [
        rule(when('from an uplink'), ACCEPT),
        rule(within('destination', withinHome(frame)), ACCEPT),
        ...[...listed, ...whole].flatMap((exit) =>
          packetsOf(exit).map((match) =>
            rule(match, { kind: 'packet mark', copy: 0, add: ARRIVED | exitMark(exit.number) }, ACCEPT),
          ),
        ),
      ],
    },
    {
      name: 'forward_exit',
      rules: [
        ...toTunnels(frame, goto('forward_out')),
        rule(refuse('forward'), because('default', phrase('firewall.noTunnelAvailable'))),
      ],
    },
  ]
}

/** Packets to other networks than the home's that leave by an exit. */
export function packetsOf({ number, all, nets, hosts, sets = [] }: TunnelExit): PacketRule[] {
  const sender = isIn(exitSet(number), ...SENDER)
  if (all) return [rule(sender)]
  const listed = outermost([...nets, ...hosts])
  return [
    ...(listed.length > 0 ? [rule(sender, within('destination', listed))] : []),
    ...sets.map((set) => rule(sender, isIn(set, 'destination'))),
  ]
}

/** Networks that are reached without a tunnel. Those behind tunnels are included for sites only. */
export function withinHome(frame: Frame): Subnet[] {
  const links = outgoingOf(frame).map(({ link }) => link)
  const customs = frame.customs.filter(({ link }) => !links.includes(link)).map(({ net }) => net)
  const sites = frame.sites.flatMap(({ nets }) => nets)
  return outermost([...ownNets(frame), ...customs, ...sites, MULTICAST_NET])
}

/** Networks that an exit lists are permitted to its devices. */
export const exitRules = ({ exits }: Frame): PacketRule[] =>
  exits
    .filter(({ nets }) => nets.length > 0)
    .map(({ name, number, nets }) =>
      rule(isIn(exitSet(number), ...SENDER), within('destination', nets), ACCEPT, because('rule', `exits ${name}`)),
    )

/** Replies to connections from the internet would have to leave by an uplink. */
export const closedToInternet = ({ exits }: Frame): PacketRule[] =>
  exits
    .filter(({ all }) => all)
    .map(({ number, name }) =>
      rule(
        isIn(exitSet(number), ...RECEIVER),
        drop('forward'),
        because('default', phrase('firewall.exitsThroughTunnelsOnly', name)),
      ),
    )
