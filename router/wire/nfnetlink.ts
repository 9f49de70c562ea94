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
