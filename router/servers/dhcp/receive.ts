import type { EthernetFrame } from '../../machine/machine.ts'
import type { Ip } from '../../values/ip.ts'
import { isUnicastMac, type Mac } from '../../values/mac.ts'
import { type DhcpMessage, decodeDhcp, NO_IP, OPTION } from '../../wire/dhcp.ts'
import { BROADCAST_MAC, decodeDatagram } from '../../wire/ethernet.ts'

export interface Received {
  readonly link: string
  readonly message: DhcpMessage
  /** The unicast destination, an address of this server; undefined for a broadcast. */
  readonly sentTo: Ip | undefined
}

export type Ignored =
  | 'malformed frame'
  | 'not for us'
  | 'malformed message'
  | 'through a relay'
  | 'forged hardware address'

const LIMITED_BROADCAST: Ip = '255.255.255.255'
const SERVER_PORT = 67
/** An option's length is one byte (RFC 2132 §9.14). Replies repeat the identifier (RFC 6842), and must fit into a frame. */
const LONGEST_IDENTIFIER = 255

/** Decodes a client's message, or returns the reason why it is ignored. */
export function receive(frame: EthernetFrame, linkMac: Mac, isServer: (ip: Ip) => boolean): Received | Ignored {
  const datagram = decodeDatagram(frame.bytes)
  if (!datagram || datagram.destinationPort !== SERVER_PORT) return 'malformed frame'
  const sentTo = datagram.destinationIp === LIMITED_BROADCAST ? undefined : datagram.destinationIp
  const toLink = datagram.destinationMac === linkMac || datagram.destinationMac === BROADCAST_MAC
  if (!toLink || !(sentTo === undefined || isServer(sentTo))) return 'not for us'
  const message = decodeDhcp(datagram.payload)
  if (message?.op !== 'request') return 'malformed message'
  // Every household link ends at this router, so there can be no relay in between.
  if (message.giaddr !== NO_IP) return 'through a relay'
  if (message.chaddr !== datagram.sourceMac || !isUnicastMac(message.chaddr)) return 'forged hardware address'
  if ((message.options.get(OPTION.clientId)?.length ?? 0) > LONGEST_IDENTIFIER) return 'malformed message'
  return { link: frame.link, message, sentTo }
}
