import { logPacket } from '../../compiler/firewall/log.ts'
import type { Chain } from '../../compiler/firewall/rule.ts'
import { Refused } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import { plan } from '../driver.ts'
import { chainItem, nftItemsByKey } from './item.ts'
import { renderSteps, tableTexts } from './render.ts'

const PROBE = 'inet sallyport_probe'

/**
 * Whether the kernel can log packets by NFLOG. The module may be missing, for example when the kernel was updated and the
 * machine not restarted; the firewall has to load nevertheless. Adds a table and deletes it in the same transaction.
 */
export async function hasNflog(machine: Pick<Machine, 'nft'>): Promise<boolean> {
  const chain = chainItem({ name: 'probe', rules: [logPacket('probe')] })
  const added = plan(nftItemsByKey([]), nftItemsByKey([chain]))
  try {
    await machine.nft(tableTexts((table) => renderSteps(added, table)).attempt(PROBE))
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** The chain without the rules that log packets. */
export const withoutLogs = (chain: Chain): Chain => ({
  ...chain,
  rules: chain.rules.filter((one) => !one.some(({ kind }) => kind === 'log')),
})
