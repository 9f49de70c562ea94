import { type Ip, ipToNumber, numberToIp } from '../values/ip.ts'
import { formatMac, type Mac, parseMac } from '../values/mac.ts'

/** A UDP datagram over IPv4 in an Ethernet frame: source, destination and payload. */
export interface Datagram {
  readonly destinationMac: Mac
  readonly sourceMac: Mac
  readonly sourceIp: Ip
  readonly destinationIp: Ip
  readonly sourcePort: number
  readonly destinationPort: number
  /** Time to live; 64 by default. */
  readonly ttl?: number
  readonly payload: Uint8Array
}

export type DecodedDatagram = Datagram & { readonly ttl: number }

export const BROADCAST_MAC: Mac = 'ff:ff:ff:ff:ff:ff'

const ETHERNET = 14
const IPV4 = 20
const UDP = 8
const ETHERTYPE_IPV4 = 0x0800
const PROTOCOL_UDP = 17
/** The default TTL that RFC 1700 recommends. */
const DEFAULT_TTL = 64

/**
 * Decodes the datagram in an Ethernet frame. Undefined if there is none, if lengths disagree, or for a fragment.
 * The payload is a view into the frame. Bytes after the datagram (Ethernet's own padding) are ignored. RFC 791, RFC 768.
 */
export function decodeDatagram(frame: Uint8Array): DecodedDatagram | undefined {
  if (frame.length < ETHERNET + IPV4 + UDP) return undefined
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  if (view.getUint16(12) !== ETHERTYPE_IPV4 || frame[ETHERNET]! >> 4 !== 4) return undefined

  const headerLength = (frame[ETHERNET]! & 15) * 4
  const totalLength = view.getUint16(ETHERNET + 2)
  if (headerLength < IPV4 || totalLength < headerLength + UDP || ETHERNET + totalLength > frame.length) return undefined
  // More fragments, or an offset: a fragment. The bit before them (don't fragment) may be set.
  if ((view.getUint16(ETHERNET + 6) & 0x3fff) !== 0) return undefined
  if (frame[ETHERNET + 9] !== PROTOCOL_UDP || checksum(frame, ETHERNET, ETHERNET + headerLength, 0) !== 0)
    return undefined

  const udp = ETHERNET + headerLength
  const udpLength = view.getUint16(udp + 4)
  if (udpLength < UDP || headerLength + udpLength > totalLength) return undefined
  // The UDP checksum is not verified: on virtual links the kernel leaves it to hardware, which never gets the frame.
  return {
    destinationMac: formatMac(frame),
    sourceMac: formatMac(frame.subarray(6, 12)),
    sourceIp: numberToIp(view.getUint32(ETHERNET + 12)),
    destinationIp: numberToIp(view.getUint32(ETHERNET + 16)),
    sourcePort: view.getUint16(udp),
    destinationPort: view.getUint16(udp + 2),
    ttl: frame[ETHERNET + 8]!,
    payload: frame.subarray(udp + UDP, udp + udpLength),
  }
}

/** The Ethernet address of a multicast group: the last 23 bits of the group's own. RFC 1112 6.4. */
export function groupMac(group: Ip): Mac {
  const bits = ipToNumber(group)
  return formatMac(Uint8Array.of(0x01, 0x00, 0x5e, (bits >>> 16) & 0x7f, (bits >>> 8) & 0xff, bits & 0xff))
}

/** Encodes an Ethernet frame with both checksums. The payload must fit into one IPv4 packet. */
export function encodeDatagram(datagram: Datagram): Uint8Array {
  const udpLength = UDP + datagram.payload.length
  const frame = new Uint8Array(ETHERNET + IPV4 + udpLength)
  const view = new DataView(frame.buffer)
  frame.set(parseMac(datagram.destinationMac), 0)
  frame.set(parseMac(datagram.sourceMac), 6)
  view.setUint16(12, ETHERTYPE_IPV4)

  frame[ETHERNET] = 0x45
  view.setUint16(ETHERNET + 2, IPV4 + udpLength)
  view.setUint16(ETHERNET + 6, 0x4000) // don't fragment
  frame[ETHERNET + 8] = datagram.ttl ?? DEFAULT_TTL
  frame[ETHERNET + 9] = PROTOCOL_UDP
  view.setUint32(ETHERNET + 12, ipToNumber(datagram.sourceIp))
  view.setUint32(ETHERNET + 16, ipToNumber(datagram.destinationIp))
  view.setUint16(ETHERNET + 10, checksum(frame, ETHERNET, ETHERNET + IPV4, 0))

  const udp = ETHERNET + IPV4
  view.setUint16(udp, datagram.sourcePort)
  view.setUint16(udp + 2, datagram.destinationPort)
  view.setUint16(udp + 4, udpLength)
  frame.set(datagram.payload, udp + UDP)
  // The pseudo header: both addresses, the protocol and the length. A sum of 0 is sent as all ones.
  const sum = checksum(frame, ETHERNET + 12, frame.length, PROTOCOL_UDP + udpLength)
  view.setUint16(udp + 6, sum === 0 ? 0xffff : sum)
  return frame
}

/** The Internet checksum (RFC 1071) of a range, added to `sum`. It is 0 if the range has a correct checksum. */
function checksum(bytes: Uint8Array, from: number, to: number, sum: number): number {
  let total = sum
  for (let at = from; at + 1 < to; at += 2) total += (bytes[at]! << 8) | bytes[at + 1]!
  if ((to - from) % 2 === 1) total += bytes[to - 1]! << 8
  while (total > 0xffff) total = (total & 0xffff) + (total >>> 16)
  return ~total & 0xffff
}
