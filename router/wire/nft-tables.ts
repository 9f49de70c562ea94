import { findIn, readUint } from './attributes.ts'
import { readAttribute, viewOf } from './netlink.ts'
import { messageType, NFGENMSG_BYTES, NFNL_SUBSYS_NFTABLES, nfgenmsg } from './nfnetlink.ts'

/** `linux/netfilter/nf_tables.h`; numbers in attributes are in network order. */
export const NFT_MSG_GETTABLE = messageType(NFNL_SUBSYS_NFTABLES, 1)
const NFT_MSG_NEWTABLE = messageType(NFNL_SUBSYS_NFTABLES, 0)
const NFPROTO_UNSPEC = 0
const NFTA_TABLE_NAME = 1
const NFTA_TABLE_FLAGS = 2

/** A table of nftables, and its flags: 1 dormant, 2 with an owner, 4 persistent. */
export interface TableFlags {
  readonly name: string
  readonly flags: number
}

/** The payload of an NFT_MSG_GETTABLE dump of the tables of all families. */
export const encodeTablesQuery = (): Uint8Array => nfgenmsg(NFPROTO_UNSPEC)

/** Undefined for messages of other types. */
export function decodeTable(type: number, payload: Uint8Array): TableFlags | undefined {
  const name = readAttribute(payload.subarray(NFGENMSG_BYTES), NFTA_TABLE_NAME)
  if (type !== NFT_MSG_NEWTABLE || !name) return undefined
  const view = viewOf(payload)
  const flags = readUint(view, findIn(view, NFGENMSG_BYTES, payload.length, NFTA_TABLE_FLAGS), 4)
  return { name: new TextDecoder().decode(name.subarray(0, -1)), flags: flags ?? 0 }
}
