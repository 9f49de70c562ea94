import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Namespace } from '../home/namespace.ts'

/** An IPv4 packet as an attacker writes it, header included. */
export interface ForgedPacket {
  readonly source: string
  readonly destination: string
  /** IANA's number: 1 is ICMP, 6 TCP, 17 UDP. */
  readonly protocol: number
  readonly ttl?: number
  /** The first fragment of a packet, whose other fragments are never sent. */
  readonly moreFragments?: boolean
  readonly payload: Buffer
}

export const ICMP = 1
export const TCP = 6
export const UDP = 17

const bytesOf = (ip: string): number[] => ip.split('.').map(Number)

/** Returns the packet's bytes. The sender's kernel fills in the header's checksum: raw(7). */
export function packetBytes({
  source,
  destination,
  protocol,
  ttl = 64,
  moreFragments = false,
  payload,
}: ForgedPacket): Buffer {
  const header = Buffer.alloc(20)
  header[0] = 0x45
  header.writeUInt16BE(header.length + payload.length, 2)
  header.writeUInt16BE(0x5a11, 4)
  header.writeUInt16BE(moreFragments ? 0x2000 : 0, 6)
  header.set([ttl, protocol], 8)
  header.set([...bytesOf(source), ...bytesOf(destination)], 12)
  return Buffer.concat([header, payload])
}

/** The ports of a UDP or TCP packet, and room for the rest of its header. */
export function transport(sourcePort: number, destinationPort: number, size = 500): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUInt16BE(sourcePort, 0)
  bytes.writeUInt16BE(destinationPort, 2)
  // UDP's length; a checksum of zero is none (RFC 768).
  bytes.writeUInt16BE(size, 4)
  return bytes
}

/** An ICMP message of type 3, destination unreachable, that quotes a packet. RFC 792. */
export function unreachable(code: number, quoted: Buffer, mtu = 0): Buffer {
  const message = Buffer.concat([Buffer.alloc(8), quoted.subarray(0, 28)])
  message.set([3, code], 0)
  message.writeUInt16BE(mtu, 6)
  // The quoted header's own checksum, which no kernel fills in here.
  message.writeUInt16BE(checksum(message.subarray(8, 28)), 18)
  message.writeUInt16BE(checksum(message), 2)
  return message
}

function checksum(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 2) sum += bytes.readUInt16BE(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff
}

const IPPROTO_RAW = 255
let packets = 0

/** Sends a packet with any source address, by the sender's own routes. */
export async function sendForged(from: Namespace, packet: ForgedPacket): Promise<void> {
  const file = join(from.dir, `packet${++packets}`)
  writeFileSync(file, packetBytes(packet))
  await from.run(['socat', '-u', `OPEN:${file}`, `IP4-SENDTO:${packet.destination}:${IPPROTO_RAW},broadcast`])
}
