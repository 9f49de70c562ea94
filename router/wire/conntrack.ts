import { type Ip, numberToIp } from '../values/ip.ts'
import { findIn, findWithin, readUint } from './attributes.ts'
import { encodeAttribute, encodeNested, joined, readAttribute } from './netlink.ts'

/** What went one way. The counts are 0 while the kernel keeps no accounts (`nf_conntrack_acct`). */
export interface Direction {
  readonly source: Ip
  readonly destination: Ip
  readonly packets: number
  readonly bytes: number
}

/** A connection that the kernel tracks: as its opener sent it, and as it is answered, with translated addresses. */
export interface Connection {
  /** IANA's number: 6 is TCP, 17 UDP, 1 ICMP. */
  readonly protocol: number
  /** Where its opener sent it; undefined for protocols without ports. */
  readonly port: number | undefined
  readonly original: Direction
  readonly reply: Direction
  /** What names exactly this entry to the kernel: attributes, as they came from it. */
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
const CTA_IP_V4_DST = 2
export const CTA_PROTO_NUM = 1
const CTA_PROTO_DST_PORT = 3
const CTA_COUNTERS_PACKETS = 1
const CTA_COUNTERS_BYTES = 2

/** `struct nfgenmsg`, before the attributes: family, version, resource. */
const NFGENMSG = 4

/** Which part of a table a buffer holds now: what was decoded from an earlier one has lost its bytes. */
export interface Reading {
  part: number
}

/**
 * An IPv4 connection out of the payload of an IPCTNL_MSG_CT_NEW; undefined when it is none, or when neither who
 * opened it, nor its destination, nor the responder is `wanted`. Reads in place: of a long table there is one such
 * payload for each entry, and `entry` can be read until `reading` goes on to the next part.
 */
export function decodeConnection(
  payload: Uint8Array,
  wanted: (ip: Ip) => boolean,
  reading: Reading = { part: 0 },
): Connection | undefined {
  const { part } = reading
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const find = (type: number): number => findIn(view, NFGENMSG, view.byteLength, type)
  const opened = find(CTA_TUPLE_ORIG)
  const original = readDirection(view, opened, find(CTA_COUNTERS_ORIG))
  const reply = readDirection(view, find(CTA_TUPLE_REPLY), find(CTA_COUNTERS_REPLY))
  if (!original || !reply) return undefined
  if (!(wanted(original.source) || wanted(original.destination) || wanted(reply.source))) return undefined
  const protocol = findWithin(view, opened, CTA_TUPLE_PROTO)
  const number = readUint(view, findWithin(view, protocol, CTA_PROTO_NUM), 1)
  if (number === undefined) return undefined
  return {
    protocol: number,
    port: readUint(view, findWithin(view, protocol, CTA_PROTO_DST_PORT), 2),
    original,
    reply,
    // Few of those that are looked at are ended.
    get entry() {
      if (reading.part !== part) throw new Error('the bytes of this connection have been overwritten')
      return nameOf(payload.subarray(NFGENMSG))
    },
  }
}

function readDirection(view: DataView, tuple: number, counters: number): Direction | undefined {
  const addresses = findWithin(view, tuple, CTA_TUPLE_IP)
  const source = readUint(view, findWithin(view, addresses, CTA_IP_V4_SRC), 4)
  const destination = readUint(view, findWithin(view, addresses, CTA_IP_V4_DST), 4)
  if (source === undefined || destination === undefined) return undefined
  return {
    source: numberToIp(source),
    destination: numberToIp(destination),
    packets: readUint(view, findWithin(view, counters, CTA_COUNTERS_PACKETS), 8) ?? 0,
    bytes: readUint(view, findWithin(view, counters, CTA_COUNTERS_BYTES), 8) ?? 0,
  }
}

/** A new connection may have the same ends as one that has just gone: the identifier distinguishes them. */
function nameOf(attributes: Uint8Array): Uint8Array {
  const [tuple, zone, id] = [CTA_TUPLE_ORIG, CTA_ZONE, CTA_ID].map((type) => readAttribute(attributes, type))
  return joined(
    encodeNested(CTA_TUPLE_ORIG, tuple!),
    ...(zone ? [encodeAttribute(CTA_ZONE, zone)] : []),
    ...(id ? [encodeAttribute(CTA_ID, id)] : []),
  )
}
