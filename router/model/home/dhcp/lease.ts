import type { Ip } from '../../../values/ip.ts'
import {
  DECLINE,
  type DhcpMessage,
  DISCOVER,
  INFORM,
  ipOption,
  NO_IP,
  OPTION,
  RELEASE,
  REQUEST,
} from '../../../wire/dhcp.ts'

/** State of a client that may have an address on the link. */
export interface LeaseClient {
  /** The device has an entry. */
  readonly recorded: boolean
  /** The address of the device, or the offered one. */
  readonly own: Ip | undefined
  /** The address of its valid lease on this link. */
  readonly leased: Ip | undefined
  readonly serverIp: Ip
  /** The message was sent to this server by unicast. */
  readonly unicast: boolean
  /** The wire is shared: other devices can send messages in the name of this one. */
  readonly shared: boolean
  isOfOurs(ip: Ip): boolean
}

/** The action for a message. `drop` has the reason why there is no reply. */
export type LeaseDecision =
  | { readonly verb: 'offer' | 'inform' | 'forget' }
  | { readonly verb: 'grant' | 'decline' | 'release'; readonly ip: Ip }
  | { readonly verb: 'nak'; readonly reason: string }
  | { readonly verb: 'drop'; readonly reason: DropReason }

export type DropReason =
  | 'not a request'
  | 'incomplete request'
  | 'no record of this client'
  | 'not the address it has'
  | 'another server'
  | 'anybody could have said it'

const drop = (reason: DropReason): LeaseDecision => ({ verb: 'drop', reason })

/** The action for a client's message (RFC 2131 §4.3). */
export function decideLease(message: DhcpMessage, known: LeaseClient): LeaseDecision {
  const server = ipOption(message.options, OPTION.serverId)
  const wanted = ipOption(message.options, OPTION.requestedIp)
  switch (messageType(message)) {
    case DISCOVER:
      return { verb: 'offer' }
    case REQUEST:
      if (server !== undefined) return selecting(server, wanted ?? message.ciaddr, known)
      if (message.ciaddr !== NO_IP) return extending(message.ciaddr, known)
      return wanted === undefined ? drop('incomplete request') : rebooting(wanted, known)
    case DECLINE:
      if (server !== known.serverIp) return drop('another server')
      return wanted !== undefined && wanted === (known.leased ?? known.own)
        ? { verb: 'decline', ip: wanted }
        : drop('not the address it has')
    case RELEASE:
      if (server !== known.serverIp) return drop('another server')
      // A forged RELEASE would disconnect a neighbour for hours. The lease of a device that has left expires by itself.
      if (known.shared) return drop('anybody could have said it')
      return message.ciaddr === known.leased ? { verb: 'release', ip: message.ciaddr } : drop('not the address it has')
    case INFORM:
      // The reply is sent to the address in the message, which has to belong to this device.
      return message.ciaddr !== NO_IP && message.ciaddr === known.leased
        ? { verb: 'inform' }
        : drop('not the address it has')
    default:
      return drop('not a request')
  }
}

/** SELECTING: after an offer of this or another server. */
function selecting(server: Ip, wanted: Ip, known: LeaseClient): LeaseDecision {
  // On a shared wire the message may be forged, so the offer is kept until it expires: its client may still request it.
  if (server !== known.serverIp) return known.shared ? drop('another server') : { verb: 'forget' }
  return wanted === known.own ? { verb: 'grant', ip: wanted } : { verb: 'nak', reason: 'that address was not offered' }
}

/**
 * INIT-REBOOT: the client requests an address that it had before, here or in another network. RFC 2131 §4.3.2 leaves a client without a
 * record to other servers. Household links have no other, and a client without a reply repeats its request for about 20 s.
 */
function rebooting(wanted: Ip, known: LeaseClient): LeaseDecision {
  if (!known.isOfOurs(wanted)) return { verb: 'nak', reason: 'that address is of another network' }
  return known.recorded && wanted === known.own
    ? { verb: 'grant', ip: wanted }
    : { verb: 'nak', reason: 'that address is not yours' }
}

/** RENEWING (unicast) or REBINDING (broadcast). */
function extending(has: Ip, known: LeaseClient): LeaseDecision {
  if (known.recorded && has === known.own) return { verb: 'grant', ip: has }
  // An unknown client that broadcasts may mean another server.
  if (!known.recorded && !known.unicast) return drop('no record of this client')
  return { verb: 'nak', reason: 'that address is not yours' }
}

function messageType(message: DhcpMessage): number | undefined {
  const value = message.options.get(OPTION.messageType)
  return value?.length === 1 && message.op === 'request' ? value[0] : undefined
}
