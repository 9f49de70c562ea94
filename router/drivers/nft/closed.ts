import { ACCEPT, ARRIVED, type Chain, is, PRIORITY, rule, when } from '../../compiler/firewall/rule.ts'
import { Refused } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import { plan } from '../driver.ts'
import { byKey, chainItem } from './item.ts'
import { render } from './render.ts'
import { TABLE } from './syntax.ts'

/** Nothing is forwarded, and only replies to this machine's own connections are accepted. */
const CLOSED: readonly Chain[] = [
  {
    name: 'arrival',
    hook: { type: 'filter', at: 'prerouting', priority: PRIORITY.beforeFragments, policy: 'accept' },
    rules: [rule({ kind: 'packet mark', copy: 0, add: ARRIVED })],
  },
  { name: 'forward', hook: { type: 'filter', at: 'forward', priority: PRIORITY.filter, policy: 'drop' }, rules: [] },
  {
    name: 'input',
    hook: { type: 'filter', at: 'input', priority: PRIORITY.filter, policy: 'drop' },
    rules: [rule(is('input link', 'lo'), ACCEPT), rule(when('established'), ACCEPT), rule(when('related'), ACCEPT)],
  },
]

/**
 * Closes the firewall before the saved state is read. A table of an earlier run is kept instead, and continues to enforce its
 * rules.
 */
export async function closeFirst(machine: Pick<Machine, 'nft' | 'nftList'>): Promise<void> {
  try {
    await machine.nftList(`list table ${TABLE}`, 'terse')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await machine.nft(render(plan(byKey([]), byKey(CLOSED.map(chainItem)))))
  }
}
