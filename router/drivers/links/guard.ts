import { ARRIVED } from '../../compiler/firewall/rule.ts'
import type { NetlinkItem } from './item.ts'

/** Before all other rules of ours. */
const OWN = 990
const UNMARKED = 991
/** Matches only the router's own packets: the kernel can then skip it with the least work for all others. */
const REST = 992

/**
 * Closes the machine if the ruleset is missing. The chain `arrival` marks received packets. Packets without the mark, after the
 * ruleset was deleted, are not routed because of these rules, and not accepted by the router because of the input guard. Neither
 * is part of nftables. Packets of the router itself are not affected, and the loopback link is exempt from XFRM policies.
 */
export const guardItems: readonly NetlinkItem[] = [
  { kind: 'rule', rule: { priority: OWN, table: 0, own: true, action: { goto: REST } } },
  { kind: 'rule', rule: { priority: UNMARKED, table: 0, mark: { value: 0, mask: ARRIVED }, action: 'blackhole' } },
  { kind: 'rule', rule: { priority: REST, table: 0, own: true, action: 'nop' } },
  { kind: 'input guard', bits: ARRIVED },
]
