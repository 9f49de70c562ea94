import { HOOKS } from '../../compiler/firewall/hooks.ts'
import { ACCEPT, ARRIVED, type Chain, is, rule, when } from '../../compiler/firewall/rule.ts'
import { FIREWALL } from '../../compiler/firewall/ruleset.ts'
import { orUndefined } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import { plan } from '../driver.ts'
import { chainItem, nftItemsByKey } from './item.ts'
import { readTable } from './listing.ts'
import { renderSteps } from './render.ts'
import { TABLE_NAME } from './syntax.ts'

/** Nothing is forwarded, and only replies to this machine's own connections are accepted. */
const CLOSED: readonly Chain[] = [
  {
    name: 'arrival',
    hook: HOOKS.arrival,
    rules: [rule({ kind: 'packet mark', copy: 0, add: ARRIVED })],
  },
  { name: 'forward', hook: HOOKS.forward, rules: [] },
  {
    name: 'input',
    hook: HOOKS.input,
    rules: [rule(is('input link', 'lo'), ACCEPT), rule(when('established'), ACCEPT), rule(when('related'), ACCEPT)],
  },
]

/** The closed firewall as a file for nft(8), for the time before the router runs. */
export const closedRuleset = (): string => {
  const { family, table } = FIREWALL
  const chains = renderSteps(plan(nftItemsByKey([]), nftItemsByKey(CLOSED.map(chainItem))), `${family} ${table}`)
  return `add table ${family} ${table}\n${chains}\n`
}

/**
 * Closes the firewall before the saved state is read. A table of an earlier run is kept instead, and continues to enforce its rules,
 * unless that run ended before it wrote them. Returns whether it has other flags than ours, and must be replaced.
 */
export async function closeFirst(
  machine: Pick<Machine, 'nft' | 'openTable' | 'nftList'>,
): Promise<{ readonly isOther: boolean }> {
  const opened = await machine.openTable(TABLE_NAME)
  if (opened === 'new' || (opened === 'kept' && !(await isEnforcing(machine))))
    await machine.nft(renderSteps(plan(nftItemsByKey([]), nftItemsByKey(CLOSED.map(chainItem)))))
  return { isOther: opened === 'other' }
}

/** Also of a table that cannot be listed: the driver replaces it. */
async function isEnforcing(machine: Pick<Machine, 'nftList'>): Promise<boolean> {
  const listing = await readTable(machine, 'terse').catch(orUndefined)
  return !listing || (listing.chains.has('forward') && listing.chains.has('input'))
}
