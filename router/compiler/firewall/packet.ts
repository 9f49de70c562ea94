import type { Packet, Reason } from '../decision.ts'
import type { MemberAt } from '../ends.ts'
import type { Network } from '../network.ts'
import { EXIT, FROM_UPLINK, MARK, type PacketCondition, type PacketField } from './rule.ts'

/** The state of the first packet of a connection while chains are evaluated. */
export interface Walk {
  readonly network: Network
  readonly memberAt: MemberAt
  /** With its translated destination and port. */
  packet: Packet
  readonly inputLink: string
  outputLink: string
  readonly sourceMac: string | undefined
  /** The connection's mark. */
  mark: number
  /** The packet's mark. */
  packetMark: number
  /** The text of the last log entry. */
  logged?: string
  /** Set if the destination was translated; `by` is the port forward, if it was one. */
  translated?: { readonly by: Reason | undefined }
}

const portOf = ({ packet }: Walk, protocol?: Packet['protocol']): string | undefined => {
  const has = protocol ? packet.protocol === protocol : packet.protocol === 'tcp' || packet.protocol === 'udp'
  return has && packet.port !== undefined ? String(packet.port) : undefined
}

/** The fields of a first packet. Its source port is unknown: rules with a source port do not match. */
export const FIELD_READERS: Readonly<Record<PacketField, (walk: Walk) => string | undefined>> = {
  source: ({ packet }) => packet.source,
  destination: ({ packet }) => packet.destination,
  'input link': ({ inputLink }) => inputLink,
  'output link': ({ outputLink }) => outputLink,
  'source MAC': ({ sourceMac }) => sourceMac,
  protocol: ({ packet }) => packet.protocol,
  port: (walk) => portOf(walk),
  'TCP port': (walk) => portOf(walk, 'tcp'),
  'UDP port': (walk) => portOf(walk, 'udp'),
  'TCP source port': () => undefined,
  'UDP source port': () => undefined,
  opener: ({ packet }) => packet.source,
  responder: ({ packet }) => packet.destination,
}

const always = () => true
const never = () => false

export const CONDITION_CHECKS: Readonly<Record<PacketCondition, (walk: Walk) => boolean>> = {
  new: always,
  'new or established': always,
  established: never,
  related: never,
  invalid: never,
  confirmed: never,
  assured: never,
  translated: ({ translated }) => translated !== undefined,
  inbound: ({ mark }) => (mark & MARK.inbound) !== 0,
  hairpin: ({ mark }) => (mark & MARK.hairpin) !== 0,
  proxied: ({ mark }) => (mark & MARK.proxied) !== 0,
  redirected: ({ mark }) => (mark & MARK.redirected) !== 0,
  'bound to an uplink': ({ mark }) => (mark & MARK.uplink) !== 0,
  'from an uplink': ({ packetMark }) => (packetMark & FROM_UPLINK) !== 0,
  'for an exit': ({ packetMark }) => (packetMark & EXIT) !== 0,
  'not IPv4': never,
  fragment: never,
  'ACK without SYN': never,
  'no TCP reset': always,
  'ICMP echo request': ({ packet }) => packet.protocol === 'icmp',
  'ICMP error': never,
  'source not local': always,
}
