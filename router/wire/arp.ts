import { type Ip, ipToNumber, numberToIp } from '../values/ip.ts'
import { formatMac, type Mac, parseMac } from '../values/mac.ts'
import { BROADCAST_MAC } from './ethernet.ts'

/** The owner of an address, from an ARP message. */
export interface ArpBinding {
  readonly ip: Ip
  readonly mac: Mac
}

const ETHERTYPE_ARP = 0x0806
const ARP_FRAME_BYTES = 42
/** Hardware type Ethernet, protocol type IPv4, and the lengths of both kinds of address. RFC 826. */
const ETHERNET_IPV4 = [0x00, 0x01, 0x08, 0x00, 6, 4]
const REQUEST = 1
const REPLY = 2

/** A broadcast Ethernet frame with an ARP request for `target`. RFC 826. */
export function encodeArpRequest(sender: ArpBinding, target: Ip): Uint8Array {
  const frame = new Uint8Array(ARP_FRAME_BYTES)
  const view = new DataView(frame.buffer)
  frame.set(parseMac(BROADCAST_MAC), 0)
  frame.set(parseMac(sender.mac), 6)
  view.setUint16(12, ETHERTYPE_ARP)
  frame.set(ETHERNET_IPV4, 14)
  view.setUint16(20, REQUEST)
  frame.set(parseMac(sender.mac), 22)
  view.setUint32(28, ipToNumber(sender.ip))
  view.setUint32(38, ipToNumber(target))
  return frame
}

/**
 * The sender of an ARP reply in a whole Ethernet frame; undefined for anything else, and for a reply whose hardware address
 * differs from the frame's source. Bytes after the message (Ethernet's padding) are ignored.
 */
export function decodeArpReply(frame: Uint8Array): ArpBinding | undefined {
  if (frame.length < ARP_FRAME_BYTES) return undefined
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  if (view.getUint16(12) !== ETHERTYPE_ARP || view.getUint16(20) !== REPLY) return undefined
  if (ETHERNET_IPV4.some((byte, index) => frame[14 + index] !== byte)) return undefined
  const mac = formatMac(frame.subarray(22, 28))
  return mac === formatMac(frame.subarray(6, 12)) ? { mac, ip: numberToIp(view.getUint32(28)) } : undefined
}
