import { type Ip, numberToIp } from '../values/ip.ts'
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
const CTA_TUPLE_REPLY = 2
const CTA_COUNTERS_ORIG = 9
const CTA_COUNTERS_REPLY = 10
const CTA_ID = 12
const CTA_ZONE = 18
export const CTA_TUPLE_IP = 1
export const CTA_TUPLE_PROTO = 2
const CTA_IP_V4_SRC = 1
const CTA_IP_V4_DST = 2
export const CTA_PROTO_NUM = 1
const CTA_PROTO_DST_PORT = 3
const CTA_COUNTERS_PACKETS = 1
const CTA_COUNTERS_BYTES = 2

/** `struct nfgenmsg`, before the attributes: family, version, resource. */
const NFGENMSG = 4

/**
 * An IPv4 connection out of the payload of an IPCTNL_MSG_CT_NEW; undefined when it is none, or when neither end that its
 * opener saw is `wanted`: of a long table most entries are passed over without being taken apart.
 */
export function decodeConnection(payload: Uint8Array, wanted: (ip: Ip) => boolean): Connection | undefined {
  const attributes = payload.subarray(NFGENMSG)
  const tuple = readAttribute(attributes, CTA_TUPLE_ORIG)
  const original = tuple && readEnds(tuple)
  if (!original || !(wanted(original.source) || wanted(original.destination))) return undefined
  const answered = readAttribute(attributes, CTA_TUPLE_REPLY)
  const reply = answered && readEnds(answered)
  const protocol = readAttribute(tuple, CTA_TUPLE_PROTO)
  const number = protocol && readAttribute(protocol, CTA_PROTO_NUM)?.[0]
  if (!reply || number === undefined) return undefined
  return {
    protocol: number,
    port: readUint(readAttribute(protocol!, CTA_PROTO_DST_PORT), 2),
    original: { ...original, ...readCounts(readAttribute(attributes, CTA_COUNTERS_ORIG)) },
    reply: { ...reply, ...readCounts(readAttribute(attributes, CTA_COUNTERS_REPLY)) },
    entry: nameOf(attributes, tuple),
  }
}

function readEnds(tuple: Uint8Array): { source: Ip; destination: Ip } | undefined {
  const addresses = readAttribute(tuple, CTA_TUPLE_IP)
  const source = addresses && readUint(readAttribute(addresses, CTA_IP_V4_SRC), 4)
  const destination = addresses && readUint(readAttribute(addresses, CTA_IP_V4_DST), 4)
  if (source === undefined || destination === undefined) return undefined
  return { source: numberToIp(source), destination: numberToIp(destination) }
}

const readCounts = (counters: Uint8Array | undefined): { packets: number; bytes: number } => ({
  packets: (counters && readUint(readAttribute(counters, CTA_COUNTERS_PACKETS), 8)) ?? 0,
  bytes: (counters && readUint(readAttribute(counters, CTA_COUNTERS_BYTES), 8)) ?? 0,
})

/** A number in network order, of exactly so many bytes. */
function readUint(bytes: Uint8Array | undefined, size: number): number | undefined {
  return bytes?.length === size ? bytes.reduce((value, byte) => value * 256 + byte, 0) : undefined
}

/** A new connection may have the same ends as one that has just gone: the identifier tells them apart. */
function nameOf(attributes: Uint8Array, tuple: Uint8Array): Uint8Array {
  const [zone, id] = [readAttribute(attributes, CTA_ZONE), readAttribute(attributes, CTA_ID)]
  return joined(
    encodeNested(CTA_TUPLE_ORIG, tuple),
    ...(zone ? [encodeAttribute(CTA_ZONE, zone)] : []),
    ...(id ? [encodeAttribute(CTA_ID, id)] : []),
  )
}
