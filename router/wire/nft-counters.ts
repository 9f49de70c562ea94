import { type Ip, numberToIp } from '../values/ip.ts'
import { encodeAttribute, joined, readAttribute, text } from './netlink.ts'

/** `linux/netfilter/nfnetlink.h` and `nf_tables.h`; numbers in attributes are in network order. */
const NFNL_SUBSYS_NFTABLES = 10 << 8
export const NFT_MSG_GETSETELEM = NFNL_SUBSYS_NFTABLES | 13
/** `struct nfgenmsg`: NFPROTO_INET, version, resource. */
const INET = Uint8Array.of(1, 0, 0, 0)
const NFTA_SET_ELEM_LIST_TABLE = 1
const NFTA_SET_ELEM_LIST_SET = 2
const NFTA_SET_ELEM_LIST_ELEMENTS = 3
const NFTA_SET_ELEM_KEY = 1
const NFTA_SET_ELEM_EXPR = 7
const NFTA_DATA_VALUE = 1
const NFTA_EXPR_DATA = 2
const NFTA_COUNTER_BYTES = 1
const NFTA_COUNTER_PACKETS = 2

/** What went through an element of a set. */
export interface Counter {
  readonly packets: number
  readonly bytes: number
}

/** The payload of a NFT_MSG_GETSETELEM dump: which set of a table of the family `inet`. */
export const encodeSetQuery = (table: string, set: string): Uint8Array =>
  joined(
    INET,
    encodeAttribute(NFTA_SET_ELEM_LIST_TABLE, text(table)),
    encodeAttribute(NFTA_SET_ELEM_LIST_SET, text(set)),
  )

/** The counters in the payload of one NFT_MSG_NEWSETELEM, of a set of IPv4 addresses. Other elements are passed over. */
export function decodeCounters(payload: Uint8Array): [Ip, Counter][] {
  const list = readAttribute(payload.subarray(INET.length), NFTA_SET_ELEM_LIST_ELEMENTS)
  const found: [Ip, Counter][] = []
  for (const element of list ? attributesOf(list) : []) {
    const key = readPath(element, NFTA_SET_ELEM_KEY, NFTA_DATA_VALUE)
    const counter = readPath(element, NFTA_SET_ELEM_EXPR, NFTA_EXPR_DATA)
    if (key?.length !== 4 || !counter) continue
    const packets = readUint64(readAttribute(counter, NFTA_COUNTER_PACKETS))
    const bytes = readUint64(readAttribute(counter, NFTA_COUNTER_BYTES))
    if (packets !== undefined && bytes !== undefined)
      found.push([numberToIp(viewOf(key).getUint32(0)), { packets, bytes }])
  }
  return found
}

/** The values of all attributes in a list, as views. */
function* attributesOf(list: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at + 4 <= list.length; ) {
    const length = list[at]! | (list[at + 1]! << 8)
    if (length < 4 || at + length > list.length) return
    yield list.subarray(at + 4, at + length)
    at += (length + 3) & ~3
  }
}

const readPath = (attributes: Uint8Array, outer: number, inner: number): Uint8Array | undefined => {
  const found = readAttribute(attributes, outer)
  return found && readAttribute(found, inner)
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Exact up to 2^53. */
const readUint64 = (bytes: Uint8Array | undefined): number | undefined =>
  bytes?.length === 8 ? viewOf(bytes).getUint32(0) * 2 ** 32 + viewOf(bytes).getUint32(4) : undefined
