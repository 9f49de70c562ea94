import type { Granted } from '../../model/home/dhcp/grant.ts'
import { type Ip, ipToNumber, numberToIp } from '../../values/ip.ts'
import { bigEndian, ipBytes } from '../../wire/bytes.ts'
import { ACK, type DhcpMessage, NAK, NO_IP, type OFFER, OPTION } from '../../wire/dhcp.ts'

/** The domain of the home's own names. */
const DOMAIN = 'lan'
const MASK_30: Ip = '255.255.255.252'
/** Maximum renewal time (T1), for any lease time: clients follow a change of the home networks within this time. */
const LONGEST_UNASKED_S = 3600
/** Options for a client without a parameter request list. */
const USUAL = [OPTION.router, OPTION.dns, OPTION.domainName]

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Fields that all replies have in common (RFC 2131 table 3). */
function answer(
  request: DhcpMessage,
  type: number,
  serverIp: Ip,
  options: Iterable<[number, Uint8Array]>,
): DhcpMessage {
  const identifier = request.options.get(OPTION.clientId)
  return {
    op: 'reply',
    xid: request.xid,
    secs: 0,
    broadcast: request.broadcast,
    ciaddr: NO_IP,
    yiaddr: NO_IP,
    siaddr: NO_IP,
    giaddr: request.giaddr,
    chaddr: request.chaddr,
    options: new Map([
      [OPTION.messageType, Uint8Array.of(type)],
      [OPTION.serverId, ipBytes(serverIp)],
      ...options,
      // The client identifier is returned unchanged (RFC 6842).
      ...(identifier ? [[OPTION.clientId, identifier] as [number, Uint8Array]] : []),
    ]),
  }
}

/** An OFFER or ACK. `name` is the local name of the device; empty for none. */
export function leaseReply(
  request: DhcpMessage,
  type: typeof OFFER | typeof ACK,
  granted: Granted,
  name: string,
): DhcpMessage {
  const seconds = granted.leaseSeconds
  const message = answer(request, type, granted.dnsIp, [
    [OPTION.leaseTime, bigEndian(seconds, 4)],
    [OPTION.renewalTime, bigEndian(Math.min(Math.floor(seconds / 2), LONGEST_UNASKED_S), 4)],
    [OPTION.rebindingTime, bigEndian(Math.floor((seconds * 7) / 8), 4)],
    ...network(request, granted, name),
  ])
  return { ...message, ciaddr: type === ACK ? request.ciaddr : NO_IP, yiaddr: granted.ip }
}

/** The reply to an INFORM: options without an address or lease time (RFC 2131 §4.3.5). */
export const informReply = (request: DhcpMessage, granted: Granted, name: string): DhcpMessage => ({
  ...answer(request, ACK, granted.dnsIp, network(request, granted, name)),
  ciaddr: request.ciaddr,
})

/** A NAK, always broadcast, since the client's address is invalid. The client starts again. */
export const nakReply = (request: DhcpMessage, serverIp: Ip, reason: string): DhcpMessage => ({
  ...answer(request, NAK, serverIp, [[OPTION.message, textBytes(reason)]]),
  broadcast: true,
})

/** The subnet mask first (RFC 2132 §3.3), then the requested options in the order of the client. */
function* network(request: DhcpMessage, granted: Granted, name: string): Generator<[number, Uint8Array]> {
  yield [OPTION.subnetMask, ipBytes(MASK_30)]
  for (const code of new Set(request.options.get(OPTION.parameters) ?? USUAL)) {
    if (code === OPTION.router) yield [code, ipBytes(granted.routerIp)]
    else if (code === OPTION.dns) yield [code, ipBytes(granted.dnsIp)]
    else if (code === OPTION.domainName) yield [code, textBytes(DOMAIN)]
    else if (code === OPTION.hostName && name !== '') yield [code, textBytes(name)]
    else if (code === OPTION.broadcastAddress) yield [code, ipBytes(numberToIp(ipToNumber(granted.ip) + 1))]
  }
}
