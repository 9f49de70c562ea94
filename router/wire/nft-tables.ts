import { findIn, readUint } from './attributes.ts'
import { joined } from './bytes.ts'
import { encodeAttribute, NLM_F_CREATE, NLM_F_EXCL, readAttribute, terminatedText, viewOf } from './netlink.ts'
import { encodeTransaction, messageType, NFGENMSG_BYTES, NFNL_SUBSYS_NFTABLES, nfgenmsg } from './nfnetlink.ts'

/** `linux/netfilter/nf_tables.h`; numbers in attributes are in network order. */
export const NFT_MSG_GETTABLE = messageType(NFNL_SUBSYS_NFTABLES, 1)
const NFT_MSG_NEWTABLE = messageType(NFNL_SUBSYS_NFTABLES, 0)
const NFT_MSG_DELTABLE = messageType(NFNL_SUBSYS_NFTABLES, 2)
const NFPROTO_UNSPEC = 0
const NFTA_TABLE_NAME = 1
const NFTA_TABLE_FLAGS = 2

const NFT_TABLE_F_OWNER = 2
const NFT_TABLE_F_PERSIST = 4
/**
 * Only the socket that created the table may change it, and `flush ruleset` of another program leaves it. When that socket is closed, the
 * table stays without an owner, until another socket creates it once more with these flags. Since Linux 6.9.
 */
export const OWNED = NFT_TABLE_F_OWNER | NFT_TABLE_F_PERSIST

/** A table of nftables with its family (`NFPROTO_…`), and its flags: 1 dormant, 2 with an owner, 4 persistent. */
export interface TableFlags {
  readonly family: number
  readonly name: string
  readonly flags: number
}

/** The payload of an NFT_MSG_GETTABLE dump of the tables of all families. */
export const encodeTablesQuery = (): Uint8Array => nfgenmsg(NFPROTO_UNSPEC)

/** A transaction that creates a table. If there is one, `isNew` refuses it; otherwise its flags may change. */
export const encodeTable = (table: TableFlags, isNew: boolean): Uint8Array =>
  encodeTransaction([
    { type: NFT_MSG_NEWTABLE, flags: NLM_F_CREATE | (isNew ? NLM_F_EXCL : 0), payload: tablePayload(table) },
  ])

/** A transaction that creates a table and deletes it. */
export const encodePassingTable = (table: TableFlags): Uint8Array =>
  encodeTransaction([
    { type: NFT_MSG_NEWTABLE, flags: NLM_F_CREATE, payload: tablePayload(table) },
    { type: NFT_MSG_DELTABLE, flags: 0, payload: tablePayload(table) },
  ])

export const encodeTableDeletion = (table: TableFlags): Uint8Array =>
  encodeTransaction([{ type: NFT_MSG_DELTABLE, flags: 0, payload: tablePayload(table) }])

const tablePayload = ({ family, name, flags }: TableFlags): Uint8Array =>
  joined(
    nfgenmsg(family),
    encodeAttribute(NFTA_TABLE_NAME, terminatedText(name)),
    encodeAttribute(NFTA_TABLE_FLAGS, Uint8Array.of(0, 0, 0, flags)),
  )

/** Undefined for messages of other types. */
export function decodeTable(type: number, payload: Uint8Array): TableFlags | undefined {
  const name = readAttribute(payload.subarray(NFGENMSG_BYTES), NFTA_TABLE_NAME)
  if (type !== NFT_MSG_NEWTABLE || !name) return undefined
  const view = viewOf(payload)
  const flags = readUint(view, findIn(view, NFGENMSG_BYTES, payload.length, NFTA_TABLE_FLAGS), 4)
  return { family: payload[0]!, name: new TextDecoder().decode(name.subarray(0, -1)), flags: flags ?? 0 }
}
