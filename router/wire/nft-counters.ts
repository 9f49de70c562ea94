import { type Ip, numberToIp } from '../values/ip.ts'
import { findIn, findWithin, NONE, readUint, valuesWithin } from './attributes.ts'
import { joined } from './bytes.ts'
import { encodeAttribute, readAttribute, terminatedText, viewOf } from './netlink.ts'
import {
  messageType,
  NFGENMSG_BYTES,
  NFNL_SUBSYS_NFTABLES,
  NFPROTO_INET,
  NFTA_DATA_VALUE,
  NFTA_SET_ELEM_KEY,
  NFTA_SET_ELEM_LIST_ELEMENTS,
  NFTA_SET_ELEM_LIST_SET,
  NFTA_SET_ELEM_LIST_TABLE,
  nfgenmsg,
} from './nfnetlink.ts'

/** `linux/netfilter/nf_tables.h`; numbers in attributes are in network order. */
export const NFT_MSG_GETSETELEM = messageType(NFNL_SUBSYS_NFTABLES, 13)
/** Also sent to NFNLGRP_NFTABLES when an element was deleted, with the last value of its counter. */
export const NFT_MSG_DELSETELEM = messageType(NFNL_SUBSYS_NFTABLES, 14)
const NFTA_SET_ELEM_EXPR = 7
const NFTA_EXPR_DATA = 2
const NFTA_COUNTER_BYTES = 1
const NFTA_COUNTER_PACKETS = 2

/** The counter of an element of a set. */
export interface Counter {
  readonly packets: number
  readonly bytes: number
}

/** The payload of an NFT_MSG_GETSETELEM dump of a set in a table of the family `inet`. */
export const encodeSetQuery = (table: string, set: string): Uint8Array =>
  joined(
    nfgenmsg(NFPROTO_INET),
    encodeAttribute(NFTA_SET_ELEM_LIST_TABLE, terminatedText(table)),
    encodeAttribute(NFTA_SET_ELEM_LIST_SET, terminatedText(set)),
  )

/** The set of a table of the family `inet` whose elements are in the payload of a message; undefined in other tables. */
export function decodeSetName(table: string, payload: Uint8Array): string | undefined {
  if (payload[0] !== NFPROTO_INET) return undefined
  const nameIn = (attribute: number): string | undefined => {
    const name = readAttribute(payload.subarray(NFGENMSG_BYTES), attribute)
    return name && new TextDecoder().decode(name.subarray(0, -1))
  }
  return nameIn(NFTA_SET_ELEM_LIST_TABLE) === table ? nameIn(NFTA_SET_ELEM_LIST_SET) : undefined
}

/** Decodes the counters in the payload of an NFT_MSG_NEWSETELEM or NFT_MSG_DELSETELEM of a set of IPv4 addresses. Other elements are skipped. */
export function decodeCounters(payload: Uint8Array): [Ip, Counter][] {
  const view = viewOf(payload)
  const list = findIn(view, NFGENMSG_BYTES, view.byteLength, NFTA_SET_ELEM_LIST_ELEMENTS)
  const found: [Ip, Counter][] = []
  for (const element of list === NONE ? [] : valuesWithin(view, list)) {
    const key = readUint(view, findWithin(view, findWithin(view, element, NFTA_SET_ELEM_KEY), NFTA_DATA_VALUE), 4)
    const counter = findWithin(view, findWithin(view, element, NFTA_SET_ELEM_EXPR), NFTA_EXPR_DATA)
    const packets = readUint(view, findWithin(view, counter, NFTA_COUNTER_PACKETS), 8)
    const bytes = readUint(view, findWithin(view, counter, NFTA_COUNTER_BYTES), 8)
    if (key !== undefined && packets !== undefined && bytes !== undefined)
      found.push([numberToIp(key), { packets, bytes }])
  }
  return found
}
