import { phrase } from '../../phrases/phrase.ts'
import type { Custom, Frame } from '../network.ts'
import { outgoingOf } from '../tunnels.ts'
import { because, type Expression, is, type PacketRule, rule, within } from './rule.ts'

type Parts = readonly (Expression | readonly Expression[])[]

/** One rule for each uplink, for packets received on it or sent to it. */
export const fromUplinks = ({ uplinks }: Frame, ...rest: Parts): PacketRule[] =>
  uplinks.map(({ link }) => rule(is('input link', link), ...rest))
export const toUplinks = ({ uplinks }: Frame, ...rest: Parts): PacketRule[] =>
  uplinks.map(({ link }) => rule(is('output link', link), ...rest))

/** One rule while there is a setup network, for packets of its clients, or for packets to them. */
export const fromSetup = ({ setup }: Frame, ...rest: Parts): PacketRule[] =>
  setup ? [rule(within('source', [setup.net]), ...rest)] : []
export const toSetup = ({ setup }: Frame, ...rest: Parts): PacketRule[] =>
  setup ? [rule(within('destination', [setup.net]), ...rest)] : []
export const SETUP_ONLY = because('default', phrase('firewall.setupPageOnly'))
/** One rule for each outgoing tunnel. */
export const fromTunnels = (frame: Frame, ...rest: Parts): PacketRule[] =>
  outgoingOf(frame).map(({ link }) => rule(is('input link', link), ...rest))
export const toTunnels = (frame: Frame, ...rest: Parts): PacketRule[] =>
  outgoingOf(frame).map(({ link }) => rule(is('output link', link), ...rest))

/** One rule for each uplink and each outgoing tunnel. */
export const fromOutside = (frame: Frame, ...rest: Parts): PacketRule[] => [
  ...fromUplinks(frame, ...rest),
  ...fromTunnels(frame, ...rest),
]
export const toOutside = (frame: Frame, ...rest: Parts): PacketRule[] => [
  ...toUplinks(frame, ...rest),
  ...toTunnels(frame, ...rest),
]

/** A packet from, or to, a network behind another link. */
export const from = ({ link, net }: Custom): Expression[] => [is('input link', link), within('source', [net])]
export const to = ({ link, net }: Custom): Expression[] => [is('output link', link), within('destination', [net])]
/** The networks behind other links whose rule has a policy. */
export const customsWithPolicy = (customs: readonly Custom[], policy: Custom['policies'][number]): Custom[] =>
  customs.filter(({ policies }) => policies.includes(policy))
/** The reason: the owner's rule for another link, or a plugin. */
export const byCustom = ({ rule: name }: Custom): Expression => because('rule', name)
