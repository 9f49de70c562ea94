import type { Ip } from '../../values/ip.ts'
import { type Counter, decodeCounters, encodeSetQuery, NFT_MSG_GETSETELEM } from '../../wire/nft-counters.ts'
import { dump, NETLINK_NETFILTER } from './netlink.ts'

/**
 * The counters of a set in a table of the family `inet`, straight from the kernel: of 1,000 elements libnftables would make
 * text in eight times the time. Throws `Refused` when the set is not there.
 */
export async function readCounters(table: string, set: string): Promise<ReadonlyMap<Ip, Counter>> {
  const query = { type: NFT_MSG_GETSETELEM, payload: encodeSetQuery(table, set) }
  return new Map((await dump(NETLINK_NETFILTER, query, ({ payload }) => decodeCounters(payload))).flat())
}
