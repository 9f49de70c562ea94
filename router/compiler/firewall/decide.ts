import { containsIp, MULTICAST_NET } from '../../values/subnet.ts'
import type { Decision, Packet, Reason } from '../decision.ts'
import { type End, endAt, type MemberAt } from '../ends.ts'
import { LAN_BRIDGE } from '../links.ts'
import type { Network } from '../network.ts'
import type { Walk } from './packet.ts'
import { runChain, type Verdict } from './walk.ts'

/**
 * Whether a packet passes, and why: evaluates the chains that the kernel is given for the first packet of a connection.
 * Scenarios compare the verdicts with the kernel's, by packets in random homes.
 */
export function decide(network: Network, memberAt: MemberAt, packet: Packet): Decision {
  const from = endAt(network, memberAt, packet.source)
  if (from.kind === 'multicast') return dropped('no sender has such an address')
  if (from.kind === 'internet' && network.frame.uplinks.length === 0) return dropped(NO_UPLINK)
  const walk: Walk = {
    network,
    memberAt,
    packet,
    inputLink: linkOf(from, network),
    outputLink: '',
    sourceMac: from.kind === 'device' ? from.member.place?.mac : undefined,
    mark: 0,
    packetMark: 0,
  }
  return from.kind === 'router' ? sent(walk) : received(walk)
}

/** What the router receives: prerouting, the kernel's look-up of the route, then the chain for packets on that route. */
function received(walk: Walk): Decision {
  const original = walk.packet
  for (const chain of ['arrival', 'dstnat']) {
    const verdict = runChain(chain, walk)
    if (verdict && verdict.kind !== 'accept') return decisionOf(verdict, walk, original)
  }
  const to = receiver(walk)
  if (hasNoRoute(to, walk)) return { verdict: 'refuse', by: { kind: 'default', name: NO_UPLINK } }
  const isForwarded = to.kind !== 'router' && to.kind !== 'multicast'
  return decisionOf(runChain(isForwarded ? 'forward' : 'input', walk), walk, original)
}

/** What the router itself sends. Its route has been looked up before these chains. */
function sent(walk: Walk): Decision {
  const to = receiver(walk)
  const blocked = runChain('own', walk)
  if (blocked?.kind === 'drop') return decisionOf(blocked, walk, walk.packet)
  if (to.kind === 'nobody') return dropped('nobody has this address now')
  if (hasNoRoute(to, walk)) return dropped(NO_UPLINK)
  return decisionOf(runChain('output', walk), walk, walk.packet)
}

const NO_UPLINK = 'there is no uplink'
/** The kernel answers such a packet with an error before any chain of `forward` or `output`. */
const hasNoRoute = (to: End, { network }: Walk): boolean => to.kind === 'internet' && network.frame.uplinks.length === 0

const dropped = (name: string): Decision => ({ verdict: 'drop', by: { kind: 'identity', name } })

/** The verdict with its reason, and the destination that the packet was given on the way. */
function decisionOf(verdict: Verdict | undefined, { packet }: Walk, original: Packet): Decision {
  const { kind = 'drop', by = BY_POLICY } = verdict ?? {}
  const isTranslated = packet.destination !== original.destination || packet.port !== original.port
  // RFC 1122 3.2.2: a packet to many is not answered with an error.
  const isAnswered = !containsIp(MULTICAST_NET, packet.destination)
  return {
    verdict: kind === 'reject' ? (isAnswered ? 'refuse' : 'drop') : kind,
    by: by.kind === 'service' && packet.port !== undefined ? { ...by, name: `${by.name} ${packet.port}` } : by,
    ...(isTranslated && { ledTo: { ip: packet.destination, port: packet.port } }),
  }
}

/** The end of a base chain: `output` alone accepts there. */
const BY_POLICY: Reason = { kind: 'router', name: 'the router may speak to anybody' }

function receiver(walk: Walk): End {
  const to = endAt(walk.network, walk.memberAt, walk.packet.destination)
  walk.outputLink = linkOf(to, walk.network)
  return to
}

/** The link by which packets come from there, and go there; empty for a multicast group. Chains treat all uplinks alike. */
function linkOf(end: End, { frame }: Network): string {
  switch (end.kind) {
    case 'device':
      return end.member.place?.link ?? LAN_BRIDGE
    case 'custom':
      return end.customs[0]?.link ?? ''
    case 'router':
      return 'lo'
    case 'nobody':
      return LAN_BRIDGE
    case 'multicast':
      return ''
    case 'internet':
      return frame.uplinks[0]?.link ?? ''
  }
}
