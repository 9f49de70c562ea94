import { joined } from './bytes.ts'
import { encodeMessage, type NetlinkMessage, NLM_F_ACK, NLM_F_REQUEST } from './netlink.ts'

/** What messages of netfilter's subsystems share: `linux/netfilter/nfnetlink.h` and `nf_tables.h`. */
export const NFNL_SUBSYS_CTNETLINK = 1
export const NFNL_SUBSYS_NFTABLES = 10
/** The multicast group of changes of nftables. */
export const NFNLGRP_NFTABLES = 7

export const NFPROTO_INET = 1
export const NFPROTO_IPV4 = 2

/** Size of `struct nfgenmsg`, which each message begins with; attributes follow. */
export const NFGENMSG_BYTES = 4
/** `struct nfgenmsg`: the family, version 0, and no resource. */
export const nfgenmsg = (family: number): Uint8Array => Uint8Array.of(family, 0, 0, 0)

export const messageType = (subsystem: number, message: number): number => (subsystem << 8) | message

export const NFTA_SET_ELEM_LIST_TABLE = 1
export const NFTA_SET_ELEM_LIST_SET = 2
export const NFTA_SET_ELEM_LIST_ELEMENTS = 3
export const NFTA_SET_ELEM_KEY = 1
export const NFTA_DATA_VALUE = 1

/** `linux/netfilter/nfnetlink.h`: the limits of a transaction. */
export const NFNL_MSG_BATCH_BEGIN = 0x10
export const NFNL_MSG_BATCH_END = 0x11

/**
 * The messages of one transaction, in their order. The kernel acknowledges the last change, or reports an error for each that it
 * rejects. `flags`: those of a change, without `NLM_F_REQUEST` and `NLM_F_ACK`.
 */
export function encodeTransaction(changes: readonly Pick<NetlinkMessage, 'type' | 'flags' | 'payload'>[]): Uint8Array {
  const limit = (type: number, sequence: number): Uint8Array =>
    // `struct nfgenmsg` with the subsystem as its resource, in network order.
    encodeMessage({ type, flags: NLM_F_REQUEST, sequence, payload: Uint8Array.of(0, 0, 0, NFNL_SUBSYS_NFTABLES) })
  return joined(
    limit(NFNL_MSG_BATCH_BEGIN, 0),
    ...changes.map(({ type, flags, payload }, i) => {
      const last = i === changes.length - 1 ? NLM_F_ACK : 0
      return encodeMessage({ type, flags: flags | NLM_F_REQUEST | last, sequence: i + 1, payload })
    }),
    limit(NFNL_MSG_BATCH_END, changes.length + 1),
  )
}
