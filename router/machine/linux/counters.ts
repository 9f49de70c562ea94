import type { Ip } from '../../values/ip.ts'
import { NFNLGRP_NFTABLES } from '../../wire/nfnetlink.ts'
import {
  type Counter,
  decodeCounters,
  decodeSetName,
  encodeSetQuery,
  NFT_MSG_DELSETELEM,
  NFT_MSG_GETSETELEM,
} from '../../wire/nft-counters.ts'
import type { CounterWatch } from '../machine.ts'
import { dump, NETLINK_NETFILTER } from './netlink.ts'
import { openKernelNotifications } from './notifications.ts'

/**
 * Reads the counters of a set in a table of the family `inet` over netlink: for 1,000 elements libnftables takes eight times
 * as long. Throws `Refused` if the set does not exist.
 */
export async function readCounters(table: string, set: string): Promise<ReadonlyMap<Ip, Counter>> {
  const query = { type: NFT_MSG_GETSETELEM, payload: encodeSetQuery(table, set) }
  return new Map((await dump(NETLINK_NETFILTER, query, ({ payload }) => decodeCounters(payload))).flat())
}

/** Calls back with the last value of each counter in the sets of a table of the family `inet` whose element was deleted. */
export const watchCounters = (table: string, ended: (set: string, ip: Ip, counter: Counter) => void): CounterWatch =>
  openKernelNotifications({
    protocol: NETLINK_NETFILTER,
    groups: [NFNLGRP_NFTABLES],
    receive(messages = []) {
      for (const { type, payload } of messages) {
        const set = type === NFT_MSG_DELSETELEM ? decodeSetName(table, payload) : undefined
        if (set !== undefined) for (const [ip, counter] of decodeCounters(payload)) ended(set, ip, counter)
      }
    },
  })
