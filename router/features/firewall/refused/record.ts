import type { LoggedPacket } from '../../../machine/machine.ts'
import type { PacketRecord } from '../../../model/firewall/refused/packet.ts'
import type { Ip } from '../../../values/ip.ts'
import { formatMac } from '../../../values/mac.ts'
import { readDnsMessage } from '../../../wire/dns/record.ts'
import { decodeIpv4, type Ipv4Packet, TCP_FLAG, type Transport } from '../../../wire/ipv4.ts'

export interface KnownDevice {
  /** Its MAC or its VPN key. */
  readonly identity: string
  readonly name: string
}

/** The devices and domains of addresses. */
export interface PacketAddresses {
  deviceAt(ip: Ip): KnownDevice | undefined
  deviceWith(mac: string): KnownDevice | undefined
  /** The domain by which a device has looked up an address; else empty. */
  lookedUpName(device: Ip, address: Ip): string
}

/** Packets whose source address does not belong to their sender. */
const FORGED: readonly string[] = ['drop:mac ', 'drop:spoof ']
const DNS_PORT = 53
const MAC_BYTES = 6

/** Decodes a logged packet. Undefined if it is no IPv4 packet. */
export function recordOfPacket(
  { prefix, inputLink, outputLink, hardwareType, linkHeader, packet }: LoggedPacket,
  known: PacketAddresses,
  now: number,
): PacketRecord | undefined {
  const ip = decodeIpv4(packet)
  if (!ip) return undefined
  const hasMacs = hardwareType !== undefined && linkHeader.length >= 2 * MAC_BYTES
  const sourceMac = hasMacs ? formatMac(linkHeader.subarray(MAC_BYTES)) : ''
  const from = known.deviceWith(sourceMac) ?? (FORGED.includes(prefix) ? undefined : known.deviceAt(ip.source))
  const to = known.deviceAt(ip.destination)
  return {
    ...(hasMacs && { Ethernet: { SrcMAC: sourceMac, DstMAC: formatMac(linkHeader), HwType: hardwareType } }),
    IP: networkOf(ip),
    ...transportOf(ip.transport),
    RecentDomainSrc: known.lookedUpName(ip.destination, ip.source),
    RecentDomainDst: known.lookedUpName(ip.source, ip.destination),
    Prefix: prefix,
    Action: prefix.startsWith('drop:') ? 'blocked' : 'allowed',
    Timestamp: new Date(now).toISOString(),
    InDev: inputLink,
    OutDev: outputLink,
    SrcDevice: from?.identity ?? '',
    SrcName: from?.name ?? '',
    DstDevice: to?.identity ?? '',
    DstName: to?.name ?? '',
  }
}

const networkOf = ({ source, destination, protocol, ttl, tos, id, length }: Ipv4Packet): PacketRecord['IP'] => ({
  Version: 4,
  SrcIP: source,
  DstIP: destination,
  Protocol: protocol,
  TTL: ttl,
  TOS: tos,
  Id: id,
  Length: length,
})

function transportOf(transport: Transport | undefined): Pick<PacketRecord, 'TCP' | 'UDP' | 'ICMP' | 'DNS'> {
  switch (transport?.kind) {
    case 'TCP': {
      const { sourcePort, destinationPort, flags, window } = transport
      const has = (bit: number): boolean => (flags & bit) !== 0
      const { SYN, ACK, FIN, RST, PSH, URG } = TCP_FLAG
      return {
        TCP: {
          SrcPort: sourcePort,
          DstPort: destinationPort,
          ...{ SYN: has(SYN), ACK: has(ACK), FIN: has(FIN), RST: has(RST), PSH: has(PSH), URG: has(URG) },
          Window: window,
        },
      }
    }
    case 'UDP': {
      const { sourcePort, destinationPort, length, payload } = transport
      const isDns = sourcePort === DNS_PORT || destinationPort === DNS_PORT
      return {
        UDP: { SrcPort: sourcePort, DstPort: destinationPort, Length: length },
        ...(isDns && dnsOf(Buffer.from(payload.buffer, payload.byteOffset, payload.length))),
      }
    }
    case 'ICMP':
      return { ICMP: { Type: transport.type, Code: transport.code } }
    default:
      return {}
  }
}

function dnsOf(message: Buffer): Pick<PacketRecord, 'DNS'> {
  const read = readDnsMessage(message)
  if (!read) return {}
  return {
    DNS: {
      ID: message.readUInt16BE(0),
      QR: (message[2]! & 0x80) !== 0,
      Questions: [{ Name: read.name, Type: read.type, Class: read.class }],
    },
  }
}
