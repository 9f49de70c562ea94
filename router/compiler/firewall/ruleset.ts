import type { Frame } from '../network.ts'
import { arrivalChains, balanceChains } from './arrival.ts'
import { declareSets } from './declarations.ts'
import { forwardChains } from './forward.ts'
import { inputChains } from './input.ts'
import { limitChains } from './limits.ts'
import { pageChains } from './pages.ts'
import type { Chain } from './rule.ts'
import type { SetDeclaration } from './set.ts'
import { translateChains } from './translate.ts'

/** The firewall of a home as data: the driver renders it for the kernel, `decide` evaluates it for one packet. */
export interface Ruleset {
  readonly chains: ReadonlyMap<string, Chain>
  readonly sets: ReadonlyMap<string, SetDeclaration>
}

const known = new WeakMap<Frame, Ruleset>()

/**
 * The ruleset of a frame. A packet's way: `arrival` checks its sender before connections are even tracked; `forward` and
 * `input` first accept what belongs to a connection already admitted, and then look up the maps. What nothing admits is
 * dropped. Per packet it is a look-up or two, however many devices and rules there are.
 *
 * The kernel's flow tables are not used: a packet that takes that way is neither checked against its sender nor counted, and
 * is accepted for a while after its permission was taken.
 */
export function rulesetOf(frame: Frame): Ruleset {
  const found = known.get(frame)
  if (found) return found
  const chains = [
    ...arrivalChains(frame),
    ...balanceChains(frame),
    ...forwardChains(frame),
    ...inputChains(frame),
    ...pageChains(frame),
    ...limitChains(frame),
    ...translateChains(frame),
  ]
  const ruleset = { chains: new Map(chains.map((chain) => [chain.name, chain])), sets: declareSets(frame) }
  known.set(frame, ruleset)
  return ruleset
}
