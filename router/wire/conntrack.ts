import { type Ip, numberToIp } from '../values/ip.ts'
import { findIn, findWithin, readUint } from './attributes.ts'
import { joined } from './bytes.ts'
import type { SelectionEnds } from './conntrack-selection.ts'
import { encodeAttribute, encodeNested, readAttribute } from './netlink.ts'
import { NFGENMSG_BYTES } from './nfnetlink.ts'

/** One direction of a connection. The counters are 0 if `nf_conntrack_acct` is off. */
export interface Direction {
  readonly source: Ip
  readonly destination: Ip
  readonly packets: number
  readonly bytes: number
}

/** A tracked connection: the original direction, and the reply direction with translated addresses. */
export interface Connection {
  /** IANA's number: 6 is TCP, 17 UDP, 1 ICMP. */
  readonly protocol: number
  /** The original destination port; undefined for protocols without ports. */
  readonly port: number | undefined
  readonly original: Direction
  readonly reply: Direction
  /** Attributes that identify this entry, as the kernel sent them. */
  readonly entry: Uint8Array
}

/** `linux/netfilter/nfnetlink_conntrack.h`; its numbers are in network order. */
export const CTA_TUPLE_ORIG = 1
export const CTA_TUPLE_REPLY = 2
const CTA_COUNTERS_ORIG = 9
const CTA_COUNTERS_REPLY = 10
const CTA_ID = 12
const CTA_ZONE = 18
export const CTA_TUPLE_IP = 1
export const CTA_TUPLE_PROTO = 2
export const CTA_IP_V4_SRC = 1
export const CTA_IP_V4_DST = 2
export const CTA_PROTO_NUM = 1
export const CTA_PROTO_SRC_PORT = 2
export const CTA_PROTO_DST_PORT = 3
const CTA_COUNTERS_PACKETS = 1
const CTA_COUNTERS_BYTES = 2

/** The number of the part of a table that a buffer has now. Connections of earlier parts have lost their bytes. */
export interface TableReading {
  part: number
}

/**
 * Decodes an IPv4 connection from the payload of an IPCTNL_MSG_CT_NEW. Undefined for anything else, and for one that is not
 * `wanted`: of those, only the ends are read. Decodes in place, since a long table has one payload for each entry; `entry` is
 * valid until `reading` advances to the next part.
 */
export function decodeConnection(
  payload: Uint8Array,
  wanted: (ends: SelectionEnds) => boolean,
  reading: TableReading = { part: 0 },
): Connection | undefined {
  const { part } = reading
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const find = (type: number): number => findIn(view, NFGENMSG_BYTES, view.byteLength, type)
  const [original, reply] = [readTuple(view, find(CTA_TUPLE_ORIG)), readTuple(view, find(CTA_TUPLE_REPLY))]
  if (!original || !reply) return undefined
  const { source, destination, protocol, destinationPort: port } = original
  const ends = { source, destination, responder: reply.source, protocol, port, responderPort: reply.sourcePort }
  if (!wanted(ends)) return undefined
  return {
    protocol,
    port,
    original: readDirection(view, original, find(CTA_COUNTERS_ORIG)),
    reply: readDirection(view, reply, find(CTA_COUNTERS_REPLY)),
    // A getter: few of the connections are ended.
    get entry() {
      if (reading.part !== part) throw new Error('the bytes of this connection have been overwritten')
      return nameOf(payload.subarray(NFGENMSG_BYTES))
    },
  }
}

interface Tuple {
  readonly source: number
  readonly destination: number
  readonly protocol: number
  readonly sourcePort: number | undefined
  readonly destinationPort: number | undefined
}

function readTuple(view: DataView, tuple: number): Tuple | undefined {
  const addresses = findWithin(view, tuple, CTA_TUPLE_IP)
  const numbers = findWithin(view, tuple, CTA_TUPLE_PROTO)
  const source = readUint(view, findWithin(view, addresses, CTA_IP_V4_SRC), 4)
  const destination = readUint(view, findWithin(view, addresses, CTA_IP_V4_DST), 4)
  const protocol = readUint(view, findWithin(view, numbers, CTA_PROTO_NUM), 1)
  if (source === undefined || destination === undefined || protocol === undefined) return undefined
  return {
    source,
    destination,
    protocol,
    sourcePort: readUint(view, findWithin(view, numbers, CTA_PROTO_SRC_PORT), 2),
    destinationPort: readUint(view, findWithin(view, numbers, CTA_PROTO_DST_PORT), 2),
  }
}

const readDirection = (view: DataView, { source, destination }: Tuple, counters: number): Direction => ({
  source: numberToIp(source),
  destination: numberToIp(destination),
  packets: readUint(view, findWithin(view, counters, CTA_COUNTERS_PACKETS), 8) ?? 0,
  bytes: readUint(view, findWithin(view, counters, CTA_COUNTERS_BYTES), 8) ?? 0,
})

/** With the identifier, since a new connection may have the same addresses and ports as one that has just ended. */
function nameOf(attributes: Uint8Array): Uint8Array {
  const [tuple, zone, id] = [CTA_TUPLE_ORIG, CTA_ZONE, CTA_ID].map((type) => readAttribute(attributes, type))
  return joined(
    encodeNested(CTA_TUPLE_ORIG, tuple!),
    ...(zone ? [encodeAttribute(CTA_ZONE, zone)] : []),
    ...(id ? [encodeAttribute(CTA_ID, id)] : []),
  )
}
