import { ARRIVED } from '../../compiler/firewall/rule.ts'
import type { NetlinkItem } from './item.ts'

/** Before all other rules of ours. */
const OWN = 990
const UNMARKED = 991
/** It is for the router's own packets alone, as for others it is then the least work to pass over. */
const REST = 992

/**
 * Without our ruleset everything is closed. The chain `arrival` marks what arrives; what bears no mark, because the ruleset
 * was deleted, is not routed, by these rules, and not accepted by the router itself, by the input guard. Neither is part of
 * nftables. What the router itself sends is not concerned, and the loopback link is exempt from XFRM policies.
 */
export const guardItems: readonly NetlinkItem[] = [
  { kind: 'rule', rule: { priority: OWN, table: 0, own: true, action: { goto: REST } } },
  { kind: 'rule', rule: { priority: UNMARKED, table: 0, mark: { value: 0, mask: ARRIVED }, action: 'blackhole' } },
  { kind: 'rule', rule: { priority: REST, table: 0, own: true, action: 'nop' } },
  { kind: 'input guard', bits: ARRIVED },
]
