import { ARRIVED } from '../../compiler/firewall/rule.ts'
import { Refused } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import { TABLE } from './syntax.ts'

/**
 * Close the firewall before anything else is known: nothing is forwarded, nothing comes in but what this machine asked
 * for itself. A table of ours that is there already, left by a router that ended, keeps enforcing the last rules instead.
 */
export async function closeFirst(machine: Pick<Machine, 'nft' | 'nftList'>): Promise<void> {
  try {
    await machine.nftList(`list table ${TABLE}`, 'terse')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await machine.nft(
      [
        `add table ${TABLE}`,
        `add chain ${TABLE} arrival { type filter hook prerouting priority -450; policy accept; }`,
        `add rule ${TABLE} arrival meta mark set ${ARRIVED}`,
        `add chain ${TABLE} forward { type filter hook forward priority filter; policy drop; }`,
        `add chain ${TABLE} input { type filter hook input priority filter; policy drop; }`,
        `add rule ${TABLE} input iifname "lo" accept`,
        `add rule ${TABLE} input ct state established,related accept`,
      ].join('\n'),
    )
  }
}
