import type { EthernetFrame, LoggedPacket } from '../../router/machine/machine.ts'
import type { Ip } from '../../router/values/ip.ts'
import { type Mac, parseMac } from '../../router/values/mac.ts'
import { bigEndian, ipBytes, joined } from '../../router/wire/bytes.ts'
import { type DhcpMessage, DISCOVER, encodeDhcp, NO_IP, OPTION, REQUEST } from '../../router/wire/dhcp.ts'
import { BROADCAST_MAC, encodeDatagram } from '../../router/wire/ethernet.ts'

const ALL: Ip = '255.255.255.255'
const TTL = 64
const TCP = 6
const SYN = 0x02

interface Client {
  readonly link: string
  readonly mac: Mac
  readonly name: string
}

type Options = readonly (readonly [number, Uint8Array])[]

function clientMessage({ link, mac, name }: Client, xid: number, type: number, more: Options): EthernetFrame {
  const message: DhcpMessage = {
    ...{ op: 'request', xid, secs: 0, broadcast: false, chaddr: mac },
    ...{ ciaddr: NO_IP, yiaddr: NO_IP, siaddr: NO_IP, giaddr: NO_IP },
    options: new Map([[OPTION.messageType, Uint8Array.of(type)], [OPTION.hostName, Buffer.from(name)], ...more]),
  }
  const bytes = encodeDatagram({
    ...{ sourceMac: mac, destinationMac: BROADCAST_MAC, sourceIp: NO_IP, destinationIp: ALL },
    ...{ sourcePort: 68, destinationPort: 67, payload: encodeDhcp(message) },
  })
  return { link, bytes }
}

/** A DHCPDISCOVER (RFC 2131). */
export const discover = (client: Client, xid: number): EthernetFrame => clientMessage(client, xid, DISCOVER, [])

/** A DHCPREQUEST for an offered address. */
export const request = (client: Client, xid: number, offered: Ip, server: Ip): EthernetFrame =>
  clientMessage(client, xid, REQUEST, [
    [OPTION.requestedIp, ipBytes(offered)],
    [OPTION.serverId, ipBytes(server)],
  ])

interface Attempt {
  readonly link: string
  readonly outputLink: string
  readonly mac: Mac
  readonly routerMac: Mac
  readonly from: Ip
  readonly to: Ip
  readonly port: number
  readonly sourcePort: number
}

/** The first packet of a TCP connection as the firewall logs it when it refuses to forward it. Checksums are 0. */
export function refusedSyn({ link, outputLink, mac, routerMac, from, to, port, sourcePort }: Attempt): LoggedPacket {
  const ip = joined(
    ...[Uint8Array.of(0x45, 0), bigEndian(40, 2), bigEndian(sourcePort, 2), bigEndian(0x4000, 2)],
    ...[Uint8Array.of(TTL, TCP, 0, 0), ipBytes(from), ipBytes(to)],
  )
  const tcp = joined(
    ...[bigEndian(sourcePort, 2), bigEndian(port, 2), bigEndian(1, 4), bigEndian(0, 4)],
    ...[Uint8Array.of(0x50, SYN), bigEndian(0xffff, 2), bigEndian(0, 4)],
  )
  const linkHeader = joined(Uint8Array.from(parseMac(routerMac)), Uint8Array.from(parseMac(mac)), bigEndian(0x0800, 2))
  return {
    ...{ prefix: 'drop:forward ', hardwareType: 1, inputLink: link, outputLink },
    ...{ linkHeader, packet: joined(ip, tcp) },
  }
}
