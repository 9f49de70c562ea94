import { type Ip, ipToNumber, numberToIp } from '../../values/ip.ts'
import { bigEndian, ipBytes } from '../../wire/bytes.ts'
import { ACK, type DhcpMessage, NAK, NO_IP, type OFFER, OPTION } from '../../wire/dhcp.ts'
import type { Granted } from './grants.ts'

/** The domain of the home's own names. */
const DOMAIN = 'lan'
const MASK_30: Ip = '255.255.255.252'
/** However long its lease is, a client asks again after this long: by then it has followed when the home has moved. */
const LONGEST_UNASKED_S = 3600
/** What a client gets that does not say what it wants. */
const USUAL = [OPTION.router, OPTION.dns, OPTION.domainName]

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The parts of an answer that do not depend on what it says. RFC 2131 table 3. */
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
      // RFC 6842: a client identifier comes back as it was.
      ...(identifier ? [[OPTION.clientId, identifier] as [number, Uint8Array]] : []),
    ]),
  }
}

/** An offer, or the ACK of a lease. `name` is what the home calls the device, empty for nothing. */
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

/** The answer to an INFORM: what there is to know, without an address or a time. RFC 2131 4.3.5. */
export const informReply = (request: DhcpMessage, granted: Granted, name: string): DhcpMessage => ({
  ...answer(request, ACK, granted.dnsIp, network(request, granted, name)),
  ciaddr: request.ciaddr,
})

/** A NAK. The client starts anew. It is always broadcast: the client's address is what is wrong. */
export const nakReply = (request: DhcpMessage, serverIp: Ip, reason: string): DhcpMessage => ({
  ...answer(request, NAK, serverIp, [[OPTION.message, textBytes(reason)]]),
  broadcast: true,
})

/** The mask first, as RFC 2132 3.3 wants it, then what the client asks for in its own order. */
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
