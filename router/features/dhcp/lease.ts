import type { Ip } from '../../values/ip.ts'
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
} from '../../wire/dhcp.ts'

/** What is known of the one who asks, when it may have an address on the link at all. */
export interface Known {
  /** There is an entry for it. */
  readonly recorded: boolean
  /** The address that is its own, or that waits for it since an offer. */
  readonly own: Ip | undefined
  /** The address it has a lease for on this link, not run out. */
  readonly leased: Ip | undefined
  readonly serverIp: Ip
  /** It was sent to this server alone. */
  readonly unicast: boolean
  /** Other devices are on the same wire: there anybody can say anything in another's name. */
  readonly shared: boolean
  isOfOurs(ip: Ip): boolean
}

/** What to do about a message. `drop` says why there is no answer. */
export type Decision =
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

const drop = (reason: DropReason): Decision => ({ verb: 'drop', reason })

/** What a client's message gets, by RFC 2131 section 4.3. */
export function decide(message: DhcpMessage, known: Known): Decision {
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
      // Believed, it would cut off a neighbour for half a day. What has really gone gives its lease back by waiting.
      if (known.shared) return drop('anybody could have said it')
      return message.ciaddr === known.leased ? { verb: 'release', ip: message.ciaddr } : drop('not the address it has')
    case INFORM:
      // The answer goes to the address it says it has, and an address here is good for its own device only.
      return message.ciaddr !== NO_IP && message.ciaddr === known.leased
        ? { verb: 'inform' }
        : drop('not the address it has')
    default:
      return drop('not a request')
  }
}

/** After our offer, or another's. */
function selecting(server: Ip, wanted: Ip, known: Known): Decision {
  // Where others could have sent it, the offer stays until it runs out: its true client may be about to take it.
  if (server !== known.serverIp) return known.shared ? drop('another server') : { verb: 'forget' }
  return wanted === known.own ? { verb: 'grant', ip: wanted } : { verb: 'nak', reason: 'that address was not offered' }
}

/** INIT-REBOOT: it remembers an address, from here or from another network. */
function rebooting(wanted: Ip, known: Known): Decision {
  if (!known.isOfOurs(wanted)) return { verb: 'nak', reason: 'that address is of another network' }
  if (!known.recorded) return drop('no record of this client')
  return wanted === known.own ? { verb: 'grant', ip: wanted } : { verb: 'nak', reason: 'that address is not yours' }
}

/** RENEWING, asked of us alone, or REBINDING, asked of anyone. */
function extending(has: Ip, known: Known): Decision {
  if (known.recorded && has === known.own) return { verb: 'grant', ip: has }
  // Nobody but us gives addresses out on these links; but a stranger that asks everybody may mean somebody else.
  if (!known.recorded && !known.unicast) return drop('no record of this client')
  return { verb: 'nak', reason: 'that address is not yours' }
}

function messageType(message: DhcpMessage): number | undefined {
  const value = message.options.get(OPTION.messageType)
  return value?.length === 1 && message.op === 'request' ? value[0] : undefined
}
