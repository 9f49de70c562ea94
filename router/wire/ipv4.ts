import { type Ip, numberToIp } from '../values/ip.ts'
import { viewOf } from './netlink.ts'

/** The headers of an IPv4 packet. RFC 791. */
export interface Ipv4Packet {
  readonly source: Ip
  readonly destination: Ip
  readonly protocol: number
  readonly ttl: number
  readonly tos: number
  readonly id: number
  /** Of the whole packet in bytes, as its header states it. */
  readonly length: number
  /** The header of the protocol, in the first fragment only. */
  readonly transport: Transport | undefined
}

export type Transport =
  | ({ readonly kind: 'TCP'; readonly window: number; readonly flags: number } & Ports)
  /** The payload may be cut. */
  | ({ readonly kind: 'UDP'; readonly length: number; readonly payload: Uint8Array } & Ports)
  | { readonly kind: 'ICMP'; readonly type: number; readonly code: number }

interface Ports {
  readonly sourcePort: number
  readonly destinationPort: number
}

/** Bits of a TCP header. RFC 9293 §3.1. */
export const TCP_FLAG = { FIN: 1, SYN: 2, RST: 4, PSH: 8, ACK: 16, URG: 32 } as const

const HEADER = 20
const UDP_HEADER = 8
const TCP_HEADER = 20

/** Decodes the first bytes of a packet, whose end may be missing. Undefined if they are no complete IPv4 header. */
export function decodeIpv4(bytes: Uint8Array): Ipv4Packet | undefined {
  if (bytes.length < HEADER || bytes[0]! >> 4 !== 4) return undefined
  const headerLength = (bytes[0]! & 15) * 4
  if (headerLength < HEADER || headerLength > bytes.length) return undefined
  const view = viewOf(bytes)
  const protocol = bytes[9]!
  const isFirstFragment = (view.getUint16(6) & 0x1fff) === 0
  return {
    source: numberToIp(view.getUint32(12)),
    destination: numberToIp(view.getUint32(16)),
    protocol,
    ttl: bytes[8]!,
    tos: bytes[1]!,
    id: view.getUint16(4),
    length: view.getUint16(2),
    transport: isFirstFragment ? decodeTransport(protocol, bytes.subarray(headerLength)) : undefined,
  }
}

function decodeTransport(protocol: number, bytes: Uint8Array): Transport | undefined {
  const view = viewOf(bytes)
  const ports = () => ({ sourcePort: view.getUint16(0), destinationPort: view.getUint16(2) })
  switch (protocol) {
    case 1:
      return bytes.length < 2 ? undefined : { kind: 'ICMP', type: bytes[0]!, code: bytes[1]! }
    case 6:
      if (bytes.length < TCP_HEADER) return undefined
      return { kind: 'TCP', ...ports(), flags: bytes[13]!, window: view.getUint16(14) }
    case 17:
      if (bytes.length < UDP_HEADER) return undefined
      return { kind: 'UDP', ...ports(), length: view.getUint16(4), payload: bytes.subarray(UDP_HEADER) }
    default:
      return undefined
  }
}
