import type { Frame } from '../network.ts'
import { arrivalChains, balanceChains } from './arrival.ts'
import { declareSets } from './declarations.ts'
import { exitChains } from './exits.ts'
import { forwardChains } from './forward.ts'
import { fragmentChains } from './fragments.ts'
import { HOOKS } from './hooks.ts'
import { inputChains } from './input.ts'
import { limitChains } from './limits.ts'
import { logChains } from './log.ts'
import { pageChains } from './pages.ts'
import { bandwidthChains } from './pfwchains.ts'
import type { Chain } from './rule.ts'
import type { SetDeclaration } from './set.ts'
import { translateChains } from './translate.ts'

/** The firewall of a home as data: the driver renders it for the kernel, `decide` evaluates it for one packet. */
export interface Ruleset {
  /** By name. Chains with a hook are in the order in which a packet meets them; others follow the first chain that calls them. */
  readonly chains: ReadonlyMap<string, Chain>
  readonly sets: ReadonlyMap<string, SetDeclaration>
}

/** The table of nftables that has the ruleset in the kernel. */
export const FIREWALL = { family: 'inet', table: 'sallyport' } as const

const known = new WeakMap<Frame, Ruleset>()

/**
 * The ruleset of a frame. `arrival` checks the sender of a packet before connection tracking; `forward` and `input` accept
 * packets of admitted connections, and then look up the maps. Packets that nothing admits are dropped. A packet costs one or
 * two look-ups, independent of the number of devices and rules. In which order a packet meets the chains: `hooks.ts`.
 *
 * Flow tables are not used: their packets bypass the check of the sender and the counters, and are accepted for a while after
 * the permission was removed.
 */
export function rulesetOf(frame: Frame): Ruleset {
  const found = known.get(frame)
  if (found) return found
  const chains = [
    ...arrivalChains(frame),
    ...fragmentChains(frame),
    ...balanceChains(frame),
    ...exitChains(frame),
    ...bandwidthChains(frame),
    ...forwardChains(frame),
    ...inputChains(frame),
    ...pageChains(frame),
    ...limitChains(frame),
    ...logChains(frame),
    ...translateChains(frame),
  ]
  const sets = declareSets(frame)
  const ruleset = { chains: inOrderOfCalls(chains, sets), sets }
  known.set(frame, ruleset)
  return ruleset
}

/**
 * Chains with a hook in the order of `HOOKS`, each followed by the chains that it calls and that no earlier one has called. Chains that
 * none calls are last.
 */
function inOrderOfCalls(
  chains: readonly Chain[],
  sets: ReadonlyMap<string, SetDeclaration>,
): ReadonlyMap<string, Chain> {
  const byName = new Map(chains.map((chain) => [chain.name, chain]))
  const ordered = new Map<string, Chain>()
  const add = (name: string): void => {
    const chain = byName.get(name)
    if (!chain || ordered.has(name)) return
    ordered.set(name, chain)
    for (const one of chain.rules.flat()) {
      const called = one.kind === 'verdict of' ? sets.get(one.map)?.verdict : one
      if (called && 'chain' in called) add(called.chain)
    }
  }
  for (const name of [...Object.keys(HOOKS), ...byName.keys()]) add(name)
  return ordered
}
