import { ARRIVED } from '../../compiler/firewall/rule.ts'
import { Refused } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import { TABLE } from './syntax.ts'

/**
 * Closes the firewall before the saved state is read: nothing is forwarded, and only replies to this machine's own connections
 * are accepted. A table of an earlier run is kept instead, and continues to enforce its rules.
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
